#include "secret/impl/spot.hpp"

#include <algorithm>
#include <map>

#include "base/text.hpp"
#include "secret/code.hpp"
#include "secret/impl/automaton_pattern.hpp"
#include "secret/impl/near.hpp"
#include "secret/impl/placeholder.hpp"
#include "secret/impl/view.hpp"

namespace understudy::secret {

namespace {

// Around a candidate's end: nearly every secret fits into the first window, a private key or a
// large token into the second.
constexpr std::size_t kWindows[] = {768, std::size_t{20} << 10U};
// No near word led to a match.
constexpr std::size_t kNoWord = std::string_view::npos;

bool is_word(char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' ||
           c == '-';
}

bool stands_alone(std::string_view text, std::size_t begin, std::size_t end) {
    return (begin == 0 || !is_word(text[begin - 1])) && (end >= text.size() || !is_word(text[end]));
}

std::string_view line_around(std::string_view text, std::size_t begin, std::size_t end) {
    constexpr std::size_t kMost = 1000;
    std::size_t from = begin, to = end;
    while (from > 0 && begin - from < kMost && text[from - 1] != '\n') --from;
    while (to < text.size() && to - end < kMost && text[to] != '\n') ++to;
    return text.substr(from, to - from);
}

bool is_hex(char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f');
}

// Behind the colour code that `at` lies in, where its escape is spelled out: `\u001b[31m`.
std::size_t behind_written_colour(std::string_view text, std::size_t at) {
    constexpr std::size_t kLongest = 16;
    const auto is_parameter = [](char c) { return (c >= '0' && c <= '9') || c == ';'; };
    std::size_t open = at;
    while (open > 0 && at - open < kLongest && is_parameter(text[open - 1])) --open;
    if (open == 0 || text[open - 1] != '[') return at;
    const std::string_view before = text.substr(0, open - 1);
    if (!before.ends_with("\\u001b") && !before.ends_with("\\u001B") &&
        !before.ends_with("\\x1b") && !before.ends_with("\\x1B") && !before.ends_with("\\033") &&
        !before.ends_with("\\e")) {
        return at;
    }
    std::size_t end = at;
    while (end < text.size() && end - at < kLongest && is_parameter(text[end])) ++end;
    return std::min(end + 1, text.size());
}

// Behind the percent escape or colour code that `at` lies in, or `at`: their letters are no
// beginning of a secret.
std::size_t behind_wrapping(std::string_view text, std::size_t at) {
    for (std::size_t back = 1; back <= 2 && back <= at; ++back) {
        const std::string_view escape = text.substr(at - back, 3);
        if (escape.size() == 3 && escape[0] == '%' && is_hex(escape[1]) && is_hex(escape[2])) {
            return at - back + 3;
        }
    }
    return behind_written_colour(text, at);
}

// Where a secret in the user information of an address ends: `https://user:...@host`. Elsewhere
// `end`; an `@` is a letter like others there.
std::size_t user_end(std::string_view text, std::size_t begin, std::size_t end) {
    constexpr std::size_t kLongest = 300;
    const std::size_t at = text.substr(0, end).find('@', begin);
    if (at == std::string_view::npos) return end;
    std::size_t from = begin;
    while (from > 0 && begin - from < kLongest && text[from - 1] > ' ' && text[from - 1] != '/' &&
           text[from - 1] != '@') {
        --from;
    }
    return text.substr(0, from).ends_with("://") ? at : end;
}

// One word alone may be a secret of letters.
bool reads_like_joined_words(std::string_view secret) {
    return secret.find_first_of("-_. ") != std::string_view::npos && reads_like_words(secret);
}

bool contains_any(std::string_view text, const std::vector<std::string>& words) {
    const std::string lower = base::to_lower_ascii(text);
    return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
        return lower.find(word) != std::string::npos;
    });
}

bool has_word(const Rule& rule, std::string_view text) {
    const auto same = [](char a, char b) { return base::equal_ignoring_case({&a, 1}, {&b, 1}); };
    return rule.words.empty() ||
           std::any_of(rule.words.begin(), rule.words.end(), [&](const std::string& word) {
               return std::search(text.begin(), text.end(), word.begin(), word.end(), same) !=
                      text.end();
           });
}

bool is_allowed(const Allowed& allowed, std::string_view secret, std::string_view match,
                std::string_view line, std::string_view name) {
    const std::string_view target = allowed.of == Allowed::Of::Match  ? match
                                    : allowed.of == Allowed::Of::Line ? line
                                                                      : secret;
    const auto finds = [](const std::vector<base::Regex>& patterns, std::string_view in) {
        return std::any_of(patterns.begin(), patterns.end(),
                           [&](const base::Regex& pattern) { return pattern.is_found_in(in); });
    };
    const std::string lower = base::to_lower_ascii(secret);
    const bool by_pattern = finds(allowed.patterns, target);
    const bool by_path = finds(allowed.paths, name);
    const bool by_word =
        std::any_of(allowed.stop_words.begin(), allowed.stop_words.end(),
                    [&](const std::string& word) { return lower.find(word) != std::string::npos; });
    if (!allowed.needs_all) return by_pattern || by_path || by_word;
    return (allowed.patterns.empty() || by_pattern) && (allowed.paths.empty() || by_path) &&
           (allowed.stop_words.empty() || by_word);
}

}  // namespace

