// Mutations of parsed JSON, spliced into the bytes it came from.
#include <algorithm>
#include <functional>

#include "cassette/impl/mutations.hpp"
#include "cassette/impl/parsing.hpp"
#include "json/parse.hpp"
#include "json/write.hpp"

namespace understudy::cassette {

namespace {

using json::Marks;
using json::Pointer;
using json::Value;

// A document inside an output: all of it, or one line of a stream.
struct Text {
    const Part& part;
    json::Document document;
    std::size_t begin = 0;  // of the document, in the bytes of the part
    Pointer above;          // /3: the event it is
};

std::optional<Text> text_of(const Part& part, std::string_view bytes, std::size_t begin,
                            Pointer above) {
    auto document = json::parse_document({part.name, std::string(bytes)});
    if (!document || document->root.size() == 0) return std::nullopt;
    return Text{part, *std::move(document), begin, std::move(above)};
}

std::vector<Text> texts_of(const Part& part) {
    std::vector<Text> texts;
    const auto take = [&](std::string_view bytes, std::size_t begin, Pointer above) {
        auto text = text_of(part, bytes, begin, std::move(above));
        if (text) texts.push_back(*std::move(text));
    };
    if (part.form == PartForm::Json && !part.bytes.empty()) take(part.bytes, 0, {});
    if (part.form == PartForm::Jsonl) {
        std::size_t begin = 0;
        std::size_t event = 0;
        for (const std::string& line : lines_with_ends(part.bytes)) {
            const bool is_blank = line.find_first_not_of(" \t\r\n") == std::string::npos;
            if (!is_blank) take(line, begin, Pointer() / event++);
            begin += line.size();
        }
    }
    return texts;
}

struct Place {
    const Text& text;
    Pointer at;  // in the document
    const Value& value;
    const Marks::Row& row;

    std::string path() const {
        std::vector<std::string> tokens = text.above.tokens();
        tokens.insert(tokens.end(), at.tokens().begin(), at.tokens().end());
        return Pointer(std::move(tokens)).to_text();
    }
    std::string_view bytes(const json::Range& range) const {
        return std::string_view(text.document.source->text)
            .substr(range.begin, range.end - range.begin);
    }
};

constexpr std::size_t kMostPlaces = 100'000;

// Every place of the document, the whole aside, until `take` says that it has enough.
class Walk {
public:
    Walk(const Text& text, const std::function<bool(const Place&)>& take)
        : text_(text), take_(take) {}

    void run() { below(text_.document.root); }

private:
    bool visit(const Value& value) {
        const Marks::Row* row = text_.document.marks.find(text_.document.root, at_);
        if (row == nullptr || ++seen_ > kMostPlaces) return false;
        return take_(Place{text_, at_, value, *row}) && below(value);
    }

    bool below(const Value& value) {
        if (value.is_array()) {
            for (std::size_t i = 0; i < value.size(); ++i) {
                at_.push(i);
                const bool goes_on = visit(value[i]);
                at_.pop();
                if (!goes_on) return false;
            }
        } else if (value.is_object() && !value.has_repeated_keys()) {
            for (const json::Member& member : value.members()) {
                at_.push(member.key());
                const bool goes_on = visit(member.value);
                at_.pop();
                if (!goes_on) return false;
            }
        }
        return true;
    }

