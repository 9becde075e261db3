// The normalizers we ship, in the order their rules run: the longest class first, so that a short
// one never bites a piece out of a long one (a UUID holds eight digits that could be a short SHA),
// and of two that look alike the narrower one first. docs/reference/rules.md shows the same order.
#include "cassette/impl/normalizer.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "cassette/rules.hpp"

namespace understudy::cassette {

namespace {

using Sort = Parameter::Sort;

constexpr Parameter kNone[] = {{"equality", Sort::Flag}};
constexpr Parameter kKind[] = {{"equality", Sort::Flag}, {"kind", Sort::Word}};
constexpr Parameter kIso[] = {{"equality", Sort::Flag},
                              {"zone", Sort::Choice, "required|any"},
                              {"precision", Sort::Choice, "exact|any"}};
constexpr Parameter kRange[] = {
    {"equality", Sort::Flag}, {"min", Sort::Whole}, {"max", Sort::Whole}};
constexpr Parameter kRoots[] = {{"equality", Sort::Flag},
                                {"scratch", Sort::Text},
                                {"root", Sort::Text},
                                {"home", Sort::Text},
                                {"temp", Sort::Text}};
constexpr Parameter kIds[] = {{"equality", Sort::Flag},
                              {"kind", Sort::Word},
                              {"prefix", Sort::Text},
                              {"pattern", Sort::Pattern}};
constexpr Parameter kUrl[] = {
    {"equality", Sort::Flag}, {"kind", Sort::Word}, {"prefix", Sort::Text}};
constexpr Parameter kEpoch[] = {{"equality", Sort::Flag},
                                {"unit", Sort::Choice, "seconds|milliseconds"}};
constexpr Parameter kUnit[] = {{"equality", Sort::Flag}, {"unit", Sort::Text}};
constexpr Parameter kType[] = {
    {"equality", Sort::Flag},
    {"type", Sort::Choice, "string|integer|number|boolean|null|array|object"}};

struct Row {
    std::string_view name;
    Maker make;
    std::span<const Parameter> parameters;
    Reach least = Reach::Anywhere;
    bool is_wide = false;
};

constexpr Row kRows[] = {
    {"sha:long", make_sha_long, kNone},
    {"uuid", make_uuid, kKind},
    {"timestamps.RFC1123", make_rfc1123, kNone},
    {"timestamps.ISO8601", make_iso8601, kIso},
    {"path", make_path, kRoots},
    // those of a project run here
    {"id", make_id, kIds, Reach::Anywhere, true},
    {"sha:short", make_sha_short, kRange},
    {"timestamps.epoch", make_epoch, kEpoch},
    {"duration", make_duration, kUnit},
    {"size", make_size, kUnit},
    {"version", make_version, kNone},
    {"pr_number", make_pr_number, kNone},
    {"issue_number", make_issue_number, kIds},
    {"number_in_url", make_number_in_url, kUrl},
    {"port", make_port, kRange},
    {"host", make_host, kNone},
    {"count", make_count, kRange, Reach::Value},
    {"column", make_column, kKind, Reach::Value, true},
    {"text", make_text, kNone, Reach::Value, true},
    {"opaque", make_opaque, kType, Reach::Value, true},
};
constexpr int kRanksApart = 10;
constexpr std::string_view kOwnRunBefore = "id";

// A normalizer of a project: `group` of `pattern`, wherever it is found.
class Defined : public Recognizer {
public:
    Defined(std::string_view name, std::shared_ptr<const Definition> definition)
        : label_(base::replace_all(name, ":", ".")), definition_(std::move(definition)) {}

    std::vector<Spot> find(std::string_view text, const Known& /*known*/) const override {
        std::vector<Spot> spots;
        std::size_t from = 0;
        while (const auto match = definition_->pattern.find(text, from)) {
            from = std::max(match->end, match->begin + 1);
            std::string_view found = text.substr(match->begin, match->end - match->begin);
            if (definition_->group > 0) {
                const auto& group = match->groups[definition_->group - 1];
                if (!group) continue;
                found = *group;
            }
            if (found.empty() || (definition_->is_integer && !is_decimal(found))) continue;
            const auto begin = static_cast<std::size_t>(found.data() - text.data());
            spots.push_back({begin, begin + found.size(), token(found)});
        }
        return spots;
    }
    std::optional<Token> whole(std::string_view text, const Known& known) const override {
        if (definition_->is_integer && is_decimal(text)) return token(text);
        for (Spot& spot : find(text, known)) {
            if (spot.begin == 0 && spot.end == text.size()) return std::move(spot.token);
        }
        return std::nullopt;
    }
    std::optional<Token> value(const json::Value& value) const override {
        const auto digits = definition_->is_integer ? whole_digits(value) : std::nullopt;
        return digits ? std::optional(token(*digits)) : std::nullopt;
    }

private:
    Token token(std::string_view text) const { return {label_, label_, std::string(text)}; }

    std::string label_;
    std::shared_ptr<const Definition> definition_;
};

}  // namespace

Normalizers Normalizers::shipped() {
    Normalizers known;
    int rank = 0;
    for (const Row& row : kRows) {
        auto each = std::make_shared<Normalizer>();
        each->name = row.name;
        each->rank = rank += kRanksApart;
        each->least = row.least;
        each->is_wide = row.is_wide;
        each->parameters = row.parameters;
        each->make = row.make;
        known.all_.push_back(std::move(each));
    }
    return known;
}

void Normalizers::put(std::string name, std::shared_ptr<const Definition> definition) {
    auto each = std::make_shared<Normalizer>();
    each->name = std::move(name);
    each->rank = find(kOwnRunBefore)->rank - 1;
    each->is_wide = true;
    each->parameters = kNone;
    each->definition = std::move(definition);
    all_.push_back(std::move(each));
}

const Normalizer* Normalizers::find(std::string_view name) const {
    return share(name).get();
}

std::shared_ptr<const Normalizer> Normalizers::share(std::string_view name) const {
    const auto found = std::find_if(all_.begin(), all_.end(),
                                    [&](const auto& each) { return each->name == name; });
    return found == all_.end() ? nullptr : *found;
}

std::vector<std::string> Normalizers::names() const {
    std::vector<std::string> names;
    for (const auto& each : all_) names.push_back(each->name);
    std::sort(names.begin(), names.end());
    return names;
}

base::Result<RecognizerPointer> make_recognizer(const Normalizer& normalizer,
                                                const Settings& settings) {
    if (normalizer.definition) return make_defined(normalizer.name, normalizer.definition);
    return normalizer.make(settings);
}

RecognizerPointer make_defined(std::string_view name,
                               std::shared_ptr<const Definition> definition) {
    return std::make_shared<Defined>(name, std::move(definition));
}

}  // namespace understudy::cassette