int rank_of(const Spot& spot) {
    if (spot.code == code::Entropy) return 0;
    if (spot.rule.starts_with("key.")) return 1;
    if (spot.rule.starts_with("generic.")) return 2;
    return spot.from != nullptr && spot.from->words.empty() ? 3 : 4;
}

namespace {

// The password of an address may be an assignment itself, `wif=...`: where a rule knows the value,
// the name before it stays.
void drop_named_passwords(std::vector<Spot>& spots) {
    const auto is_assignment = [](const Spot& spot) {
        return spot.rule == "generic.url_password" && spot.secret.find('=') != std::string::npos;
    };
    if (std::none_of(spots.begin(), spots.end(), is_assignment)) return;
    std::map<std::size_t, std::size_t> telling;  // by end: where it begins
    for (const Spot& spot : spots) {
        if (rank_of(spot) > 2) telling[spot.end] = spot.begin;
    }
    std::erase_if(spots, [&](const Spot& spot) {
        const auto inner = telling.find(spot.end);
        return inner != telling.end() && is_assignment(spot) && inner->second > spot.begin &&
               spot.secret[inner->second - spot.begin - 1] == '=';
    });
}

}  // namespace

std::vector<Spot> without_overlaps(std::vector<Spot> spots) {
    drop_named_passwords(spots);
    std::stable_sort(spots.begin(), spots.end(), [](const Spot& a, const Spot& b) {
        const std::size_t size_a = a.end - a.begin, size_b = b.end - b.begin;
        const int rank_a = rank_of(a), rank_b = rank_of(b);
        // Entropy and names give way to a format, whatever their length.
        const bool weak_a = rank_a < 2, weak_b = rank_b < 2;
        if (weak_a != weak_b) return weak_b;
        if (size_a != size_b) return size_a > size_b;
        return rank_a > rank_b;
    });
    std::map<std::size_t, Spot> kept;
    for (Spot& spot : spots) {
        const auto next = kept.lower_bound(spot.begin);
        if (next != kept.end() && next->second.begin < spot.end) continue;
        if (next != kept.begin() && std::prev(next)->second.end > spot.begin) continue;
        const std::size_t begin = spot.begin;
        kept.emplace(begin, std::move(spot));
    }
    std::vector<Spot> ordered;
    for (auto& [begin, spot] : kept) ordered.push_back(std::move(spot));
    return ordered;
}

Spotter::Spotter(const Policy& policy) : policy_(policy), run_(policy.matcher->start()) {
    done_.resize(policy.rules->all().size());
    large_until_.resize(done_.size());
    for (const Known& known : policy.known) literals_.add(known.value);
}

std::vector<Spot> Spotter::look(std::string_view text, std::string_view name,
                                const std::vector<CharacterRun>& runs, bool is_joined) {
    spots_.clear();
    candidates_.clear();
    run_->look(text, candidates_);
    for (const Candidate& candidate : candidates_) {
        if (candidate.rule == kKeyCandidate) {
            if (!is_joined) consider_name(candidate.end, text);
        } else if (!policy_.rules->is_disabled(candidate.rule)) {
            confirm(candidate.rule, candidate.end, text, name);
        }
    }
    for (const std::uint32_t rule : touched_) done_[rule] = large_until_[rule] = 0;
    touched_.clear();
    add_literals(text);
    if (!is_joined) add_random_runs(text, runs, false, spots_);
    return without_overlaps(std::move(spots_));
}

void Spotter::confirm(std::uint32_t index, std::size_t end, std::string_view text,
                      std::string_view name) {
    if (end <= done_[index]) return;
    if (done_[index] == 0) touched_.push_back(index);
    const Rule& rule = policy_.rules->all()[index];
    if (is_found_by_near_words(rule)) {
        // The secret stands behind the word, on its line or in the block that begins there.
        done_[index] = end;
        const std::size_t line_end = line_end_near(text, end, kNear + kWindows[0]);
        const std::size_t word = begin_of_near_word(rule, text, end);
        try_window(index, {end, line_end, end + kNear, word}, text, name);
        if (const std::size_t block = block_behind(text, end); block < text.size()) {
            const std::size_t block_end = line_end_near(text, block, kWindows[0]);
            try_window(index, {block, block_end, block, word}, text, name);
        }
        return;
    }
    for (const std::size_t window : kWindows) {
        // A large window that held nothing is not looked through again at the next candidate.
        if (window == kWindows[1]) {
            if (end < large_until_[index]) break;
            large_until_[index] = end + kWindows[0];
        }
        const std::size_t from = std::max(done_[index], end > window ? end - window : 0);
        const std::size_t to = std::min(text.size(), end + window);
        if (try_window(index, {from, to, end, kNoWord}, text, name)) return;
    }
    // A match that is longer than the windows: what goes on in the same run is no other one.
    while (end < text.size() && is_run_character(text[end])) ++end;
    done_[index] = end;
}

