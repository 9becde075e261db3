// Reading values of a foreign file, and telling what became of them.
#include "cassette/import/http_conversion.hpp"

#include <iterator>

#include "base/text.hpp"
#include "cassette/code.hpp"
#include "json/parse.hpp"
#include "json/write.hpp"

namespace understudy::cassette {

using json::Node;
using json::Value;
using report::Severity;

namespace {

constexpr std::size_t kDepth = 128;  // of nesting, as of YAML
constexpr std::size_t kMostKeptBytes =
    std::size_t{64} * 1024;  // of one part that goes to the notes
constexpr std::size_t kMostReaderNotes = 20;

bool begins_like_json(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first != text.npos && (text[first] == '{' || text[first] == '[');
}

json::Limits json_limits() {
    json::Limits limits;
    limits.bytes = yaml::Limits{}.bytes;
    limits.depth = kDepth;
    limits.values = yaml::Limits{}.nodes;
    return limits;
}

bool is_scalar(const Value& value) {
    return value.is_string() || value.is_number() || value.is_bool();
}

std::string scalar_text(const Value& value) {
    return value.is_string() ? std::string(value.as_string()) : json::write(value);
}

}  // namespace

base::Result<yaml::ForeignDocument> read_foreign_text(const base::Source& source) {
    if (begins_like_json(source.text)) {
        auto document = json::parse_document(source, {json_limits(), false, source.name});
        if (document) return yaml::ForeignDocument{std::move(*document), {}};
        // Flow style of YAML begins alike; what is nested too deeply for the one is for both.
        auto as_yaml = yaml::read_foreign(source);
        if (as_yaml) return as_yaml;
        return base::fail(std::move(document).error());
    }
    return yaml::read_foreign(source);
}

OpenedFile open_foreign(const base::Source& source) {
    OpenedFile opened;
    auto document = read_foreign_text(source);
    if (document) {
        opened.document = std::move(*document);
        return opened;
    }
    opened.refused.findings = report::from_error(document.error());
    for (report::Finding& each : opened.refused.findings) {
        if (each.mark.file.empty()) each.mark.file = source.name;
    }
    return opened;
}

Node ForeignMap::get(std::string_view key) {
    read_.emplace(key);
    if (!is_map()) return {};
    Node found = node_.member(key);
    if (found.value != nullptr && found.value->is_null()) found.value = nullptr;
    return found;
}

bool ForeignMap::has(std::string_view key) const {
    const Value* found = is_map() ? node_.value->find(key) : nullptr;
    return found != nullptr && !found->is_null();
}

Value ForeignMap::rest() const {
    Value rest = Value::object();
    if (!is_map()) return rest;
    for (const json::Member& member : node_.value->members()) {
        if (read_.contains(member.key())) continue;
        const Value& value = member.value;
        const bool is_empty = value.is_null() || (value.is_string() && value.as_string().empty()) ||
                              ((value.is_array() || value.is_object()) && value.size() == 0);
        if (!is_empty) rest.append(member.key(), value);
    }
    return rest;
}

HttpConversion::HttpConversion(const ForeignFile& file, yaml::ForeignDocument document,
                               std::string format)
    : file_(file), document_(std::move(document)), format_(std::move(format)) {}

// --- reading

ForeignMap HttpConversion::map(const Node& node, std::string_view what) {
    if (node.value == nullptr) return {};
    if (!node.value->is_object()) {
        problem(node, what,
                "a map is expected, not " + std::string(json::name_of(node.value->kind())));
        return {};
    }
    return ForeignMap(node);
}

std::vector<Node> HttpConversion::list(const Node& node, std::string_view what) {
    std::vector<Node> items;
    if (node.value == nullptr) return items;
    if (!node.value->is_array()) {
        problem(node, what,
                "a list is expected, not " + std::string(json::name_of(node.value->kind())));
        return items;
    }
    items.reserve(node.value->size());
    for (std::size_t i = 0; i < node.value->size(); ++i) items.push_back(node.item(i));
    return items;
}

std::string HttpConversion::text(const Node& node, std::string_view what) {
    if (node.value == nullptr || node.value->is_null()) return {};
    if (const std::string* bytes = document_.binary_at(node.at)) return *bytes;
    if (is_scalar(*node.value)) return scalar_text(*node.value);
    problem(node, what,
            "a text is expected, not " + std::string(json::name_of(node.value->kind())));
    return {};
}

std::optional<std::string> HttpConversion::bytes(const Node& node, std::string_view what) {
    if (node.value == nullptr || node.value->is_null()) return std::nullopt;
    return text(node, what);
}

std::optional<std::int64_t> HttpConversion::whole(const Node& node, std::string_view what) {
    if (node.value == nullptr || node.value->is_null()) return std::nullopt;
    std::optional<std::int64_t> number;
    if (node.value->is_number()) number = node.value->to_int64();
    if (node.value->is_string()) number = base::parse_int64(node.value->as_string());
    if (!number) problem(node, what, "a whole number is expected");
    return number;
}

Pairs HttpConversion::header_map(const Node& node, std::string_view what) {
    Pairs headers;
    if (node.value == nullptr || node.value->is_null()) return headers;
    if (!node.value->is_object()) {
        problem(node, what, "a map of header fields is expected");
        return headers;
    }
    for (const json::Member& member : node.value->members()) {
        const std::string name(member.key());
        const Node values = node.member(name);
        if (!values.value->is_array()) {
            headers.emplace_back(name, text(values, name));
            continue;
        }
        for (std::size_t i = 0; i < values.value->size(); ++i) {
            headers.emplace_back(name, text(values.item(i), name));
        }
    }
    return headers;
}

// --- telling

Loss HttpConversion::loss(const Node& at, std::string what, std::string why) const {
    return {std::move(what), std::move(why), mark(at), at.at.to_text()};
}

void HttpConversion::problem(const Node& at, std::string_view what, std::string why) {
    has_problem_ = true;
    if (problems_.size() >= ImportFindings::kMostFindings) return;
    const base::Code code = is_inside_ ? code::ImportBadExchange : code::ImportProblem;
    std::string where = is_inside_ ? exchange_.id + ", " + std::string(what) : std::string(what);
    base::Mark place = at.at.is_root() ? document_.document.source->whole() : mark(at);
    problems_.push_back(import_finding(
        Severity::Error, code,
        {{"what", std::move(where)}, {"why", std::move(why)}, {"pointer", at.at.to_text()}},
        std::move(place)));
}

void HttpConversion::approximated(const Node& at, std::string what, std::string why) {
    losses_.emplace_back(Carried::Nearly, loss(at, std::move(what), std::move(why)));
}

void HttpConversion::not_carried(const Node& at, std::string what, std::string why) {
    if (at.value != nullptr) {
        const Value kept = Value::object({{what, *at.value}});
        keep(kept, is_inside_ ? exchange_.id : "file");
    }
    losses_.emplace_back(Carried::NotAtAll, loss(at, std::move(what), std::move(why)));
}

void HttpConversion::keep(const Value& value, const std::string& of) {
    std::string text = json::write(value);
    if (text.size() > kMostKeptBytes) {
        text = "a part of " + base::with_thousands(text.size()) + " bytes, too long to be kept";
    }
    pending_notes_.push_back(of + ": " + text);
}

void HttpConversion::keep_rest(const ForeignMap& map, std::string_view what) {
    const Value rest = map.rest();
    if (rest.size() == 0) return;
    for (const json::Member& member : rest.members()) {
        const std::string name = std::string(what) + "." + std::string(member.key());
        losses_.emplace_back(Carried::AsRemarks, loss(map.node().member(member.key()), name,
                                                      "a cassette has no place for it"));
    }
    keep(rest, (is_inside_ ? exchange_.id + ", " : std::string()) + std::string(what));
}

void HttpConversion::tell_losses() {
    for (auto& [carried, each] : losses_) fidelity_.add(carried, std::move(each));
    losses_.clear();
    std::move(pending_notes_.begin(), pending_notes_.end(), std::back_inserter(notes_));
    pending_notes_.clear();
}

void HttpConversion::tell_reader_notes(std::vector<report::Finding>& findings) const {
    std::set<std::string> told;
    for (const base::Error& each : document_.document.notes) {
        if (told.size() >= kMostReaderNotes) break;
        if (!told.insert(base::message(each)).second) continue;
        for (report::Finding& finding : report::from_error(each, Severity::Warning)) {
            if (finding.mark.file.empty()) finding.mark.file = file_.source.name;
            findings.push_back(std::move(finding));
        }
    }
}

ImportedFile HttpConversion::other_format(std::string_view name) {
    ImportedFile file;
    file.is_other_format = true;
    file.findings.push_back(import_finding(Severity::Info, code::ImportOtherFormat,
                                           {{"format", std::string(name)}, {"pointer", ""}},
                                           file_.source.whole()));
    return file;
}

}  // namespace understudy::cassette
