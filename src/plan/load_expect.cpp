// What a step takes from an answer (`capture`) and what it demands of it (`expect`).
#include <array>

#include "base/text.hpp"
#include "plan/code.hpp"
#include "plan/impl/holes.hpp"
#include "plan/impl/reader.hpp"

namespace understudy::plan {

namespace {

constexpr std::array<std::string_view, 3> kFrom = {"body", "header", "status"};
constexpr std::array<std::string_view, 3> kFromCommand = {"stdout", "stderr", "exit"};
constexpr std::array<std::string_view, 5> kTypes = {"any", "string", "integer", "number",
                                                    "boolean"};
constexpr std::array<std::string_view, 3> kFormats = {"json", "text", "empty"};

std::optional<Expect::Status> to_status(const json::Value& value) {
    if (auto number = value.is_number() ? value.to_int64() : std::nullopt) {
        if (*number < 100 || *number > 599) return std::nullopt;
        const int status = static_cast<int>(*number);
        return Expect::Status{status, status, std::to_string(status)};
    }
    if (!value.is_string()) return std::nullopt;
    const std::string_view text = value.as_string();
    if (text.size() != 3 || text[0] < '1' || text[0] > '5' || text.substr(1) != "xx") {
        return std::nullopt;
    }
    const int first = (text[0] - '0') * 100;
    return Expect::Status{first, first + 99, std::string(text)};
}

void read_status(Reader& reader, const Node& node, Expect& expect) {
    if (!node) return;
    expect.status_mark = reader.mark(node);
    if (node.value->is_array() && node.value->size() == 0) {
        reader.wrong_kind(node, "status", "a status like 404 or a class like 2xx");
    }
    for (const Node& item : reader.list(node)) {
        if (auto status = to_status(*item.value)) {
            expect.status.push_back(std::move(*status));
        } else if (item.value->is_number() || item.value->is_string()) {
            reader.problem(code::WrongWord,
                           {{"what", "status"},
                            {"word", base::quoted(as_text(*item.value))},
                            {"known", "a status like 404, a class like 2xx"}},
                           item);
        } else {
            reader.wrong_kind(item, "status", "a status like 404 or a class like 2xx");
        }
    }
}

void read_headers(Reader& reader, const Node& node, Expect& expect) {
    if (!node) return;
    if (!node.value->is_object()) return reader.wrong_kind(node, "headers", "a map");
    for (const json::Member& member : node.value->members()) {
        const Node one{&member.value, node.at / member.key()};
        Expect::Header header;
        header.name = member.key();
        header.mark = reader.mark(one);
        const std::string what = "the header " + header.name;
        if (member.value.is_null()) {
            header.absent = true;
        } else if (member.value.is_object()) {
            MapReader map(reader, one, what);
            header.matches = reader.pattern(map.need("matches"), what);
            map.done();
        } else if (member.value.is_string()) {
            reader.check_holes(one);
            header.value = member.value.as_string();
        } else {
            reader.wrong_kind(one, what, "text, null or `matches`");
        }
        expect.headers.push_back(std::move(header));
    }
}

std::vector<Expect::At> read_places(Reader& reader, const Node& node, std::string_view what) {
    std::vector<Expect::At> places;
    for (const Node& item : reader.list(node)) {
        if (auto place = reader.place(item, what)) {
            places.push_back({std::move(*place), std::nullopt, reader.mark(item)});
        }
    }
    return places;
}

void read_matches(Reader& reader, const Node& node, Expect& expect) {
    if (!node) return;
    if (!node.value->is_object()) return reader.wrong_kind(node, "matches", "a map");
    for (const json::Member& member : node.value->members()) {
        const Node one{&member.value, node.at / member.key()};
        auto place = Place::parse(member.key());
        if (!place) {
            reader.problem(code::BadPlace, {{"text", base::quoted(member.key())}}, one,
                           {place.error()});
            continue;
        }
        if (auto pattern = reader.pattern(one, "a pattern of matches")) {
            expect.matches.push_back({std::move(*place), std::move(*pattern), reader.mark(one)});
        }
    }
}

// Of a command a value comes from an output, or is its exit code.
void read_from_command(Reader& reader, MapReader& map, const std::string& what, Capture& capture) {
    capture.from = Capture::From::Stdout;
    if (auto word = reader.word(map.get("from"), "from", kFromCommand)) {
        capture.from =
            static_cast<Capture::From>(static_cast<std::size_t>(Capture::From::Stdout) + *word);
    }
    const Node path = map.get("path");
    if (path && capture.from == Capture::From::Exit) {
        reader.problem_at_key(code::Exclusive,
                              {{"what", what}, {"first", "from"}, {"second", "path"}}, path);
    } else if (path) {
        capture.place = reader.place(path, what);
    }
}

void read_from_answer(Reader& reader, MapReader& map, const std::string& what, Capture& capture) {
    if (auto word = reader.word(map.need("from"), "from", kFrom)) {
        capture.from = static_cast<Capture::From>(*word);
    }
    const Node path = map.get("path");
    const Node header = map.get("name");
    if (path && capture.from == Capture::From::Body) capture.place = reader.place(path, what);
    if (path && capture.from != Capture::From::Body) {
        reader.problem_at_key(code::Exclusive,
                              {{"what", what}, {"first", "from"}, {"second", "path"}}, path);
    }
    if (capture.from == Capture::From::Header) {
        if (!header) {
            reader.problem(code::MissingKey,
                           {{"what", what}, {"key", "`name`"}, {"help", "the header's name"}},
                           map.node());
        }
        capture.header = reader.text(header, what).value_or("");
    } else if (header) {
        reader.problem_at_key(code::Exclusive,
                              {{"what", what}, {"first", "from"}, {"second", "name"}}, header);
    }
}

}  // namespace

Capture read_capture(Reader& reader, const Node& node, std::string name, CallKind kind) {
    Capture capture;
    capture.name = std::move(name);
    capture.mark = reader.mark(node);
    const bool is_command = kind == CallKind::Command;
    if (is_command) capture.from = Capture::From::Stdout;
    const std::string what = "the capture " + capture.name;
    if (node.value->is_string()) {
        capture.place = reader.place(node, what);
        return capture;
    }
    MapReader map(reader, node, what);
    if (is_command) {
        read_from_command(reader, map, what, capture);
    } else {
        read_from_answer(reader, map, what, capture);
    }
    capture.pattern = reader.pattern(map.get("pattern"), what);
    if (auto type = reader.word(map.get("type"), "type", kTypes)) {
        capture.type = static_cast<Capture::Type>(*type);
    }
    map.done();
    return capture;
}

std::vector<Capture> read_captures(Reader& reader, const Node& node, CallKind kind) {
    std::vector<Capture> captures;
    if (!node) return captures;
    if (!node.value->is_object()) {
        reader.wrong_kind(node, "capture", "a map");
        return captures;
    }
    for (const json::Member& member : node.value->members()) {
        const Node one{&member.value, node.at / member.key()};
        if (!can_be_name(member.key())) {
            reader.problem_at_key(code::WrongKind,
                                  {{"what", "the name of a capture"},
                                   {"expected", "letters, digits and _"},
                                   {"found", base::quoted(member.key())}},
                                  one);
            continue;
        }
        captures.push_back(read_capture(reader, one, std::string(member.key()), kind));
    }
    return captures;
}

Expect read_expect(Reader& reader, const Node& node, CallKind kind) {
    Expect expect;
    if (!node) return expect;
    expect.mark = reader.mark(node);
    MapReader map(reader, node, "expect");
    if (kind == CallKind::Command) {
        read_outputs(reader, map, expect);
    } else {
        read_status(reader, map.get("status"), expect);
        read_headers(reader, map.get("headers"), expect);
    }
    if (const Node body = map.get("body")) {
        reader.check_holes(body);
        expect.body = *body.value;
        expect.body_mark = reader.mark(body);
    }
    if (const Node exactly = map.get("exactly")) {
        reader.check_holes(exactly);
        expect.exactly = *exactly.value;
        expect.exactly_mark = reader.mark(exactly);
    }
    if (const Node text = map.get("text")) {
        reader.check_holes(text);
        expect.text = reader.text(text, "text");
        expect.text_mark = reader.mark(text);
    }
    expect.exists = read_places(reader, map.get("exists"), "exists");
    expect.absent = read_places(reader, map.get("absent"), "absent");
    read_matches(reader, map.get("matches"), expect);
    if (const Node format = map.get("format")) {
        if (auto word = reader.word(format, "format", kFormats)) expect.format = kFormats[*word];
        expect.format_mark = reader.mark(format);
    }
    if (const Node schema = map.get("schema")) {
        if (schema.value->is_object() || schema.value->is_bool()) {
            expect.schema = *schema.value;
        } else {
            reader.wrong_kind(schema, "a schema", "a map, true or false");
        }
        expect.schema_mark = reader.mark(schema);
    }
    map.done();
    return expect;
}

}  // namespace understudy::plan
