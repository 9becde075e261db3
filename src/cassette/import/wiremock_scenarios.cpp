// Scenarios as sequences. WireMock keeps a state for each scenario and answers by it; a cassette
// gives equal calls their answers in turn. So the stubs of one scenario are put in the order in
// which its states come, the first being "Started".
#include <algorithm>
#include <map>

#include "base/text.hpp"
#include "cassette/code.hpp"
#include "cassette/import/import_findings.hpp"
#include "cassette/import/wiremock_parts.hpp"

namespace understudy::cassette::wiremock {

namespace {

constexpr std::string_view kStarted = "Started";

// A stub and its exchanges, webhooks included.
struct Card {
    Stub stub;
    std::vector<Exchange> exchanges;
    std::size_t file = 0;
};

// When the states of a scenario come: "Started" first, then as the stubs lead on.
std::map<std::string, std::size_t> order_of_states(const std::vector<Card*>& cards) {
    std::map<std::string, std::size_t> order = {{std::string(kStarted), 0}};
    std::vector<std::string> waiting = {std::string(kStarted)};
    for (std::size_t at = 0; at < waiting.size(); ++at) {
        for (const Card* card : cards) {
            const Stub& stub = card->stub;
            const bool is_from = stub.required.empty() ? at == 0 : stub.required == waiting[at];
            if (!is_from || stub.next.empty() || order.contains(stub.next)) continue;
            order.emplace(stub.next, waiting.size());
            waiting.push_back(stub.next);
        }
    }
    return order;
}

std::string call_of(const Card& card) {
    const HttpInput& call = *card.exchanges.front().http();
    std::string text = call.method + " " + call.path;
    for (const auto& [name, value] : call.query) text += "\n" + name + "=" + value;
    return text;
}

// Does the state change by other calls than those whose answers change with it?
bool is_moved_by_others(const std::vector<Card*>& cards) {
    return std::any_of(cards.begin(), cards.end(), [&](const Card* mover) {
        return !mover->stub.next.empty() &&
               std::any_of(cards.begin(), cards.end(), [&](const Card* other) {
                   return other->stub.required == mover->stub.next &&
                          call_of(*other) != call_of(*mover);
               });
    });
}

void sort_by_state(std::vector<Card*>& cards) {
    const auto order = order_of_states(cards);
    const auto place = [&](const Card* card) {
        if (card->stub.required.empty()) return std::size_t{0};
        const auto found = order.find(card->stub.required);
        return found == order.end() ? order.size() : found->second;  // a state nobody leads to
    };
    std::stable_sort(cards.begin(), cards.end(),
                     [&](const Card* a, const Card* b) { return place(a) < place(b); });
}

void renumber(std::vector<Exchange>& exchanges) {
    std::map<std::string, std::string> names;
    std::size_t number = 0;
    std::size_t webhook = 0;
    for (Exchange& each : exchanges) {
        if (each.kind == Kind::Webhook) {
            each.caused_by = names[each.caused_by];
            each.id = each.caused_by + "-webhook-" + std::to_string(++webhook);
            continue;
        }
        webhook = 0;
        std::string name = "call-" + std::to_string(++number);
        names[each.id] = name;
        each.id = std::move(name);
    }
}

// What all of a cassette's stubs ask of a call is said once for it.
void set_match(Cassette& cassette, const std::vector<Card*>& cards, Fidelity& fidelity) {
    std::set<std::string> headers;
    bool has_body = false;
    for (const Card* card : cards) {
        headers.insert(card->stub.headers.begin(), card->stub.headers.end());
        has_body = has_body || card->stub.has_body;
    }
    cassette.match.headers.assign(headers.begin(), headers.end());
    if (!has_body) cassette.match.body = {"none"};
    const bool are_alike = std::all_of(cards.begin(), cards.end(), [&](const Card* card) {
        return card->stub.headers == headers && card->stub.has_body == has_body;
    });
    if (are_alike) return;
    fidelity.add(Carried::Nearly,
                 {"mappings that look at different parts of a call",
                  "in one cassette all of them look at the same header fields and at the body"});
}

class Joiner {
public:
    explicit Joiner(std::vector<Mappings> files) : files_(std::move(files)) {}

