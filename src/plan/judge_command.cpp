// How a command ended and what it printed, against what its step expects.
#include <algorithm>

#include "base/text.hpp"
#include "json/parse.hpp"
#include "plan/code.hpp"
#include "plan/impl/judge.hpp"

namespace understudy::plan {

namespace {

using End = CommandAnswer::End;

bool fits(const Expect::Exit& exit, const CommandAnswer& answer) {
    switch (exit.kind) {
        case Expect::Exit::Kind::Code:
            return answer.end == End::Exit && answer.number == exit.number;
        case Expect::Exit::Kind::Nonzero: return answer.end == End::Exit && answer.number != 0;
        case Expect::Exit::Kind::Signal:
            return answer.end == End::Signal && answer.number == exit.number;
        case Expect::Exit::Kind::TimedOut: return answer.end == End::TimedOut;
    }
    return false;
}

std::string words_of(const Expect::Exit& exit) {
    const bool is_code =
        exit.kind == Expect::Exit::Kind::Code || exit.kind == Expect::Exit::Kind::Nonzero;
    return (is_code ? "exit " : "") + exit.text;
}

class CommandJudge {
public:
    CommandJudge(const Step& step, const CommandAnswer& answer, const Names& names,
                 Judgement& judgement)
        : step_(step), answer_(answer), names_(names), judgement_(judgement) {}

    void run() {
        check_end();
        if (!judgement_.unknown.empty()) return;
        check_text(step_.expect.standard_output, false);
        check_text(step_.expect.standard_error, true);
    }

private:
    void check_end() {
        const Expect& expect = step_.expect;
        const auto fits_this = [&](const Expect::Exit& exit) { return fits(exit, answer_); };
        if (std::any_of(expect.exit.begin(), expect.exit.end(), fits_this)) return;
        if (expect.exit.empty() && answer_.end == End::Exit && answer_.number == 0) return;
        // What never ran, or was cut off by us, has said nothing about the service.
        const std::string program = base::quoted(step_.command->words.front());
        if (answer_.end == End::NotStarted) {
            judgement_.unknown.push_back({code::NotStarted,
                                          {{"program", program}, {"why", answer_.why}},
                                          step_.command->mark,
                                          {}});
            return;
        }
        if (answer_.end == End::TimedOut) {
            const auto seconds = answer_.duration / 1000;
            const base::Duration limit = step_.timeout.value_or(base::Duration{seconds, 0});
            judgement_.unknown.push_back({code::TimedOut,
                                          {{"program", program}, {"limit", base::to_text(limit)}},
                                          step_.command->mark,
                                          {}});
            return;
        }
        std::string expected;
        for (const Expect::Exit& exit : expect.exit) {
            expected += (expected.empty() ? "" : " or ") + words_of(exit);
        }
        if (expected.empty()) expected = "exit 0";
        judgement_.differs(
            code::Exit,
            {{"expected", expected}, {"actual", answer_.end_text()}, {"help", first_words()}},
            expect.exit.empty() ? (expect.mark.is_known() ? expect.mark : step_.command->mark)
                                : expect.exit_mark);
    }

    // What people look at first when a command has failed.
    std::string first_words() const {
        std::string text = answer_.errors();
        const bool is_error = !text.empty();
        if (!is_error) text = answer_.output();
        if (text.empty()) return "it printed nothing";
        return std::string(is_error ? "standard error" : "standard output") + " begins " +
               base::quoted(text, kShownBytes);
    }

    void check_text(const std::optional<Expect::Text>& expect, bool is_error) {
        if (!expect) return;
        const std::string name = is_error ? "standard error" : "standard output";
        const std::string text = answer_.all_of(is_error);
        const auto differs = [&](std::string expected) {
            judgement_.differs(code::Differs,
                               {{"place", name},
                                {"expected", std::move(expected)},
                                {"actual", base::quoted(text, kShownBytes)}},
                               expect->mark);
        };
        if (expect->empty && *expect->empty != text.empty()) {
            differs(*expect->empty ? "nothing" : "something");
        }
        if (expect->lines) check_lines(*expect, text, name);
        if (expect->text) {
            const auto wanted = judgement_.filled(json::Value(*expect->text), names_, expect->mark);
            if (wanted && as_text(*wanted) != text) {
                differs(base::quoted(as_text(*wanted), kShownBytes));
            }
        }
        for (const base::Regex& pattern : expect->matches) {
            if (pattern.is_found_in(text)) continue;
            judgement_.differs(code::NoMatch,
                               {{"place", name},
                                {"actual", base::quoted(text, kShownBytes)},
                                {"pattern", base::quoted(pattern.pattern())}},
                               expect->mark);
        }
        if (expect->json) check_json(*expect, text, name);
    }

    void check_lines(const Expect::Text& expect, std::string_view text, const std::string& name) {
        auto lines = static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
        if (!text.empty() && text.back() != '\n') ++lines;
        if (lines == *expect.lines) return;
        judgement_.differs(code::Lines,
                           {{"expected", base::plural(*expect.lines, "line")},
                            {"stream", name},
                            {"actual", std::to_string(lines)}},
                           expect.mark);
    }

    void check_json(const Expect::Text& expect, std::string_view text, const std::string& name) {
        const auto value = json::parse(text);
        if (!value) {
            return judgement_.differs(
                code::Format,
                {{"expected", "json"}, {"actual", name + " " + base::quoted(text, kShownBytes)}},
                expect.mark, {value.error()});
        }
        if (auto wanted = judgement_.filled(*expect.json, names_, expect.mark)) {
            judge_value(*wanted, *value, {false, name, expect.mark}, judgement_);
        }
    }

    const Step& step_;
    const CommandAnswer& answer_;
    const Names& names_;
    Judgement& judgement_;
};

}  // namespace

void judge_command(const Step& step, const CommandAnswer& answer, const Names& names,
                   Judgement& judgement) {
    CommandJudge(step, answer, names, judgement).run();
}

}  // namespace understudy::plan
