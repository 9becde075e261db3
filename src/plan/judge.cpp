// Expectations against an answer: every difference is a finding of its own, at its place in the
// plan.
#include "plan/impl/judge.hpp"

#include "base/text.hpp"
#include "http/body.hpp"
#include "http/media_type.hpp"
#include "json/write.hpp"
#include "plan/code.hpp"

namespace understudy::plan {

namespace {

constexpr std::size_t kShownBytes = 160;
constexpr std::size_t kMostFindings = 50;

std::string shown(const json::Value& value) {
    std::string text = json::write(value);
    if (text.size() <= kShownBytes) return text;
    std::size_t cut = kShownBytes;
    while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0) == 0x80) --cut;
    return text.substr(0, cut) + "...";
}

std::string place_text(const json::Pointer& at) {
    return at.is_root() ? "the body" : at.to_text();
}

class Judge {
public:
    Judge(const Expect& expect, Seen& seen, const Names& names, Shapes* shapes)
        : expect_(expect), seen_(seen), names_(names), shapes_(shapes) {}

    Judgement run() {
        check_status();
        for (const Expect::Header& header : expect_.headers) check_header(header);
        if (!expect_.format.empty()) check_format();
        if (expect_.text) check_text();
        const bool reads = expect_.body || expect_.exactly || !expect_.exists.empty() ||
                           !expect_.absent.empty() || !expect_.matches.empty() || expect_.schema;
        if (reads) check_value();
        return std::move(judgement_);
    }

private:
    void differs(base::Code code, std::vector<base::Arg> args, const base::Mark& mark,
                 std::vector<base::Error> because = {}) {
        if (judgement_.differences.size() >= kMostFindings) return;
        judgement_.differences.push_back({code, std::move(args), mark, std::move(because)});
    }

    // A value of the plan with its holes filled; nothing, and a note, if one has no value.
    std::optional<json::Value> filled(const json::Value& value, const base::Mark& mark) {
        auto result = fill(value, names_);
        if (result) return std::move(*result);
        base::Error error = result.error();
        error.where = mark;
        judgement_.unknown.push_back(std::move(error));
        return std::nullopt;
    }

    void check_status() {
        const int actual = seen_.response().head.status;
        std::string expected;
        for (const Expect::Status& status : expect_.status) {
            if (actual >= status.first && actual <= status.last) return;
            expected += (expected.empty() ? "" : " or ") + status.text;
        }
        if (expect_.status.empty()) {
            if (actual >= 200 && actual <= 299) return;
            expected = "2xx";
        }
        std::string help;
        if (!seen_.text().empty()) {
            help = "the body begins " + base::quoted(seen_.text(), kShownBytes);
        }
        differs(code::Status,
                {{"expected", expected}, {"actual", std::to_string(actual)}, {"help", help}},
                expect_.status.empty() ? expect_.mark : expect_.status_mark);
    }

    void check_header(const Expect::Header& header) {
        const auto values = seen_.response().head.headers.all(header.name);
        std::string actual;
        for (std::string_view value : values) {
            actual += (actual.empty() ? "" : ", ") + base::quoted(value);
        }
        if (values.empty()) actual = "none";
        std::string expected;
        if (header.absent) {
            if (values.empty()) return;
            expected = "not to be there";
        } else if (header.matches) {
            for (std::string_view value : values) {
                if (header.matches->is_found_in(value)) return;
            }
            expected = "to match " + base::quoted(header.matches->pattern());
        } else if (header.value) {
            const auto wanted = filled(json::Value(*header.value), header.mark);
            if (!wanted) return;
            const std::string text = as_text(*wanted);
            for (std::string_view value : values) {
                if (value == text) return;
            }
            expected = base::quoted(text);
        } else {
            return;
        }
        differs(code::Header, {{"name", header.name}, {"expected", expected}, {"actual", actual}},
                header.mark);
    }

    void check_format() {
        const http::Headers& headers = seen_.response().head.headers;
        const std::string_view type = headers.get("Content-Type");
        std::string actual = type.empty() ? "without a type" : std::string(type);
        bool good = true;
        if (expect_.format == "empty") {
            good = seen_.text().empty();
            actual = base::plural(seen_.text().size(), "byte");
        } else if (expect_.format == "json") {
            auto media = http::parse_media_type(type);
            good = media && http::is_json(*media) && seen_.value().has_value();
        } else {
            good = base::is_utf8(seen_.text());
            if (!good) actual = "bytes that are no UTF-8";
        }
        if (good) return;
        differs(code::Format, {{"expected", expect_.format}, {"actual", actual}},
                expect_.format_mark);
    }

