// From a failed check to a Violation, and from a Violation to a sentence.
#include "base/text.hpp"
#include "json/write.hpp"
#include "schema/impl/evaluator.hpp"

namespace understudy::schema {

using base::Arg;
using base::Code;
using json::Value;

namespace {

constexpr std::size_t kMostListed = 12;

std::string shown(const Value& value) {
    switch (value.kind()) {
        case json::Kind::String: return base::quoted(value.as_string());
        case json::Kind::Array: return "an array of " + base::plural(value.size(), "item");
        case json::Kind::Object:
            return value.size() == 1
                       ? "an object with 1 property"
                       : "an object with " + std::to_string(value.size()) + " properties";
        case json::Kind::Number: {
            const std::string_view text = value.number_text();
            return text.size() <= 60 ? std::string(text) : std::string(text.substr(0, 60)) + "...";
        }
        default: return json::write(value);
    }
}

std::string listed(const Value& values, std::string_view last) {
    if (!values.is_array()) return values.is_string() ? std::string(values.as_string()) : "";
    std::string out;
    const std::span<const Value> items = values.items();
    const std::size_t count = std::min(items.size(), kMostListed);
    for (std::size_t i = 0; i < count; ++i) {
        if (i > 0) out += i + 1 == items.size() ? last : ", ";
        out += last == " or " ? std::string(items[i].is_string() ? items[i].as_string() : "")
                              : shown(items[i]);
    }
    if (items.size() > count) out += " and " + std::to_string(items.size() - count) + " more";
    return out;
}

std::string expected_text(const Violation& violation) {
    if (violation.keyword == "type") return listed(violation.demanded, " or ");
    if (violation.keyword == "enum") return listed(violation.demanded, ", ");
    if (violation.keyword == "format" && violation.demanded.is_string()) {
        return std::string(violation.demanded.as_string());
    }
    return shown(violation.demanded);
}

bool has_arg(const std::vector<Arg>& args, std::string_view name) {
    for (const Arg& arg : args) {
        if (arg.name == name) return true;
    }
    return false;
}

std::string place_text(const json::Pointer& path) {
    return path.is_root() ? "the value" : path.to_text();
}

}  // namespace

void Evaluator::blame(Code code, const Node& node, Keyword keyword, const Value& value,
                      const Trail<true>& trail, std::vector<Arg> args,
                      std::vector<Violation> because) {
    if (is_full()) {
        if (list_ == &outcome_->violations) outcome_->has_more_violations = true;
        return;
    }
    ++count_;
    Violation violation;
    violation.code = code;
    violation.instance_path = trail.instance_path();
    violation.schema_path = trail.schema_path();
    violation.schema_location = absolute_text(program_, node.location);
    if (code != Code::SchemaNever) {
        violation.keyword = std::string(name_of(keyword));
        violation.schema_path.push(name_of(keyword));
        violation.schema_location.append("/").append(name_of(keyword));
    }
    violation.found = value;
    const Value* demanded = node.schema->find(name_of(keyword));
    violation.demanded = demanded != nullptr ? *demanded : *node.schema;
    violation.args = std::move(args);
    violation.because = std::move(because);
    list_->push_back(std::move(violation));
}

void Evaluator::blame_type(const Node& node, const Value& value, const Trail<true>& trail) {
    const bool never = (node.checks & kNever) != 0;
    blame(never ? Code::SchemaNever : Code::SchemaWrongType, node, Keyword::Type, value, trail);
}

void Evaluator::note(Code code, const Node& node, std::string_view keyword,
                     const Trail<true>& trail, std::vector<Arg> args,
                     std::vector<base::Error> because) {
    if (outcome_->not_checked.size() >= options_.most_violations) return;
    NotChecked entry;
    entry.keyword = std::string(keyword);
    entry.instance_path = trail.instance_path();
    entry.schema_path = trail.schema_path();
    entry.schema_location = absolute_text(program_, node.location);
    if (!keyword.empty()) {
        entry.schema_path.push(keyword);
        entry.schema_location.append("/").append(keyword);
    }
    args.push_back({"at", place_text(entry.instance_path)});
    entry.why = {code, std::move(args), {}, std::move(because)};
    outcome_->not_checked.push_back(std::move(entry));
}

base::Error to_error(const Violation& violation, const json::Document* document) {
    base::Error error;
    error.code = violation.code;
    error.args = violation.args;
    error.args.push_back({"at", place_text(violation.instance_path)});
    error.args.push_back({"schema", violation.schema_location});
    if (!has_arg(error.args, "found")) {
        const bool by_type = violation.code == Code::SchemaWrongType;
        const bool is_plain = !violation.found.is_object() && !violation.found.is_array();
        error.args.push_back({"found", by_type && is_plain && !violation.found.is_null()
                                           ? std::string(name_of(violation.found.kind())) + " " +
                                                 shown(violation.found)
                                           : shown(violation.found)});
    }
    if (!has_arg(error.args, "expected")) {
        error.args.push_back({"expected", expected_text(violation)});
    }
    if (document != nullptr) {
        const bool of_key = violation.code == Code::SchemaUnexpected ||
                            violation.code == Code::SchemaReadOnly ||
                            violation.code == Code::SchemaWriteOnly;
        error.where = of_key ? document->mark_of_key(violation.instance_path)
                             : document->mark(violation.instance_path);
    }
    for (const Violation& inner : violation.because) {
        error.because.push_back(to_error(inner, document));
    }
    return error;
}

base::Error to_error(const NotChecked& not_checked, const json::Document* document) {
    base::Error error = not_checked.why;
    error.args.push_back({"schema", not_checked.schema_location});
    if (document != nullptr) error.where = document->mark(not_checked.instance_path);
    return error;
}

}  // namespace understudy::schema
