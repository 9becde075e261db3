// Calls: of the language's own functions, the form chosen by the kinds of the arguments, and of the
// functions the host adds.
#include <algorithm>

#include "base/text.hpp"
#include "expr/impl/machine.hpp"

namespace understudy::expr {

using base::Code;

namespace {

bool takes(const Overload& overload, std::span<const Datum> arguments) {
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (arguments[i].kind == Kind::Absent) return false;
        if (!accepts(overload.parameters[i], arguments[i].kind)) return false;
    }
    return true;
}

}  // namespace

Datum Machine::evaluate_call(const Node& node) {
    std::array<Datum, kMaxParameters> arguments;
    if (node.extra_count == 0 || node.count > kMaxParameters) {  // only where nothing was checked
        return fail(node, Code::ExprUnknownFunction, {{"function", tree_.texts[node.index]}});
    }
    for (std::size_t i = 0; i < node.count; ++i) {
        arguments[i] = evaluate_child(node, i);
        if (arguments[i].is_error()) return arguments[i];
    }
    const std::span<const Datum> given(arguments.data(), node.count);
    for (std::uint32_t i = 0; i < node.extra_count; ++i) {
        const Overload& overload = *tree_.candidates[node.extra + i];
        if (takes(overload, given)) return overload.call(*this, node, given);
    }
    return mismatch(node, tree_.texts[node.index], given);
}

Datum Machine::evaluate_host(const Node& node) {
    const HostFunction& function = tree_.hosts[node.index];
    if (!spend(function.cost)) return Datum::error();
    if (env_.functions() == nullptr) {
        return fail(node, Code::ExprNoHost, {{"function", function.name}});
    }
    std::vector<Argument> arguments(node.count);
    for (std::size_t i = 0; i < node.count; ++i) {
        const Datum datum = evaluate_child(node, i);
        if (datum.is_error()) return datum;
        if (datum.kind == Kind::Object) {
            arguments[i].object = datum.object;
            continue;
        }
        std::optional<json::Value> value = to_json(tree_.child(node, i), datum);
        if (!value) return Datum::error();
        arguments[i].value = std::move(*value);
    }
    base::Result<std::optional<json::Value>> result =
        env_.functions()->call(function.name, arguments);
    if (!result) {
        base::Error error = std::move(result).error();
        if (!error.where.is_known()) error.where = place(tree_, node.begin, node.end);
        return fail(std::move(error));
    }
    if (!*result) return Datum::absent();
    const Datum datum = load(node, keep(std::move(**result)));
    return node.read_as == TypeKind::Any || datum.is_error() ? datum : read_as(node, datum);
}

std::vector<const Overload*> overloads_named(std::string_view name) {
    std::vector<const Overload*> found;
    for (const auto family : {conversion_functions, text_functions, time_functions, list_functions,
                              number_functions, octet_functions}) {
        for (const Overload& overload : family()) {
            if (overload.name == name) found.push_back(&overload);
        }
    }
    return found;
}

std::vector<std::string_view> function_names() {
    std::vector<std::string_view> names;
    for (const auto family : {conversion_functions, text_functions, time_functions, list_functions,
                              number_functions, octet_functions}) {
        for (const Overload& overload : family()) names.push_back(overload.name);
    }
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return names;
}

std::string to_text(const Overload& overload) {
    std::string text;
    std::size_t i = 0;
    if ((overload.style & kMethod) != 0 && (overload.style & kGlobal) == 0) {
        text = std::string(name_of(overload.parameters[i++])) + ".";
    }
    text += overload.name;
    text += '(';
    for (const std::size_t first = i; i < overload.count; ++i) {
        if (i > first) text += ", ";
        text += name_of(overload.parameters[i]);
    }
    return text + ')';
}

}  // namespace understudy::expr
