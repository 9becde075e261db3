#include "cassette/shape.hpp"

#include <algorithm>

#include "cassette/impl/drifting.hpp"
#include "cassette/impl/parsing.hpp"
#include "json/write.hpp"

namespace understudy::cassette {

namespace {

using json::Value;

// What names the call; bodies, environment and headers do not.
Value call_of(const Exchange& exchange) {
    const Value input = input_value(exchange);
    Value call = Value::object();
    for (const std::string_view key : {"program", "args", "method", "host", "path"}) {
        if (const Value* value = input.find(key)) call.set(key, *value);
    }
    return call;
}

bool is_said(const Part& part) {
    return part.name == "stdout" || part.name == "stderr" || part.name == "body" ||
           part.name == "frames";
}

// A text that is one of few: a word, not a sentence, an address or a time.
bool is_word(std::string_view text) {
    constexpr std::size_t kLongest = 40;
    return !text.empty() && text.size() <= kLongest &&
           std::all_of(text.begin(), text.end(), [](char c) {
               return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '-';
           });
}

bool is_set_value(const Value& value) {
    return value.is_bool() || (value.is_string() && is_word(value.as_string()));
}

// All leaves of one recording by generalized path. A place that once held something else than a
// word has no set.
class Sightings {
public:
    struct Place {
        std::vector<Value> values;
        std::size_t count = 0;
        bool is_open = false;
    };

    void take(const Value& value, const std::string& path) {
        if (value.is_array()) {
            for (const Value& item : value.items()) take(item, path + "/*");
        } else if (value.is_object()) {
            for (const json::Member& member : value.members()) {
                take(member.value, path + json::Pointer({std::string(member.key())}).to_text());
            }
        } else if (!value.is_null()) {
            note(places_[path], value);
        }
    }

    const std::map<std::string, Place>& places() const { return places_; }

private:
    static void note(Place& place, const Value& value) {
        ++place.count;
        if (place.is_open) return;
        const bool is_known = std::any_of(place.values.begin(), place.values.end(),
                                          [&value](const Value& each) { return each == value; });
        if (is_known) return;
        place.values.push_back(value);
        place.is_open = !is_set_value(value) || place.values.size() > kMostSetValues;
    }

    std::map<std::string, Place> places_;
};

void add_to_shape(PartShape& into, const Part& part) {
    switch (part.form) {
        case PartForm::Json: into.shape.add(part.value); break;
        case PartForm::Jsonl:
        case PartForm::Sse:
            for (const Event& event : part.events) {
                if (!event.is_malformed) into.shape.add(event.value);
            }
            break;
        case PartForm::Table: {
            const Value table = value_of(part);
            for (const Value& row : table.find("rows")->items()) into.shape.add(row);
            break;
        }
        case PartForm::Lines:
        case PartForm::Bytes: return;
    }
    into.has_shape = true;
}

void insert_once(std::vector<Value>& list, const Value& value) {
    const auto same = [&value](const Value& each) { return json::equivalent(each, value); };
    if (std::none_of(list.begin(), list.end(), same)) list.push_back(value);
}

PartShape& part_in(CallAnswer& answer, const std::string& name) {
    const auto found = std::find_if(answer.parts.begin(), answer.parts.end(),
                                    [&name](const PartShape& each) { return each.part == name; });
    if (found != answer.parts.end()) return *found;
    answer.parts.emplace_back();
    answer.parts.back().part = name;
    return answer.parts.back();
}

}  // namespace

// Sightings of all recordings so far, by part.
struct ShapeLearner::Seen {
    std::map<std::string, Sightings> parts;
};

ShapeLearner::ShapeLearner() = default;
ShapeLearner::~ShapeLearner() = default;

bool ShapeLearner::add(const Cassette& cassette) {
    bool has_room = true;
    for (const Exchange& exchange : cassette.exchanges) {
        const Value call = call_of(exchange);
        const std::string key = json::write_canonical(call);
        auto found = by_call_.find(key);
        if (found == by_call_.end()) {
            if (answers_.size() >= kMostCalls) {
                has_room = false;
                continue;
            }
            found = by_call_.emplace(key, answers_.size()).first;
            answers_.emplace_back();
            answers_.back().call = call;
            seen_.emplace_back();
        }
        take(exchange, found->second);
    }
    return has_room;
}

void ShapeLearner::take(const Exchange& exchange, std::size_t which) {
    CallAnswer& answer = answers_[which];
    ++answer.recordings;
    for (const Part& part : parts_of(exchange, {})) {
        if (part.name == "end") insert_once(answer.ends, part.value);
        if (!is_said(part) || part.bytes.empty()) continue;
        PartShape& into = part_in(answer, part.name);
        const std::string form(name_of(part.form));
        const auto place = std::lower_bound(into.forms.begin(), into.forms.end(), form);
        if (place == into.forms.end() || *place != form) into.forms.insert(place, form);
        add_to_shape(into, part);
        Sightings& sightings = seen_[which].parts[part.name];
        sightings.take(value_of(part), "");
        into.values.clear();
        for (const auto& [path, each] : sightings.places()) {
            if (!each.is_open && each.count >= kLeastSightings) into.values[path] = each.values;
        }
    }
}

std::map<std::string, std::vector<Value>> ShapeLearner::seen() const {
    std::map<std::string, std::vector<Value>> all;
    for (const CallAnswer& answer : answers_) {
        for (const PartShape& part : answer.parts) {
            for (const auto& [path, values] : part.values) {
                std::vector<Value>& list = all[part.part + ' ' + path];
                for (const Value& value : values) insert_once(list, value);
            }
        }
    }
    return all;
}

Value to_json(const CallAnswer& answer) {
    Value ends = Value::array();
    for (const Value& end : answer.ends) ends.push_back(end);
    Value parts = Value::object();
    for (const PartShape& each : answer.parts) {
        Value part = Value::object();
        Value forms = Value::array();
        for (const std::string& form : each.forms) forms.push_back(form);
        part.set("forms", std::move(forms));
        if (each.has_shape) part.set("schema", each.shape.to_schema());
        if (!each.values.empty()) {
            Value sets = Value::object();
            for (const auto& [path, values] : each.values) {
                Value set = Value::array();
                for (const Value& value : values) set.push_back(value);
                sets.set(path, std::move(set));
            }
            part.set("values", std::move(sets));
        }
        parts.set(each.part, std::move(part));
    }
    return Value::object({{"call", answer.call},
                          {"recordings", Value(std::uint64_t{answer.recordings})},
                          {"ends", std::move(ends)},
                          {"parts", std::move(parts)}});
}

}  // namespace understudy::cassette
