// The texts inside a pack that are more than text: expressions, templates, patterns, schemas,
// routes.
#include <algorithm>

#include "base/assert.hpp"
#include "base/text.hpp"
#include "json/write.hpp"
#include "pack/code.hpp"
#include "pack/impl/loader.hpp"

namespace understudy::pack {

namespace {

// Texts whose length no schema states are reckoned shorter than the language does by itself: a
// filter over a hundred untyped items must fit. The budget of the evaluation holds either way.
constexpr expr::Limits kWeights{.assumed_bytes = 512};

constexpr std::uint32_t kLongestDraw = 256;

// The text of an expression: a string as it stands, a scalar as its literal.
std::optional<std::string> text_at(Loader& loader, const Node& node, std::string_view what) {
    if (!node) return std::nullopt;
    if (node.value->is_string()) return std::string(node.value->as_string());
    if (node.is_list() || node.is_map()) {
        loader.reader.wrong_kind(node, what, "an expression", "an expression is a text");
        return std::nullopt;
    }
    return json::write(*node.value);
}

bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// The members of an open name that the expression speaks of: `stream` of `input.stream`. They
// become known ones, so that a parameter nobody declared and nobody sent reads as null.
void declare_spoken(Loader& loader, Place& place, Name name, std::string_view text) {
    const auto& type = place.names[slot(name)];
    if (!type || type->shape() == nullptr || !type->shape()->open) return;
    const std::string start = std::string(pack::text_of(name)) + ".";
    expr::Shape* wider = nullptr;
    for (std::size_t at = text.find(start); at != std::string_view::npos;
         at = text.find(start, at + 1)) {
        if (at > 0 && (is_word(text[at - 1]) || text[at - 1] == '.')) continue;
        std::size_t end = at + start.size();
        while (end < text.size() && is_word(text[end])) ++end;
        const std::string_view member = text.substr(at + start.size(), end - at - start.size());
        const expr::Shape& known = wider != nullptr ? *wider : *type->shape();
        if (member.empty() || known.find(member) != nullptr) continue;
        if (wider == nullptr) {
            wider = &loader.new_shape(type->shape()->name, true);
            wider->fields = type->shape()->fields;
        }
        // A list of it is reckoned with this many elements; the evaluation counts exactly.
        wider->fields.push_back({std::string(member), expr::Type::any().sized(50)});
    }
    if (wider != nullptr) place.with(name, expr::Type::object(*wider));
}

// The first argument of `lookup` and `schedule`, where it is written out, names something.
void check_named(Loader& loader, const Node& node, std::string_view text) {
    const auto each = [&](std::string_view start, auto check) {
        for (std::size_t at = text.find(start); at != std::string_view::npos;
             at = text.find(start, at + 1)) {
            const std::size_t begin = at + start.size();
            const std::size_t end = text.find('"', begin);
            if (end == std::string_view::npos) return;
            if (at == 0 || !is_word(text[at - 1])) check(text.substr(begin, end - begin));
        }
    };
    each("lookup(\"", [&](std::string_view name) {
        std::vector<std::string> known;
        for (const auto& [table, value] : loader.pack.tables) known.push_back(table);
        if (loader.pack.find_table(name) == nullptr) {
            loader.reader.unknown_name(node, "table", name, known);
        }
    });
    each("schedule(\"", [&](std::string_view name) {
        std::vector<std::string> known;
        for (const Schedule& schedule : loader.pack.schedules) known.push_back(schedule.name);
        if (std::find(known.begin(), known.end(), name) == known.end()) {
            loader.reader.unknown_name(node, "schedule", name, known);
        }
    });
}

std::optional<Expression> compile(Loader& loader, const Node& node, std::string_view text,
                                  const Place& narrow) {
    Place place = narrow;
    declare_spoken(loader, place, Name::Input, text);
    declare_spoken(loader, place, Name::Headers, text);
    const expr::Scope scope = place.scope();
    auto program = expr::compile(text, scope, kWeights);
    if (program) {
        const bool names = text.find("lookup(") != std::string_view::npos ||
                           text.find("schedule(") != std::string_view::npos;
        if (names) check_named(loader, node, program->to_text());
        return std::move(*program);
    }
    // Only now, because finding a place in a large file is not free.
    program = expr::compile(text, scope, kWeights, node.mark());
    base::Error error = std::move(program).error();
    if (error.because.empty()) {
        loader.reader.problem_at(error.code, error.args, error.where);
    } else {
        for (base::Error& reason : error.because) {
            loader.reader.problem_at(reason.code, reason.args, reason.where, reason.because);
        }
    }
    return std::nullopt;
}

void bad_pattern(Loader& loader, const Node& node, std::string_view text, std::string_view why,
                 std::string_view help = {}) {
    loader.reader.problem(
        code::BadPattern,
        {{"pattern", base::quoted(text)}, {"why", std::string(why)}, {"help", std::string(help)}},
        node);
}

// Where the hole that begins after `from` ends: at the brace that closes it, texts and inner braces
// stepped over.
std::size_t end_of_hole(std::string_view text, std::size_t from) {
    std::size_t depth = 0;
    char quote = 0;
    for (std::size_t at = from; at < text.size(); ++at) {
        const char c = text[at];
        if (quote != 0) {
            if (c == '\\') {
                ++at;
            } else if (c == quote) {
                quote = 0;
            }
        } else if (c == '"' || c == '\'') {
            quote = c;
        } else if (c == '{') {
            ++depth;
        } else if (c == '}') {
            if (depth == 0) return at;
            --depth;
        }
    }
    return std::string_view::npos;
}

struct Generator {
    std::string_view name;
    Draw draw;
    bool has_length;
};
constexpr Generator kGenerators[] = {
    {"base62", Draw::Base62, true}, {"hex", Draw::Hex, true},       {"digits", Draw::Digits, true},
    {"base64", Draw::Base64, true}, {"seq", Draw::Sequence, false}, {"uuid", Draw::Uuid, false},
    {"ulid", Draw::Ulid, false},
};

// A hole that draws; nothing if the text is no generator. `why` is set if it is a wrong one.
std::optional<Hole> generator_of(std::string_view inside, std::string& why) {
    const std::size_t colon = inside.find(':');
    const std::string_view name = inside.substr(0, colon);
    for (const Generator& generator : kGenerators) {
        if (generator.name != name) continue;
        Hole hole;
        hole.draw = generator.draw;
        if (colon == std::string_view::npos) {
            if (generator.has_length) why = "{" + std::string(name) + "} needs a length";
            return hole;
        }
        const auto length = base::parse_int64(inside.substr(colon + 1));
        if (!generator.has_length || !length || *length < 1 || *length > kLongestDraw) {
            why = "{" + std::string(inside) + "} has no length from 1 to " +
                  std::to_string(kLongestDraw);
            return hole;
        }
        hole.length = static_cast<std::uint32_t>(*length);
        return hole;
    }
    return std::nullopt;
}

// `base99:4` is a generator misspelt, no expression.
bool looks_drawn(std::string_view inside) {
    const std::size_t colon = inside.find(':');
    if (colon == std::string_view::npos || colon == 0 || colon + 1 == inside.size()) return false;
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    const std::string_view length = inside.substr(colon + 1);
    return is_name(inside.substr(0, colon)) && std::all_of(length.begin(), length.end(), is_digit);
}

}  // namespace

std::optional<Expression> read_expression(Loader& loader, const Node& node, const Place& place,
                                          std::string_view what) {
    const auto text = text_at(loader, node, what);
    if (!text) return std::nullopt;
    return compile(loader, node, *text, place);
}

std::optional<Expression> read_condition(Loader& loader, const Node& node, const Place& place,
                                         std::string_view what) {
    auto program = read_expression(loader, node, place, what);
    if (!program) return std::nullopt;
    const expr::TypeKind kind = program->type();
    if (kind == expr::TypeKind::Bool || kind == expr::TypeKind::Any) return program;
    loader.reader.problem(code::TypeContradiction,
                          {{"what", base::quoted(program->text())},
                           {"found", std::string(expr::name_of(kind))},
                           {"field", std::string(what)},
                           {"expected", "true or false"}},
                          node);
    return std::nullopt;
}

Template read_template(Loader& loader, const Node& node, const Place& place,
                       std::string_view what) {
    Template made;
    if (!node) return made;
    switch (node.value->kind()) {
        case json::Kind::String:
            made.expression = compile(loader, node, node.value->as_string(), place);
            // What could not be compiled is reported; a null keeps the rest readable.
            if (made.expression) made.kind = Template::Kind::Computed;
            return made;
        case json::Kind::Object: return read_object(loader, node, place, what);
        case json::Kind::Array:
            made.kind = Template::Kind::List;
            for (const Node& item : node.items()) {
                made.items.push_back(read_template(loader, item, place, what));
            }
            return made;
        default: made.literal = *node.value; return made;
    }
}

Template computed(std::string_view text, const Place& place) {
    auto program = expr::compile(text, place.scope(), kWeights);
    ASSERT(program.has_value(), "an expression of our own compiles");
    Template made;
    made.kind = Template::Kind::Computed;
    made.expression = std::move(*program);
    return made;
}

Template read_object(Loader& loader, const Node& node, const Place& place, std::string_view what) {
    Template made;
    made.kind = Template::Kind::Object;
    for (const Entry& entry : loader.reader.entries(node, what)) {
        auto key = pattern_of(loader, entry.node, entry.key, place, Holes::Evaluate, what);
        if (!key) continue;
        made.members.push_back({std::move(*key), read_template(loader, entry.node, place, what)});
    }
    return made;
}

std::vector<std::pair<std::string, Template>> read_members(Loader& loader, const Node& node,
                                                           const Place& place,
                                                           std::string_view what) {
    std::vector<std::pair<std::string, Template>> members;
    for (const Entry& entry : loader.reader.entries(node, what)) {
        members.emplace_back(entry.key, read_template(loader, entry.node, place, what));
    }
    return members;
}

std::optional<Pattern> read_pattern(Loader& loader, const Node& node, const Place& place,
                                    Holes holes, std::string_view what) {
    const auto text = loader.reader.text(node, what);
    if (!text) return std::nullopt;
    return pattern_of(loader, node, *text, place, holes, what);
}

std::optional<Pattern> pattern_of(Loader& loader, const Node& marked, std::string_view text,
                                  const Place& place, Holes holes, std::string_view /*what*/) {
    Pattern pattern;
    pattern.text = std::string(text);
    std::string literal;
    const auto flush = [&] {
        if (!literal.empty()) pattern.parts.push_back({std::move(literal), std::nullopt});
        literal.clear();
    };
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if ((c == '{' || c == '}') && at + 1 < text.size() && text[at + 1] == c) {
            literal += c;
            ++at;
        } else if (c == '}') {
            bad_pattern(loader, marked, text, "a brace closes that was never opened",
                        "a brace itself is written twice");
            return std::nullopt;
        } else if (c != '{') {
            literal += c;
        } else {
            const std::size_t end = end_of_hole(text, at + 1);
            if (end == std::string_view::npos) {
                bad_pattern(loader, marked, text, "a hole is not closed",
                            "a brace itself is written twice");
                return std::nullopt;
            }
            const std::string_view inside = text.substr(at + 1, end - at - 1);
            flush();
            std::string why;
            auto hole = holes == Holes::Evaluate ? std::nullopt : generator_of(inside, why);
            if (!why.empty()) {
                bad_pattern(loader, marked, text, why, "as in {base62:24}, {hex:32}, {uuid}");
                return std::nullopt;
            }
            if (!hole) {
                if (holes == Holes::Draw || (holes == Holes::Both && looks_drawn(inside))) {
                    bad_pattern(loader, marked, text,
                                "{" + std::string(inside) + "} is no generator",
                                "base62, hex, digits with a length, base64 with a number of "
                                "octets, seq, uuid, ulid");
                    return std::nullopt;
                }
                auto program = compile(loader, marked, inside, place);
                if (!program) return std::nullopt;
                hole.emplace();
                hole->expression = std::move(program);
            }
            pattern.parts.push_back({{}, std::move(hole)});
            at = end;
        }
    }
    flush();
    return pattern;
}