    std::vector<ImportedFile> run() {
        take_apart();
        for (std::size_t i = 0; i < files_.size(); ++i) make_cassette(i);
        std::vector<ImportedFile> result;
        for (Mappings& each : files_) result.push_back(std::move(each.file));
        return result;
    }

private:
    void take_apart() {
        for (std::size_t i = 0; i < files_.size(); ++i) {
            if (files_[i].file.cassettes.empty()) continue;
            Imported& made = files_[i].file.cassettes.front();
            notes_[i] = "From " + made.file + ":\n" + made.cassette.notes;
            auto& exchanges = made.cassette.exchanges;
            auto next = exchanges.begin();
            for (Stub& stub : files_[i].stubs) {
                const auto end = next + static_cast<std::ptrdiff_t>(stub.exchanges);
                Card card{std::move(stub), {}, i};
                std::move(next, end, std::back_inserter(card.exchanges));
                next = end;
                cards_.push_back(std::move(card));
            }
        }
        for (Card& card : cards_) {
            if (card.stub.scenario.empty()) continue;
            card.stub.scenario = home_of(card.file) + "\n" + card.stub.scenario;
            scenarios_[card.stub.scenario].push_back(&card);
            owners_.emplace(card.stub.scenario, card.file);
        }
    }

    // The folder that one server of WireMock would be started on.
    std::string home_of(std::size_t file) const {
        const std::string& path = files_[file].file.cassettes.front().file;
        const std::size_t mappings = path.rfind("mappings/");
        return path.substr(0, mappings == path.npos ? path.rfind('/') + 1 : mappings);
    }

    std::vector<Card*> cards_of(std::size_t file) {
        std::vector<Card*> own;
        std::set<std::string> seen;
        for (Card& card : cards_) {
            const std::string& scenario = card.stub.scenario;
            if (scenario.empty()) {
                if (card.file == file) own.push_back(&card);
                continue;
            }
            if (owners_[scenario] != file || !seen.insert(scenario).second) continue;
            std::vector<Card*>& all = scenarios_[scenario];
            sort_by_state(all);
            own.insert(own.end(), all.begin(), all.end());
            tell_scenario(file, scenario.substr(scenario.find('\n') + 1), all);
        }
        std::stable_sort(own.begin(), own.end(), [](const Card* a, const Card* b) {
            const bool is_sequence =
                !a->stub.scenario.empty() && a->stub.scenario == b->stub.scenario;
            return !is_sequence && a->stub.priority < b->stub.priority;
        });
        return own;
    }

    void tell_scenario(std::size_t file, const std::string& name, const std::vector<Card*>& cards) {
        if (!is_moved_by_others(cards)) return;
        tell(file, {"the scenario " + base::quoted(name),
                    "its state changes by other calls; here equal calls get their answers in turn, "
                    "whatever is called between them"});
    }

    void tell(std::size_t file, Loss loss) {
        ImportedFile& target = files_[file].file;
        target.findings.push_back(
            import_finding(report::Severity::Warning, code::ImportApproximated,
                           {{"what", loss.what}, {"why", loss.why}, {"pointer", ""}},
                           base::Mark{target.cassettes.front().file, 0, 0, 0, {}, 0}));
        target.fidelity.add(Carried::Nearly, std::move(loss));
    }

    void make_cassette(std::size_t index) {
        ImportedFile& file = files_[index].file;
        if (file.cassettes.empty()) return;
        const std::vector<Card*> own = cards_of(index);
        if (own.empty()) {
            file.is_elsewhere = true;
            file.cassettes.clear();
            return;
        }
        Imported& made = file.cassettes.front();
        made.cassette.exchanges.clear();
        std::set<std::size_t> others;
        for (Card* card : own) {
            std::copy(card->exchanges.begin(), card->exchanges.end(),
                      std::back_inserter(made.cassette.exchanges));
            if (card->file != index) others.insert(card->file);
        }
        for (const std::size_t other : others) made.cassette.notes += "\n" + notes_[other];
        renumber(made.cassette.exchanges);
        Fidelity told;
        set_match(made.cassette, own, told);
        for (const Fidelity::Entry& entry : told.entries()) tell(index, entry.first);
    }

    std::vector<Mappings> files_;
    std::vector<Card> cards_;
    std::map<std::string, std::vector<Card*>> scenarios_;  // by where they live and their name
    std::map<std::string, std::size_t> owners_;  // the first file of a scenario has all of it
    std::map<std::size_t, std::string> notes_;   // of a file, whose cassette may be gone by then
};

}  // namespace

std::vector<ImportedFile> put_together(std::vector<Mappings> files) {
    return Joiner(std::move(files)).run();
}

}  // namespace understudy::cassette::wiremock
