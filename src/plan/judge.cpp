// Expectations against an answer: every difference is a finding of its own, at its place in the
// plan.
#include "plan/impl/judge.hpp"

#include "base/text.hpp"
#include "http/body.hpp"
#include "http/media_type.hpp"
#include "json/parse.hpp"
#include "json/write.hpp"
#include "plan/code.hpp"

namespace understudy::plan {

namespace {

class Judge {
public:
    Judge(const Step& step, Seen& seen, const Names& names, Shapes* shapes)
        : step_(step), expect_(step.expect), seen_(seen), names_(names), shapes_(shapes) {}

    Judgement run() {
        if (seen_.command() != nullptr) {
            judge_command(step_, *seen_.command(), names_, judgement_);
            if (!judgement_.unknown.empty()) return std::move(judgement_);
        } else {
            check_status();
            for (const Expect::Header& header : expect_.headers) check_header(header);
        }
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
        judgement_.differs(code, std::move(args), mark, std::move(because));
    }
    std::optional<json::Value> filled(const json::Value& value, const base::Mark& mark) {
        return judgement_.filled(value, names_, mark);
    }

    void check_status() {
        const int actual = seen_.response()->head.status;
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
        const auto values = seen_.response()->head.headers.all(header.name);
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
        const std::string_view type = seen_.command() == nullptr
                                          ? seen_.response()->head.headers.get("Content-Type")
                                          : std::string_view();
        std::string actual = type.empty() ? "without a type" : std::string(type);
        bool good = true;
        if (expect_.format == "empty") {
            good = seen_.text().empty();
            actual = base::plural(seen_.text().size(), "byte");
        } else if (expect_.format == "json" && seen_.command() != nullptr) {
            good = seen_.value().has_value();
            actual = base::quoted(seen_.text(), kShownBytes);
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
                {{"place", std::string(seen_.name())},
                 {"expected", base::quoted(as_text(*wanted), kShownBytes)},
                 {"actual", base::quoted(seen_.text(), kShownBytes)}},
                expect_.text_mark);
    }

    void check_value() {
        const base::Result<json::Value>& value = seen_.value();
        if (!value) {
            differs(code::Unreadable, {{"what", std::string(seen_.name())}}, expect_.mark,
                    {value.error()});
            return;
        }
        if (expect_.body) {
            if (auto wanted = filled(*expect_.body, expect_.body_mark)) {
                judge_value(*wanted, *value, {false, seen_.name(), expect_.body_mark}, judgement_);
            }
        }
        if (expect_.exactly) {
            if (auto wanted = filled(*expect_.exactly, expect_.exactly_mark)) {
                judge_value(*wanted, *value, {true, seen_.name(), expect_.exactly_mark},
                            judgement_);
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

    const Step& step_;
    const Expect& expect_;
    Seen& seen_;
    const Names& names_;
    Shapes* shapes_;
    Judgement judgement_;
};

}  // namespace

const std::string& Seen::text() {
    if (!text_) text_ = command_ != nullptr ? command_->output() : response_->body();
    return *text_;
}

const base::Result<json::Value>& Seen::value() {
    if (!value_ && command_ != nullptr) value_.emplace(json::parse(text()));
    if (!value_) {
        value_.emplace(http::read_body(response_->head.headers, text(), http::FormStyle::Brackets));
    }
    return *value_;
}

void Judgement::differs(base::Code code, std::vector<base::Arg> args, const base::Mark& mark,
                        std::vector<base::Error> because) {
    if (differences.size() >= kMostDifferences) return;
    differences.push_back({code, std::move(args), mark, std::move(because)});
}

std::optional<json::Value> Judgement::filled(const json::Value& value, const Names& names,
                                             const base::Mark& mark) {
    auto result = fill(value, names);
    if (result) return std::move(*result);
    base::Error error = result.error();
    error.where = mark;
    unknown.push_back(std::move(error));
    return std::nullopt;
}

Judgement judge(const Step& step, Seen& seen, const Names& names, Shapes* shapes) {
    return Judge(step, seen, names, shapes).run();
}

}  // namespace understudy::plan