FieldSchema read_schema(Loader& loader, const Node& node, std::string_view what) {
    FieldSchema schema;
    if (!node) return schema;
    if (!node.is_map() && !node.value->is_bool()) {
        loader.reader.wrong_kind(node, "the schema of " + std::string(what), "a JSON Schema");
        return schema;
    }
    auto compiled = schema::compile(*node.value);
    if (!compiled) {
        std::vector<base::Error> because = compiled.error().because;
        if (because.empty()) because.push_back(compiled.error());
        loader.reader.problem(code::BadSchema, {{"what", std::string(what)}}, node,
                              std::move(because));
        return schema;
    }
    schema.written = *node.value;
    schema.compiled = std::move(*compiled);
    return schema;
}

namespace {

void bad_route(Loader& loader, const Node& node, std::string_view route, std::string_view why) {
    loader.reader.problem(code::BadRoute,
                          {{"route", base::quoted(route)}, {"why", std::string(why)}}, node);
}

std::optional<RouteSegment> read_segment(Loader& loader, const Node& node, std::string_view path,
                                         std::string_view text) {
    RouteSegment segment;
    const std::size_t open = text.find('{');
    if (open == std::string_view::npos) {
        if (text.find('}') != std::string_view::npos) {
            bad_route(loader, node, path, "a brace closes that was never opened");
            return std::nullopt;
        }
        segment.before = std::string(text);
        return segment;
    }
    const std::size_t close = text.find('}', open);
    if (close == std::string_view::npos) {
        bad_route(loader, node, path, "a parameter is not closed");
        return std::nullopt;
    }
    std::string_view name = text.substr(open + 1, close - open - 1);
    if (!name.empty() && name.back() == '+') {
        segment.rest = true;
        name.remove_suffix(1);
    }
    segment.before = std::string(text.substr(0, open));
    segment.after = std::string(text.substr(close + 1));
    segment.parameter = std::string(name);
    if (!is_name(name)) {
        bad_route(loader, node, path, "a parameter is a name in braces");
        return std::nullopt;
    }
    if (segment.after.find_first_of("{}") != std::string::npos) {
        bad_route(loader, node, path, "a segment holds one parameter at most");
        return std::nullopt;
    }
    return segment;
}

}  // namespace

