// The queue, the reading of keyword values, and the checks that need one look: type, enum, const.
#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "json/write.hpp"
#include "schema/impl/builder.hpp"

namespace understudy::schema {

using base::Code;
using json::Value;

namespace {

struct TypeName {
    std::string_view name;
    std::uint8_t bits;
};
constexpr std::array<TypeName, 7> kTypes{{
    {"null", kNullBit},
    {"boolean", kBoolBit},
    {"number", kNumberBit | kIntegerBit},
    {"integer", kIntegerBit},
    {"string", kStringBit},
    {"array", kArrayBit},
    {"object", kObjectBit},
}};

std::uint8_t type_bits(std::string_view name, const Rules& rules) {
    if (name == "file" && rules.dialect == Dialect::Swagger2) return kAnyType;
    for (const TypeName& type : kTypes) {
        if (type.name == name) return type.bits;
    }
    return 0;
}

std::string nearest_type(std::string_view name) {
    std::array<std::string_view, kTypes.size()> names;
    std::transform(kTypes.begin(), kTypes.end(), names.begin(),
                   [](const TypeName& t) { return t.name; });
    return base::nearest(name, names);
}

}  // namespace

Builder::Builder(Program& program, Library& library, Problems& problems,
                 const CompileOptions& options)
    : program_(program), library_(library), problems_(problems), options_(options) {
    for (const KeywordRow& row : keyword_rows()) keyword_table_.add(row.name);
}

NodeId Builder::node_for(const Spot& spot) {
    const auto [known, fresh] = known_.try_emplace({spot.resource, spot.value}, kNoNode);
    if (!fresh) return known->second;
    if (program_.nodes.size() >= options_.limits.nodes) {
        if (!is_too_large_) {
            problems_.add(
                Code::SchemaTooLarge, spot.location, "",
                {{"limit", base::with_thousands(options_.limits.nodes)}, {"what", "parts"}});
        }
        is_too_large_ = true;
        known->second = 0;
        return 0;
    }
    const auto id = static_cast<NodeId>(program_.nodes.size());
    known->second = id;
    Node node;
    node.resource = spot.resource;
    node.location = spot.location;
    node.schema = spot.value;
    program_.nodes.push_back(node);
    queue_.emplace_back(id, spot);
    return id;
}

void Builder::run() {
    while (!queue_.empty()) {
        while (!queue_.empty() && !is_too_large_) {
            const auto [id, spot] = queue_.front();
            queue_.pop_front();
            build(id, spot);
        }
        if (is_too_large_) return;
        finish_dynamic_names();  // may queue more
    }
}

void Builder::build(NodeId id, const Spot& spot) {
    const Value& schema = *spot.value;
    Job job{id, spot, library_.resource(spot.resource).rules, {}};
    Node node = program_.nodes[id];
    if (schema.is_bool()) {  // older dialects have them for `additionalProperties` only
        if (!schema.as_bool()) {
            node.types = 0;
            node.checks = kNever;
        }
        program_.nodes[id] = node;
        return;
    }
    if (!schema.is_object()) {
        problems_.add(Code::SchemaNotASchema, spot.location, "",
                      {{"expected", "an object or a boolean"},
                       {"found", std::string(name_of(schema.kind()))}});
        return;
    }
    const bool alone = job.rules.ref_stands_alone() && schema.has("$ref");
    for (const json::Member& member : schema.members()) {
        const std::uint32_t row = keyword_table_.find(member.key());
        if (row == KeyTable::kNone || !job.rules.knows(keyword_rows()[row])) continue;
        if (alone && static_cast<Keyword>(row) != Keyword::Ref) continue;
        job.seen[row] = &member.value;
    }
    build_types(job, node);
    build_number(job, node);
    build_string(job, node);
    build_array(job, node);
    build_object(job, node);
    build_unevaluated(job, node);
    program_.nodes[id] = node;
}

void Builder::build_types(const Job& job, Node& node) {
    if (const Value* type = job.at(Keyword::Type)) {
        std::uint8_t bits = 0;
        const bool is_list = type->is_array();
        const std::span<const Value> names =
            is_list ? type->items() : std::span<const Value>(type, 1);
        for (const Value& name : names) {
            if (!name.is_string()) {
                complain(job, Keyword::Type, "a string or an array of strings", name);
                bits = kAnyType;
                continue;
            }
            const std::uint8_t more = type_bits(name.as_string(), job.rules);
            if (more == 0) {
                problems_.add(Code::SchemaUnknownType, job.spot.location, "type",
                              {{"type", base::quoted(name.as_string())},
                               {"nearest", nearest_type(name.as_string())}});
            }
            bits = static_cast<std::uint8_t>(bits | more);
        }
        node.types = bits;
        if (job.rules.integer_by_text() && bits == kIntegerBit) node.checks |= kWholeByText;
    }
    if (const Value* values = job.at(Keyword::Enum)) {
        if (values->is_array()) {
            read_enum(job, node, values->items(), Keyword::Enum);
        } else {
            complain(job, Keyword::Enum, "an array", *values);
        }
    }
    if (const Value* value = job.at(Keyword::Const)) {
        read_enum(job, node, std::span<const Value>(value, 1), Keyword::Const);
    }
    if (read_flag(job, Keyword::Nullable) || read_flag(job, Keyword::XNullable)) {
        node.checks |= kNullPasses;
    }
}

void Builder::read_enum(const Job& job, Node& node, std::span<const Value> values,
                        Keyword keyword) {
    constexpr std::size_t kFew = 8;
    EnumCheck check;
    check.keyword = keyword;
    for (const Value& value : values) {
        if (value.is_string()) {
            check.strings.add(value.as_string());
        } else {
            check.others.push_back(value);
        }
    }
    if (check.others.size() > kFew) {
        for (std::uint32_t i = 0; i < check.others.size(); ++i) {
            check.by_hash.emplace_back(json::hash(check.others[i]), i);
        }
        std::sort(check.by_hash.begin(), check.by_hash.end());
    }
    const auto index = static_cast<std::uint32_t>(program_.enumerations.size());
    program_.enumerations.push_back(std::move(check));
    if (node.enumeration == kNoDetail) {
        node.enumeration = index;
        node.checks |= kEnumCheck;
        return;
    }
    // enum and const beside each other: the second becomes a node of its own.
    Node extra;
    extra.resource = job.spot.resource;
    extra.location = job.spot.location;
    extra.schema = job.spot.value;
    extra.enumeration = index;
    extra.checks = kEnumCheck;
    const auto id = static_cast<NodeId>(program_.nodes.size());
    program_.nodes.push_back(extra);
    InPlace in_place;
    in_place.beside = id;
    node.in_place = static_cast<std::uint32_t>(program_.in_places.size());
    node.checks |= kInPlaceCheck;
    program_.in_places.push_back(std::move(in_place));
}

Format Builder::read_format(const Job& job) {
    const Value* name = job.at(Keyword::Format);
    const bool asserted =
        options_.assert_formats || (job.rules.vocabularies & kFormatAssertion) != 0;
    if (name == nullptr || !asserted || !name->is_string()) return Format::None;
    return format_named(name->as_string());
}

std::uint64_t Builder::read_count(const Job& job, Keyword keyword, std::uint64_t otherwise) {
    const Value* value = job.at(keyword);
    if (value == nullptr) return otherwise;
    if (value->is_number()) {
        const base::Decimal number = value->to_decimal();
        if (number.is_integer() && !number.is_negative()) {
            // A count past 64 bits is a limit nothing can reach.
            return static_cast<std::uint64_t>(
                number.to_int64().value_or(std::numeric_limits<std::int64_t>::max()));
        }
    }
    complain(job, keyword, "a whole number, zero or more", *value);
    return otherwise;
}

bool Builder::read_flag(const Job& job, Keyword keyword) {
    const Value* value = job.at(keyword);
    if (value == nullptr) return false;
    if (value->is_bool()) return value->as_bool();
    complain(job, keyword, "true or false", *value);
    return false;
}

NodeId Builder::read_schema(const Job& job, Keyword keyword) {
    const Value* value = job.at(keyword);
    if (value == nullptr) return kNoNode;
    return node_for(library_.child(job.spot, name_of(keyword), *value));
}

std::vector<NodeId> Builder::read_schemas(const Job& job, Keyword keyword) {
    std::vector<NodeId> nodes;
    const Value* list = job.at(keyword);
    if (list == nullptr) return nodes;
    if (!list->is_array()) {
        complain(job, keyword, "an array of schemas", *list);
        return nodes;
    }
    const std::span<const Value> items = list->items();
    nodes.reserve(items.size());
    for (std::size_t i = 0; i < items.size(); ++i) {
        nodes.push_back(node_for(library_.child(job.spot, name_of(keyword), i, items[i])));
    }
    return nodes;
}

std::vector<std::string> Builder::read_names(const Job& job, Keyword keyword, const Value& names) {
    std::vector<std::string> out;
    if (!names.is_array()) {
        complain(job, keyword, "an array of strings", names);
        return out;
    }
    for (const Value& name : names.items()) {
        if (name.is_string()) {
            out.emplace_back(name.as_string());
        } else {
            complain(job, keyword, "an array of strings", name);
        }
    }
    return out;
}

void Builder::complain(const Job& job, Keyword keyword, std::string_view expected,
                       const Value& found) {
    const bool is_small = !found.is_object() && !found.is_array();
    std::string text = is_small ? json::write(found) : std::string(name_of(found.kind()));
    if (text.size() > 60) text = std::string(name_of(found.kind()));
    problems_.add(Code::SchemaBadKeyword, job.spot.location, name_of(keyword),
                  {{"keyword", std::string(name_of(keyword))},
                   {"expected", std::string(expected)},
                   {"found", std::move(text)}});
}

}  // namespace understudy::schema
