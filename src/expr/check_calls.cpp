// Calls: which row of the function table, or which function of the host, a call means; and what to
// say when there is none.
#include <algorithm>
#include <string>

#include "base/text.hpp"
#include "expr/impl/checker.hpp"

namespace understudy::expr {

using base::Code;

namespace {

struct Excluded {
    std::string_view name;
    std::string_view what;
};
constexpr Excluded kExcluded[] = {
    {"type", "types as values"},
    {"uint", "unsigned integers"},
    {"bytes", "bytes"},
    {"format", "format strings"},
    {"optional.of", "optional values"},
    {"optional.none", "optional values"},
};

}  // namespace

Type Checker::call(std::uint32_t index) {
    drop_namespace(index);
    std::vector<Type> arguments;
    for (std::size_t i = 0; i < tree_.nodes[index].count; ++i) {
        arguments.push_back(visit_child(index, i));
    }
    Node& node = tree_.nodes[index];
    const std::string name = tree_.texts[node.index];
    if ((node.flags & kReceiver) == 0) {
        for (std::size_t i = 0; i < tree_.hosts.size(); ++i) {
            if (tree_.hosts[i].name == name) return host_call(index, i, arguments);
        }
    }
    const std::vector<const Overload*> named = overloads_named(name);
    const Style style = (node.flags & kReceiver) != 0 ? kMethod : kGlobal;
    const auto has_style = [&](const Overload* o) { return (o->style & style) != 0; };
    if (std::none_of(named.begin(), named.end(), has_style)) {
        unknown_function(node, name, named);
        return Type::any();
    }
    return choose(index, name, named, style, arguments);
}

// base64.encode(x) is no method of a value called base64.
void Checker::drop_namespace(std::uint32_t index) {
    Node& node = tree_.nodes[index];
    if ((node.flags & kReceiver) == 0) return;
    const Node& receiver = tree_.child(node, 0);
    if (receiver.op != Op::Ident) return;
    const std::string& space = tree_.texts[receiver.index];
    const auto is_it = [&](const Variable& v) { return v.name == space; };
    if (scope_.find(space) || std::any_of(variables_.begin(), variables_.end(), is_it)) return;
    const std::string qualified = space + "." + tree_.texts[node.index];
    // slef.size(): the name is wrong, not the function.
    const std::vector<const Overload*> named = overloads_named(tree_.texts[node.index]);
    const bool is_method = std::any_of(named.begin(), named.end(), [](const Overload* overload) {
        return (overload->style & kMethod) != 0;
    });
    if (overloads_named(qualified).empty() && is_method) return;
    tree_.texts.push_back(qualified);
    node.index = static_cast<std::uint32_t>(tree_.texts.size() - 1);
    node.at = receiver.begin;
    node.flags &= static_cast<std::uint8_t>(~kReceiver);
    ++node.first;
    --node.count;
}

Type Checker::choose(std::uint32_t index, const std::string& name,
                     const std::vector<const Overload*>& named, Style style,
                     const std::vector<Type>& arguments) {
    Node& node = tree_.nodes[index];
    node.extra = static_cast<std::uint32_t>(tree_.candidates.size());
    bool count_fits = false;
    std::optional<Type> result;
    for (const Overload* overload : named) {
        if ((overload->style & style) == 0 || overload->count != arguments.size()) continue;
        count_fits = true;
        bool possible = true;
        for (std::size_t i = 0; i < arguments.size(); ++i) {
            possible = possible && fits(overload->parameters[i], arguments[i]);
        }
        if (!possible && checks_ == Checks::All) continue;
        tree_.candidates.push_back(overload);
        ++node.extra_count;
        const Type type = result_of(*overload, arguments);
        result = !result || result->kind() == type.kind() ? type : Type::any();
    }
    if (!count_fits && checks_ == Checks::All) {
        wrong_count(node, name, named, arguments.size());
    } else if (node.extra_count == 0) {
        refuse(node, name, arguments, forms_of(named));
    }
    if (name == "matches") compile_pattern(index);
    return result.value_or(Type::any());
}

Type Checker::result_of(const Overload& overload, const std::vector<Type>& arguments) {
    const Type first = arguments.empty() ? Type::any() : arguments.front();
    const bool picks = overload.name == "last" || overload.name == "min" ||
                       overload.name == "max" || overload.name == "sum";
    if (picks && first.kind() == TypeKind::List) return first.item().or_null();
    if (overload.growth == Growth::Split) return Type::list(Type::string());
    if (overload.result == TypeKind::List && first.kind() == TypeKind::List) {
        return Type::list(first.item(), first.most());
    }
    return Type::of(overload.result);
}

Type Checker::host_call(std::uint32_t index, std::size_t host, const std::vector<Type>& arguments) {
    const HostFunction& function = tree_.hosts[host];
    Node& node = tree_.nodes[index];
    node.op = Op::Host;
    node.index = static_cast<std::uint32_t>(host);
    const std::size_t most = function.parameters.size();
    if (arguments.size() > most || arguments.size() + function.optional_parameters < most) {
        note(node, Code::ExprArgumentCount,
             {{"function", function.name},
              {"count", base::plural(arguments.size(), "argument")},
              {"forms", form_of(function)}});
        return function.result;
    }
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (fits(function.parameters[i].kind(), arguments[i])) continue;
        refuse(node, function.name, arguments, form_of(function));
        break;
    }
    return function.result;
}

