// A field that is gone and a new one beside it may be one field under another name: `detailsUrl`
// that became `link`. How sure that is, is said: the same telling value nearly proves it, the same
// type alone does not.
#include <algorithm>
#include <map>

#include "base/text.hpp"
#include "cassette/impl/drifting.hpp"

namespace understudy::cassette {

namespace {

using json::Value;

constexpr double kLeastConfidence = 0.5;
constexpr std::size_t kMostPairs = 10'000;  // tried beside one another; more are left as they are

std::string parent_of(std::string_view path) {
    return std::string(path.substr(0, path.rfind('/')));
}

std::string_view key_of(std::string_view path) {
    return path.substr(path.rfind('/') + 1);
}

// `true`, `0`, `""` and `[]` are everywhere: that two fields have them says little.
bool is_telling(const Value& value) {
    switch (value.kind()) {
        case json::Kind::Null:
        case json::Kind::Bool: return false;
        case json::Kind::Number: return value.number_text().size() > 2;
        case json::Kind::String: return value.as_string().size() > 2;
        case json::Kind::Array:
        case json::Kind::Object: break;
    }
    return value.size() > 0;
}

// Share of the keys of both that are in both.
double shared_keys(const Value& a, const Value& b) {
    if (a.size() + b.size() == 0) return 0;
    const auto in_both =
        std::count_if(a.members().begin(), a.members().end(),
                      [&b](const json::Member& each) { return b.has(each.key()); });
    return 2.0 * static_cast<double>(in_both) / static_cast<double>(a.size() + b.size());
}

std::string without_marks(std::string_view key) {
    std::string text;
    for (const char c : key) {
        if (c != '_' && c != '-') text += c;
    }
    return base::to_lower_ascii(text);
}

// `created_at` and `createdAt` are one word; `url` is within `html_url`.
double similarity(std::string_view a, std::string_view b) {
    const std::string first = without_marks(a);
    const std::string second = without_marks(b);
    if (first == second) return 1;
    const std::string& longer = first.size() < second.size() ? second : first;
    const std::string& shorter = first.size() < second.size() ? first : second;
    if (shorter.size() > 2 && longer.find(shorter) != std::string::npos) return 0.7;
    const std::string candidates[] = {second};
    return base::nearest(first, candidates).empty() ? 0 : 0.6;
}

double confidence_of(const Difference& gone, const Difference& fresh) {
    const Value& before = *gone.before;
    const Value& after = *fresh.after;
    const double names = similarity(key_of(gone.path), key_of(fresh.path));
    if (json::equivalent(before, after)) {
        return is_telling(before) ? 0.95 : std::min(0.9, 0.5 + 0.4 * names);
    }
    if (before.kind() != after.kind()) return 0;
    if (before.is_object()) return 0.3 * names + 0.6 * shared_keys(before, after);
    return 0.8 * names;
}

struct Family {  // what is gone and what is new below one parent
    std::vector<std::size_t> gone, fresh;
};

void pair_up(std::vector<Difference>& differences, const Family& family, std::vector<bool>& used) {
    if (family.gone.size() * family.fresh.size() > kMostPairs) return;
    for (const std::size_t gone : family.gone) {
        double best = 0;
        std::size_t which = 0;
        for (const std::size_t fresh : family.fresh) {
            if (used[fresh]) continue;
            const double confidence = confidence_of(differences[gone], differences[fresh]);
            if (confidence > best) {
                best = confidence;
                which = fresh;
            }
        }
        if (best < kLeastConfidence) continue;
        used[which] = true;
        Difference& renamed = differences[gone];
        renamed.drift = Drift::FieldRenamed;
        renamed.after = differences[which].after;
        renamed.renamed_to = differences[which].path;
        renamed.confidence = best;
    }
}

}  // namespace

void find_renames(std::vector<Difference>& differences) {
    std::map<std::string, Family> families;
    for (std::size_t i = 0; i < differences.size(); ++i) {
        const Difference& each = differences[i];
        if (each.path.empty()) continue;
        if (each.drift == Drift::FieldRemoved) families[parent_of(each.path)].gone.push_back(i);
        if (each.drift == Drift::FieldAdded) families[parent_of(each.path)].fresh.push_back(i);
    }
    std::vector<bool> used(differences.size(), false);
    for (const auto& [parent, family] : families) pair_up(differences, family, used);
    std::vector<Difference> kept;
    for (std::size_t i = 0; i < differences.size(); ++i) {
        if (!used[i]) kept.push_back(std::move(differences[i]));
    }
    differences = std::move(kept);
}

}  // namespace understudy::cassette
