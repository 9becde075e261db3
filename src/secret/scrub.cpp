#include "secret/scrub.hpp"

#include <algorithm>
#include <iterator>
#include <set>

#include "base/text.hpp"
#include "secret/code.hpp"
#include "secret/impl/environment.hpp"
#include "secret/impl/placeholder.hpp"
#include "secret/impl/pseudonym.hpp"
#include "secret/impl/search.hpp"
#include "secret/impl/structure.hpp"

namespace understudy::secret {

Redacted::Redacted(std::vector<Carrier> carriers, std::vector<bool> changed, Counts counts)
    : carriers_(std::move(carriers)), changed_(std::move(changed)), counts_(std::move(counts)) {}

struct Scrubber::Impl {
    std::shared_ptr<const Policy> policy;
    Search search;
    Pseudonyms pseudonyms;

    explicit Impl(std::shared_ptr<const Policy> given)
        : policy(std::move(given)), search(*policy) {}

    std::vector<Item> look(const Carrier& carrier, const Search::Replace& replace) {
        const Text text{carrier.name, carrier.bytes, carrier.is};
        std::vector<Item> items = search.look(text, replace);
        judge_structure(text, *policy, items);
        std::erase_if(items,
                      [this](const Item& item) { return pseudonyms.is_issued(item.spot.secret); });
        std::vector<Item> dropped = environment_values(text, *policy);
        // In front: where a value is a secret too, its name says more than a pseudonym.
        items.insert(items.begin(), std::make_move_iterator(dropped.begin()),
                     std::make_move_iterator(dropped.end()));
        if (carrier.is == Class::Secret && !is_placeholder(carrier.bytes, nullptr)) {
            add_whole(carrier, items);
        }
        std::stable_sort(items.begin(), items.end(),
                         [](const Item& a, const Item& b) { return a.begin < b.begin; });
        return items;
    }

    // A carrier that is a secret by its class, whatever it looks like.
    static void add_whole(const Carrier& carrier, std::vector<Item>& items);