    const Text& text_;
    const std::function<bool(const Place&)>& take_;
    Pointer at_;
    std::size_t seen_ = 0;
};

// A copy of the exchange with [begin, end) of the document replaced.
Altered spliced(const Ground& ground, const Place& place, std::size_t begin, std::size_t end,
                std::string_view with, std::string about) {
    std::string bytes = place.text.part.bytes;
    bytes.replace(place.text.begin + begin, end - begin, with);
    return {with_bytes(ground.exchange, *source_of_part(place.text.part.name), std::move(bytes)),
            place.text.part.name + " of " + ground.exchange.id + ' ' + std::move(about)};
}

using Make = std::function<std::optional<Altered>(const Place&)>;

std::vector<Altered> at_places(const Ground& ground, const Make& make) {
    std::vector<Altered> changes;
    for (const Part& part : ground.parts) {
        if (!source_of_part(part.name)) continue;
        for (const Text& text : texts_of(part)) {
            Walk(text, [&](const Place& place) {
                if (!ground.is_covered(part.name, place.path())) {
                    if (auto change = make(place)) changes.push_back(*std::move(change));
                }
                return changes.size() < ground.most;
            }).run();
            if (changes.size() >= ground.most) return changes;
        }
    }
    return changes;
}

bool is_member(const Place& place) {
    return place.row.key.end > place.row.key.begin;
}

bool is_leaf(const Value& value) {
    return !value.is_array() && !value.is_object();
}

// From the key to the comma after the value, or from the comma before it.
std::pair<std::size_t, std::size_t> member_range(const Place& place) {
    const std::string& text = place.text.document.source->text;
    std::size_t begin = place.row.key.begin;
    std::size_t end = place.row.value.end;
    const std::size_t after = text.find_first_not_of(" \t\r\n", end);
    if (after != std::string::npos && text[after] == ',') {
        end = std::min(text.find_first_not_of(" \t\r\n", after + 1), text.size());
    } else {
        const std::size_t before = text.find_last_not_of(" \t\r\n", begin - 1);
        if (before != std::string::npos && text[before] == ',') begin = before;
    }
    return {begin, end};
}

// Another value of the same type, as JSON.
std::string other_than(const Value& value) {
    if (value.is_bool()) return value.as_bool() ? "false" : "true";
    if (value.is_string()) return json::write(Value(std::string(value.as_string()) + "x"));
    return value.number_text() == "7" ? "8" : "7";
}

std::string retyped(const Place& place) {
    if (place.value.is_string()) return "null";
    if (place.value.is_null()) return "\"null\"";
    if (is_leaf(place.value)) return '"' + std::string(place.bytes(place.row.value)) + '"';
    return "null";
}

}  // namespace

std::vector<Altered> drop_field(const Ground& ground) {
    return at_places(ground, [&ground](const Place& place) -> std::optional<Altered> {
        if (!is_member(place)) return std::nullopt;
        const auto [begin, end] = member_range(place);
        return spliced(ground, place, begin, end, "", "without " + place.path());
    });
}

std::vector<Altered> retype_field(const Ground& ground) {
    return at_places(ground, [&ground](const Place& place) -> std::optional<Altered> {
        return spliced(ground, place, place.row.value.begin, place.row.value.end, retyped(place),
                       "with another type at " + place.path());
    });
}

std::vector<Altered> rename_field(const Ground& ground) {
    return at_places(ground, [&ground](const Place& place) -> std::optional<Altered> {
        if (!is_member(place)) return std::nullopt;
        const std::string key = place.at.tokens().back() + "Renamed";
        return spliced(ground, place, place.row.key.begin, place.row.key.end,
                       json::write(Value(key)), "with another name for " + place.path());
    });
}

std::vector<Altered> swap_order(const Ground& ground) {
    std::vector<Altered> changes =
        at_places(ground, [&ground](const Place& place) -> std::optional<Altered> {
            // An item and the one before it: both stand in the same array.
            const auto index = json::to_index(place.at.tokens().back());
            if (is_member(place) || !index || *index == 0) return std::nullopt;
            Pointer before = place.at;
            before.pop();
            before.push(*index - 1);
            const json::Document& document = place.text.document;
            const Marks::Row* row = document.marks.find(document.root, before);
            const Value* value = before.resolve(document.root);
            if (row == nullptr || value == nullptr || *value == place.value) return std::nullopt;
            const auto between = place.bytes({row->value.end, place.row.value.begin});
            const std::string text = std::string(place.bytes(place.row.value)) +
                                     std::string(between) + std::string(place.bytes(row->value));
            return spliced(ground, place, row->value.begin, place.row.value.end, text,
                           "with " + place.path() + " and the one before it swapped");
        });
    const Part* part = ground.find("stdout");
    if (changes.empty() && part != nullptr && part->form != PartForm::Json) {
        return swap_lines(ground, *part);
    }
    return changes;
}

std::vector<Altered> change_value(const Ground& ground) {
    std::vector<Altered> changes =
        at_places(ground, [&ground](const Place& place) -> std::optional<Altered> {
            if (!is_leaf(place.value) || place.value.is_null()) return std::nullopt;
            return spliced(ground, place, place.row.value.begin, place.row.value.end,
                           other_than(place.value), "with another value at " + place.path());
        });
    const Part* part = ground.find("stdout");
    if (part == nullptr) part = ground.find("body");
    if (changes.empty() && part != nullptr && source_of_part(part->name)) {
        return change_line(ground, *part);
    }
    return changes;
}

}  // namespace understudy::cassette