    void check_text() {
        const auto wanted = filled(json::Value(*expect_.text), expect_.text_mark);
        if (!wanted) return;
        if (as_text(*wanted) == seen_.text()) return;
        differs(code::Differs,
                {{"place", "the body"},
                 {"expected", base::quoted(as_text(*wanted), kShownBytes)},
                 {"actual", base::quoted(seen_.text(), kShownBytes)}},
                expect_.text_mark);
    }

    void check_value() {
        const base::Result<json::Value>& value = seen_.value();
        if (!value) {
            differs(code::Unreadable, {}, expect_.mark, {value.error()});
            return;
        }
        if (expect_.body) {
            if (auto wanted = filled(*expect_.body, expect_.body_mark)) {
                compare(*wanted, *value, {}, false, expect_.body_mark);
            }
        }
        if (expect_.exactly) {
            if (auto wanted = filled(*expect_.exactly, expect_.exactly_mark)) {
                compare(*wanted, *value, {}, true, expect_.exactly_mark);
            }
        }
        for (const Expect::At& at : expect_.exists) {
            if (at.place.select(*value).empty()) {
                differs(code::NothingThere, {{"place", at.place.text}}, at.mark);
            }
        }
        for (const Expect::At& at : expect_.absent) {
            const auto found = at.place.select(*value);
            if (found.empty()) continue;
            differs(code::NotAbsent, {{"place", at.place.text}, {"actual", shown(*found.front())}},
                    at.mark);
        }
        for (const Expect::At& at : expect_.matches) check_match(at, *value);
        if (expect_.schema) check_schema(*value);
    }

    void check_match(const Expect::At& at, const json::Value& value) {
        const auto found = at.place.select(value);
        if (found.empty()) {
            return differs(code::NothingThere, {{"place", at.place.text}}, at.mark);
        }
        for (const json::Value* one : found) {
            if (at.matches->is_found_in(as_text(*one))) continue;
            differs(code::NoMatch,
                    {{"place", at.place.text},
                     {"actual", shown(*one)},
                     {"pattern", base::quoted(at.matches->pattern())}},
                    at.mark);
        }
    }

    void check_schema(const json::Value& value) {
        std::string why = "there is nothing here that checks schemas";
        if (shapes_ != nullptr) {
            auto broken = shapes_->check(*expect_.schema, value);
            if (broken) {
                for (const std::string& sentence : *broken) {
                    differs(code::BreaksSchema, {{"why", sentence}}, expect_.schema_mark);
                }
                return;
            }
            why = base::message(broken.error());
        }
        judgement_.unknown.push_back(
            {code::SchemaNotChecked, {{"why", why}}, expect_.schema_mark, {}});
    }

    void one_differs(const json::Pointer& at, std::string expected, std::string actual,
                     const base::Mark& mark) {
        differs(code::Differs,
                {{"place", place_text(at)},
                 {"expected", std::move(expected)},
                 {"actual", std::move(actual)}},
                mark);
    }

    // Members of objects may be more than was asked for, unless `exactly`; lists are compared
    // element by element and in full.
    void compare(const json::Value& wanted, const json::Value& actual, const json::Pointer& at,
                 bool exactly, const base::Mark& mark) {
        if (wanted.is_object() && actual.is_object()) {
            for (const json::Member& member : wanted.members()) {
                const json::Value* found = actual.find(member.key());
                if (found == nullptr) {
                    one_differs(at / member.key(), shown(member.value), "nothing", mark);
                } else {
                    compare(member.value, *found, at / member.key(), exactly, mark);
                }
            }
            if (!exactly) return;
            for (const json::Member& member : actual.members()) {
                if (wanted.has(member.key())) continue;
                one_differs(at / member.key(), "nothing", shown(member.value), mark);
            }
        } else if (wanted.is_array() && actual.is_array()) {
            if (wanted.size() != actual.size()) {
                return one_differs(at, base::plural(wanted.size(), "element"),
                                   std::to_string(actual.size()) + ": " + shown(actual), mark);
            }
            for (std::size_t i = 0; i < wanted.size(); ++i) {
                compare(wanted[i], actual[i], at / i, exactly, mark);
            }
        } else if (!json::equivalent(wanted, actual)) {
            one_differs(at, shown(wanted), shown(actual), mark);
        }
    }