    base::Result<void> learn(const Carrier& carrier);
    void learn_from_environments(const Carrier& carrier);
    base::Result<bool> replace(Carrier& carrier, Counts& counts);
};

namespace {

// Replacing these would hit what is no secret.
constexpr std::size_t kTooShort = 2;
constexpr std::size_t kTooMany = 100'000;
constexpr std::size_t kMostRounds = 6;

base::Failure refused(const Carrier& carrier, const Spot& spot, std::string why) {
    base::Mark mark;
    mark.file = carrier.name;
    return base::fail(
        code::OverRedacted,
        {{"what", "a secret of the rule " + base::quoted(spot.rule)}, {"why", std::move(why)}},
        mark);
}

// The length of the word that says what kind of login follows: it is no part of the login.
std::size_t scheme_before(std::string_view held) {
    for (const std::string_view scheme : {"Bearer ", "Basic ", "Token ", "Digest "}) {
        const bool is_it = held.size() > scheme.size() &&
                           base::equal_ignoring_case(held.substr(0, scheme.size()), scheme);
        if (is_it) return scheme.size();
    }
    return 0;
}

// The names of a JSON text: what stands between quotes before a colon.
std::set<std::string_view> names_in(std::string_view text) {
    constexpr std::size_t kLongest = 200;
    std::set<std::string_view> names;
    for (std::size_t at = text.find("\":"); at != std::string_view::npos;
         at = text.find("\":", at + 1)) {
        std::size_t begin = at;
        while (begin > 0 && text[begin - 1] != '"' && at - begin < kLongest) --begin;
        names.insert(text.substr(begin, at - begin));
    }
    return names;
}

base::Failure too_deep(const Carrier& carrier, const Spot& spot) {
    base::Mark mark;
    mark.file = carrier.name;
    return base::fail(code::TooDeep, {{"why", spot.about}}, mark);
}

}  // namespace

void Scrubber::Impl::add_whole(const Carrier& carrier, std::vector<Item>& items) {
    if (!items.empty()) return;
    Item item;
    item.begin = scheme_before(carrier.bytes);
    item.end = carrier.bytes.size();
    item.spot.code = code::Key;
    item.spot.rule = "class.secret";
    item.spot.begin = item.begin;
    item.spot.end = item.end;
    item.spot.secret = carrier.bytes.substr(item.begin);
    items.push_back(std::move(item));
}

// A dropped environment still gives away what is secret elsewhere.
void Scrubber::Impl::learn_from_environments(const Carrier& carrier) {
    const Text text{carrier.name, carrier.bytes, carrier.is};
    const std::vector<Item> dropped = environment_values(text, *policy);
    if (dropped.empty()) return;
    for (const Item& item : search.look(text, {})) {
        const auto next =
            std::upper_bound(dropped.begin(), dropped.end(), item.begin,
                             [](std::size_t at, const Item& value) { return at < value.begin; });
        const bool is_dropped = next != dropped.begin() && item.end <= std::prev(next)->end;
        const bool is_sure = item.spot.code == code::Value || item.spot.code == code::Key;
        if (!is_dropped || !is_sure || item.spot.secret.size() <= kTooShort) continue;
        pseudonyms.of(item.spot);
        search.learn(item.spot.secret);
    }
}

base::Result<void> Scrubber::Impl::learn(const Carrier& carrier) {
    learn_from_environments(carrier);
    const std::set<std::string_view> names = names_in(carrier.bytes);
    for (const Item& item : look(carrier, {})) {
        if (item.spot.code == code::TooDeep) return too_deep(carrier, item.spot);
        if (item.spot.secret.empty() || item.spot.rule == kEnvironmentRule) continue;
        if (item.spot.secret.size() <= kTooShort) {
            return refused(carrier, item.spot, "it has one or two characters only");
        }
        if (names.contains(item.spot.secret)) {
            return refused(carrier, item.spot, "it is a name in the same file");
        }
        pseudonyms.of(item.spot);
        // Paths are replaced where they stand; a random run is no proof that it is secret
        // elsewhere.
        if (item.spot.code == code::Value || item.spot.code == code::Key) {
            search.learn(item.spot.secret);
        }
    }
    return {};
}

base::Result<bool> Scrubber::Impl::replace(Carrier& carrier, Counts& counts) {
    bool is_changed = false;
    std::set<std::string> rules;  // that found something in the last round
    const Search::Replace with = [this](const Spot& spot) { return pseudonyms.of(spot); };
    for (std::size_t round = 0; round <= kMostRounds; ++round) {
        std::vector<Splice> changes;
        std::size_t secrets = 0;
        rules.clear();
        for (Item& item : look(carrier, with)) {
            if (item.spot.code == code::TooDeep) return too_deep(carrier, item.spot);
            if (item.spot.secret.empty()) continue;
            if (++secrets > kTooMany) return refused(carrier, item.spot, "it is everywhere");
            if (item.changes.empty() && item.layers.empty()) {
                item.changes.push_back({item.begin, item.end, pseudonyms.of(item.spot)});
            }
            rules.insert(item.spot.rule);
            ++counts.replaced;
            ++counts.by_rule[item.spot.rule];
            for (const Layer layer : item.layers) ++counts.by_layer[std::string(name_of(layer))];
            for (Splice& change : item.changes) changes.push_back(std::move(change));
        }
        if (secrets == 0) return is_changed;
        const std::string before = carrier.bytes;
        carrier.bytes = spliced(before, without_overlaps(std::move(changes)));
        if (carrier.bytes == before) break;
        is_changed = true;
    }
    base::Mark mark;
    mark.file = carrier.name;
    const std::vector<std::string> names(rules.begin(), rules.end());
    return base::fail(code::StillThere,
                      {{"rules", base::join(names, ", ")}, {"rounds", std::to_string(kMostRounds)}},
                      mark);
}

Scrubber::Scrubber(std::shared_ptr<const Policy> policy)
    : impl_(std::make_unique<Impl>(std::move(policy))) {}
Scrubber::~Scrubber() = default;

base::Result<Redacted> Scrubber::redact(std::vector<Carrier> carriers) {
    // First all are read, so that numbers follow the order of the bundle and a secret that one
    // carrier gives away is found in all of them.
    for (const Carrier& carrier : carriers) TRY_VOID(impl_->learn(carrier));
    Counts counts;
    std::vector<bool> changed;
    for (Carrier& carrier : carriers) changed.push_back(TRY(impl_->replace(carrier, counts)));
    counts.pseudonyms = impl_->pseudonyms.issued();
    return Redacted(std::move(carriers), std::move(changed), std::move(counts));
}

}  // namespace understudy::secret