std::optional<std::vector<RouteSegment>> read_segments(Loader& loader, const Node& node,
                                                       std::string_view path) {
    std::vector<RouteSegment> segments;
    if (path.empty() || path.front() != '/') {
        bad_route(loader, node, path, "a path begins with a slash");
        return std::nullopt;
    }
    if (path == "/__admin__" || path.starts_with("/__admin__/")) {
        loader.reader.problem(code::ReservedPath, {{"path", base::quoted(path)}}, node);
        return std::nullopt;
    }
    if (path.find_first_of("?# \t") != std::string_view::npos) {
        bad_route(loader, node, path, "a path has neither query nor white space");
        return std::nullopt;
    }
    if (path == "/") return segments;
    for (const std::string_view text : base::split(path.substr(1), '/')) {
        if (text.empty()) {
            bad_route(loader, node, path, "a segment is empty");
            return std::nullopt;
        }
        auto segment = read_segment(loader, node, path, text);
        if (!segment) return std::nullopt;
        for (const RouteSegment& earlier : segments) {
            if (!segment->parameter.empty() && earlier.parameter == segment->parameter) {
                bad_route(loader, node, path,
                          "the parameter " + segment->parameter + " is there twice");
                return std::nullopt;
            }
        }
        segments.push_back(std::move(*segment));
    }
    return segments;
}

std::optional<Route> read_route(Loader& loader, const Node& node) {
    const auto text = loader.reader.text(node, "a route");
    if (!text) return std::nullopt;
    constexpr std::string_view kMethods[] = {"GET",    "POST", "PUT",    "PATCH",
                                             "DELETE", "HEAD", "OPTIONS"};
    const std::size_t space = text->find(' ');
    const std::string method = text->substr(0, space);
    bool known = false;
    for (const std::string_view each : kMethods) known = known || each == method;
    if (!known || space == std::string::npos) {
        bad_route(loader, node, *text, "it begins with a method, " + listed(kMethods));
        return std::nullopt;
    }
    Route route;
    route.method = method;
    route.path = std::string(base::trim(std::string_view(*text).substr(space)));
    route.mark = node.mark();
    auto segments = read_segments(loader, node, route.path);
    if (!segments) return std::nullopt;
    route.segments = std::move(*segments);
    return route;
}

}  // namespace understudy::pack
