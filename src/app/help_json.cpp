// `understudy help --json`: every verb as data, for whoever makes documentation or completions.
#include "app/cli.hpp"
#include "app/control_verbs.hpp"
#include "app/version.hpp"
#include "json/write.hpp"

namespace understudy::app {

namespace {

using json::Value;

template <class Item, class Make>
Value list_of(const Item& items, const Make& make) {
    Value list = Value::array();
    for (const auto& item : items) list.push_back(make(item));
    return list;
}

Value to_json(const Positional& positional) {
    return Value::object({{"name", positional.name},
                          {"help", positional.help},
                          {"repeats", positional.repeats},
                          {"optional", positional.optional}});
}

Value to_json(const Option& option) {
    return Value::object({{"name", option.name},
                          {"value", option.value},
                          {"help", option.help},
                          {"choices", option.choices},
                          {"standard", option.standard}});
}

Value to_json(const Example& example) {
    return Value::object({{"command", example.command}, {"says", example.says}});
}

Value to_json(const ControlRoute& route) {
    return {std::string(route.method) + ' ' + std::string(kControlPrefix) +
            std::string(route.path)};
}

// The options that every verb of the control plane has are told once, for all of them.
Value own_options(const Verb& verb) {
    std::vector<Option> options = options_of(verb);
    if (!verb.routes.empty()) options.resize(options.size() - control_options().size());
    return list_of(options, [](const Option& option) { return to_json(option); });
}

Value to_json(const Verb& verb) {
    return Value::object(
        {{"name", verb.name},
         {"call", call_of(verb)},
         {"summary", verb.summary},
         {"about", verb.about},
         {"arguments",
          list_of(verb.positionals, [](const Positional& one) { return to_json(one); })},
         {"options", own_options(verb)},
         {"examples", list_of(verb.examples, [](const Example& one) { return to_json(one); })},
         {"routes", list_of(verb.routes, [](const ControlRoute& one) { return to_json(one); })}});
}

}  // namespace

std::string help_as_json() {
    Value groups = Value::array();
    for (const VerbGroup& group : verb_groups()) {
        groups.push_back(Value::object(
            {{"title", group.title},
             {"verbs", list_of(group.verbs, [](const Verb* verb) { return to_json(*verb); })}}));
    }
    return json::write(Value::object(
               {{"version", kVersion},
                {"groups", groups},
                {"control_options",
                 list_of(control_options(), [](const Option& one) { return to_json(one); })}})) +
           '\n';
}

}  // namespace understudy::app
