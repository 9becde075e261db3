#include "app/review_talk.hpp"

#include <algorithm>
#include <chrono>
#include <set>

#include "base/text.hpp"
#include "base/time.hpp"
#include "report/shown.hpp"

namespace understudy::app {

namespace {

constexpr base::Duration kStandardLength{90 * 86'400, 0};
constexpr std::string_view kQuestion =
    "[a]ccept, [r]eject, make a r[u]le, add a [n]ote, [s]kip, accept all of this [c]lass, [q]uit? ";

class Talk {
public:
    Talk(Review& review, const NextLine& next_line, Terminal& terminal)
        : review_(review), next_line_(next_line), terminal_(terminal) {}

    base::Result<void> talk() {
        while (const PendingChange* item = next()) {
            const PendingChange now = *item;
            terminal_.out(text_of(now));
            const auto answer = ask(kQuestion);
            if (!answer || *answer == "q") break;
            TRY_VOID(obey(now, *answer));
        }
        terminal_.out(words());
        return {};
    }

private:
    const PendingChange* next() const {
        for (const PendingChange& each : review_.items()) {
            if (!passed_.contains(each.id)) return &each;
        }
        return nullptr;
    }

    std::optional<std::string> ask(std::string_view question) {
        terminal_.out(question);
        auto line = next_line_();
        if (!line) terminal_.out("\n");
        if (line) line = std::string(base::trim(*line));
        return line;
    }

    // A change that cannot be dealt with as asked is told and stays; the talk goes on.
    void tell(const base::Error& error) { terminal_.out(base::render(error)); }

    base::Result<void> obey(const PendingChange& item, const std::string& answer) {
        if (answer == "a") return accept(item.id);
        if (answer == "s") {
            passed_.insert(item.id);
            return {};
        }
        if (answer == "c") {
            std::vector<std::string> ids;
            for (const PendingChange& each : review_.items()) {
                if (each.kind == item.kind) ids.push_back(each.id);
            }
            for (const std::string& id : ids) TRY_VOID(accept(id));
            return {};
        }
        if (answer == "r") {
            const auto reason = ask("why? ");
            if (!reason || reason->empty()) {
                terminal_.out("a rejection needs a reason\n");
                return {};
            }
            TRY_VOID(review_.reject(item.id, *reason, standard_until()));
            ++rejected_;
            return {};
        }
        if (answer == "u") {
            const auto made = review_.make_rules(item.id);
            if (!made) {
                tell(made.error());
                return {};
            }
            for (const std::string& rule : *made)
                terminal_.out("rule " + report::shown(rule) + "\n");
            ++ruled_;
            return {};
        }
        if (answer == "n") {
            const auto note = ask("note: ");
            if (!note || note->empty()) return {};
            if (auto done = review_.add_note(item.id, *note); !done) tell(done.error());
            return {};
        }
        terminal_.out("one letter of these\n");
        return {};
    }

    base::Result<void> accept(const std::string& id) {
        TRY_VOID(review_.accept(id));
        ++accepted_;
        return {};
    }

    std::string words() const {
        return std::to_string(accepted_) + " accepted, " + std::to_string(rejected_) +
               " rejected, " + std::to_string(ruled_) + " made rules, " +
               std::to_string(review_.items().size()) + " waiting\n";
    }

    Review& review_;
    const NextLine& next_line_;
    Terminal& terminal_;
    std::set<std::string> passed_;
    std::size_t accepted_ = 0, rejected_ = 0, ruled_ = 0;
};

}  // namespace

base::Result<void> talk_about(Review& review, const NextLine& next_line, Terminal& terminal) {
    return Talk(review, next_line, terminal).talk();
}

std::string text_of(const PendingChange& item) {
    std::string text = item.id + " " + std::string(report::name_of(item.severity)) + " " +
                       item.kind + " " + report::shown(item.file);
    if (!item.exchange.empty()) text += " (" + report::shown(item.exchange) + ")";
    text += "\n";
    for (const verify::Change& change : item.changes) {
        text += "  " + change.kind + ": " + report::shown(change.message) + "\n";
    }
    if (!item.note.empty()) text += "  " + report::shown(item.note) + "\n";
    return text;
}

std::string standard_until() {
    const auto since = std::chrono::system_clock::now().time_since_epoch();
    const base::Instant now{std::chrono::duration_cast<std::chrono::seconds>(since).count(), 0};
    return base::to_rfc3339(base::add(now, kStandardLength).value_or(now)).substr(0, 10);
}

}  // namespace understudy::app