// All matches of a window; whether there was one.
bool Spotter::try_window(std::uint32_t index, Window window, std::string_view text,
                         std::string_view name) {
    const Rule& rule = policy_.rules->all()[index];
    const std::string_view seen = text.substr(0, window.to);
    bool found = false;
    while (window.from < window.to) {
        const auto match = rule.finds.get().find(seen, window.from);
        if (!match || match->begin > window.last_begin || match->end == match->begin) break;
        // What goes over a gap is two texts, and what begins inside a wrapping begins behind it.
        const std::size_t gap = text.substr(0, match->end).find(kGap, match->begin);
        const std::size_t begin =
            gap == std::string_view::npos ? behind_wrapping(text, match->begin) : gap + 1;
        if (begin > match->begin) {
            window.from = begin;
            continue;
        }
        consider(rule, *match, window.near_begin, text, name);
        found = true;
        done_[index] = match->end;
        window.from = match->end;
    }
    return found;
}

void Spotter::consider(const Rule& rule, const base::Regex::Match& match, std::size_t near_begin,
                       std::string_view text, std::string_view name) {
    std::size_t begin = match.begin, end = match.end;
    // Of several groups the first that took part: each alternative may have its own.
    for (std::size_t i = rule.group; i > 0 && i <= match.groups.size(); ++i) {
        const auto& group = match.groups[i - 1];
        if (!group || group->empty()) continue;
        begin = static_cast<std::size_t>(group->data() - text.data());
        end = begin + group->size();
        break;
    }
    end = user_end(text, begin, end);
    const std::string_view secret = text.substr(begin, end - begin);
    const std::string_view whole = text.substr(match.begin, match.end - match.begin);
    if (rule.words_stand_anywhere && !has_word(rule, text)) return;
    if (rule.on_edges && !stands_alone(text, match.begin, match.end)) return;
    if (!rule.near.empty() && near_begin == kNoWord) {
        near_begin = find_near_word(rule, text, match.begin);
        if (near_begin == kNoWord) return;
    }
    if (rule.entropy > 0 && entropy_of(secret) < rule.entropy) return;
    const bool is_of_vendor = passes(rule.checksum, secret);
    if (!is_of_vendor && rule.checksum != Checksum::Github) return;
    const bool is_path = rule.id.starts_with("path.");
    if (!is_path && is_placeholder(secret, &rule)) return;
    // A format without a mark of its own cannot tell its secrets from words.
    const bool has_no_mark = is_found_by_near_words(rule) || rule.id.starts_with("generic.");
    if (has_no_mark && rule.checksum == Checksum::None &&
        (reads_like_joined_words(secret) || contains_any(secret, rule.near))) {
        return;
    }
    // An imported expression may match more than a format: `<add key=... />`.
    const bool is_format = whole != secret && !rule.words_stand_anywhere;
    if (policy_.rules->is_fake(secret) || (is_format && policy_.rules->is_fake(whole))) return;
    if (rule.path && !rule.path->is_found_in(name)) return;
    const std::string_view line = line_around(text, match.begin, match.end);
    const auto allows = [&](const Allowed& allowed) {
        return is_allowed(allowed, secret, whole, line, name);
    };
    const auto& everywhere = policy_.rules->allowed();
    if (std::any_of(rule.allowed.begin(), rule.allowed.end(), allows) ||
        std::any_of(everywhere.begin(), everywhere.end(), allows)) {
        return;
    }
    Spot spot;
    spot.code = is_path                           ? code::Path
                : rule.id.starts_with("partial.") ? code::Partial
                                                  : code::Value;
    spot.rule = rule.id;
    spot.about = rule.about;
    // A token with a wrong checksum was not issued by the vendor; it still has the form of one.
    spot.is_breaking = (rule.is_breaking || (is_path && policy_.is_for_fixtures)) && is_of_vendor;
    spot.from = &rule;
    spot.begin = begin;
    spot.end = end;
    spot.told_begin = std::min(match.begin, near_begin);
    spot.told_end = match.end;
    spot.secret = secret;
    spots_.push_back(std::move(spot));
}

void Spotter::consider_name(std::size_t end, std::string_view text) {
    NamedValue found;
    if (!find_named_value(text, end, policy_, found)) return;
    const std::string_view secret = text.substr(found.begin, found.end - found.begin);
    if (policy_.rules->is_fake(secret)) return;
    Spot spot;
    spot.code = code::Key;
    spot.rule = found.id;
    spot.about = found.about;
    spot.begin = found.begin;
    spot.end = found.end;
    spot.secret = secret;
    spots_.push_back(std::move(spot));
}

void Spotter::add_literals(std::string_view text) {
    for (const Literals::Place& place : literals_.find(text)) {
        Spot spot;
        spot.code = code::Value;
        spot.rule = "known.value";
        spot.about = "a value that is known to be secret";
        spot.begin = place.begin;
        spot.end = place.end;
        spot.secret = text.substr(place.begin, place.end - place.begin);
        spots_.push_back(std::move(spot));
    }
}

}  // namespace understudy::secret