    const Expect& expect_;
    Seen& seen_;
    const Names& names_;
    Shapes* shapes_;
    Judgement judgement_;
};

base::Failure nothing_captured(const Capture& capture, std::string why,
                               std::vector<base::Error> because = {}) {
    return base::fail(code::NothingCaptured, {{"name", capture.name}, {"why", std::move(why)}},
                      capture.mark, std::move(because));
}

std::string_view word_of(Capture::Type type) {
    switch (type) {
        case Capture::Type::Any: return "any";
        case Capture::Type::String: return "a string";
        case Capture::Type::Integer: return "an integer";
        case Capture::Type::Number: return "a number";
        case Capture::Type::Boolean: return "a boolean";
    }
    return "";
}

// A text (of a header, of a pattern) becomes what the type says; a JSON value has to be it already.
std::optional<json::Value> typed(const json::Value& value, Capture::Type type, bool from_text) {
    switch (type) {
        case Capture::Type::Any: return value;
        case Capture::Type::String:
            if (value.is_string()) return value;
            return std::nullopt;
        case Capture::Type::Integer:
        case Capture::Type::Number: {
            json::Value number = value;
            if (from_text && value.is_string() && json::is_number_text(value.as_string())) {
                number = json::Value::number(value.as_string());
            }
            if (!number.is_number()) return std::nullopt;
            if (type == Capture::Type::Integer && !number.to_int64()) return std::nullopt;
            return number;
        }
        case Capture::Type::Boolean:
            if (value.is_bool()) return value;
            if (from_text && value.is_string() && value.as_string() == "true") return true;
            if (from_text && value.is_string() && value.as_string() == "false") return false;
            return std::nullopt;
    }
    return std::nullopt;
}

}  // namespace

const std::string& Seen::text() {
    if (!text_) text_ = response_.body();
    return *text_;
}

const base::Result<json::Value>& Seen::value() {
    if (!value_) {
        value_.emplace(http::read_body(response_.head.headers, text(), http::FormStyle::Brackets));
    }
    return *value_;
}

Judgement judge(const Expect& expect, Seen& seen, const Names& names, Shapes* shapes) {
    return Judge(expect, seen, names, shapes).run();
}

base::Result<json::Value> take(const Capture& capture, Seen& seen) {
    json::Value value;
    bool from_text = false;
    switch (capture.from) {
        case Capture::From::Status: value = seen.response().head.status; break;
        case Capture::From::Header: {
            const auto found = seen.response().head.headers.find(capture.header);
            if (!found) return nothing_captured(capture, "there is no header " + capture.header);
            if (!base::is_utf8(*found)) return nothing_captured(capture, "the header is no text");
            value = json::Value(*found);
            from_text = true;
            break;
        }
        case Capture::From::Body: {
            const base::Result<json::Value>& body = seen.value();
            if (!body) {
                return nothing_captured(capture, "the body cannot be read", {body.error()});
            }
            if (!capture.place) {
                value = *body;
                break;
            }
            const auto found = capture.place->select(*body);
            if (found.size() != 1) {
                return nothing_captured(capture, found.empty()
                                                     ? "there is nothing at " + capture.place->text
                                                     : "there are " + std::to_string(found.size()) +
                                                           " values at " + capture.place->text);
            }
            value = *found.front();
            break;
        }
    }
    if (capture.pattern) {
        const std::string text = as_text(value);
        const auto match = capture.pattern->find(text);
        if (!match) {
            return nothing_captured(capture, shown(value) + " does not match " +
                                                 base::quoted(capture.pattern->pattern()));
        }
        std::string_view part =
            std::string_view(text).substr(match->begin, match->end - match->begin);
        if (!match->groups.empty()) part = match->groups.front().value_or("");
        value = json::Value(base::to_valid_utf8(part));
        from_text = true;
    }
    auto result = typed(value, capture.type, from_text);
    if (!result) {
        return nothing_captured(capture,
                                shown(value) + " is not " + std::string(word_of(capture.type)));
    }
    return std::move(*result);
}

}  // namespace understudy::plan