std::string Checker::form_of(const HostFunction& function) {
    std::string form = function.name + "(";
    for (std::size_t i = 0; i < function.parameters.size(); ++i) {
        if (i > 0) form += ", ";
        form += function.parameters[i].to_text();
    }
    return form + ")";
}

void Checker::compile_pattern(std::uint32_t index) {
    Node& node = tree_.nodes[index];
    if (node.count != 2) return;
    const Node& pattern = tree_.child(node, 1);
    if (pattern.op != Op::Literal) return;
    const Datum& datum = tree_.literals[pattern.index];
    if (datum.kind != Kind::String) return;
    base::Result<base::Regex> regex = base::Regex::compile(datum.view());
    if (!regex) {
        note(pattern, Code::ExprPattern, {{"why", base::message(regex.error())}});
        return;
    }
    tree_.patterns.push_back(std::move(*regex));
    node.pattern = static_cast<std::uint32_t>(tree_.patterns.size());
}

void Checker::unknown_function(const Node& node, const std::string& name,
                               const std::vector<const Overload*>& named) {
    if (checks_ == Checks::Late) return;
    for (const Excluded& excluded : kExcluded) {
        if (excluded.name != name) continue;
        note(node, Code::ExprUnsupported, {{"what", std::string(excluded.what)}});
        return;
    }
    std::vector<std::string_view> known = function_names();
    for (const std::string_view macro : {"has", "all", "exists", "exists_one", "map", "filter"}) {
        known.push_back(macro);
    }
    for (const HostFunction& function : tree_.hosts) known.push_back(function.name);
    std::string nearest = named.empty() ? base::nearest(name, known) : std::string();
    std::string help;
    if (!named.empty()) help = "it is written " + forms_of(named);
    note(node, Code::ExprUnknownFunction,
         {{"function", name}, {"nearest", nearest}, {"help", help}});
}

void Checker::wrong_count(const Node& node, const std::string& name,
                          const std::vector<const Overload*>& named, std::size_t count) {
    const std::size_t written = (node.flags & kReceiver) != 0 ? count - 1 : count;
    note(node, Code::ExprArgumentCount,
         {{"function", name},
          {"count", base::plural(written, "argument")},
          {"forms", forms_of(named)}});
}

std::string Checker::forms_of(const std::vector<const Overload*>& named) {
    std::string forms;
    for (const Overload* overload : named) {
        if (!forms.empty()) forms += ", ";
        forms += to_text(*overload);
    }
    return forms;
}

}  // namespace understudy::expr
