// What is measured or counted: a number and its unit. The unit stays: 12 ms that became 12 s show.
#include <limits>

#include "base/text.hpp"
#include "cassette/code.hpp"
#include "cassette/impl/normalizer.hpp"

namespace understudy::cassette {

namespace {

// A number and a unit; several of them where they follow each other without a gap: 1h30m.
constexpr std::string_view kDuration =
    R"(((?:\d+(?:\.\d+)?(?:(?: ?(?:milliseconds?|microseconds?|nanoseconds?|seconds?|secs?|)"
    R"(minutes?|mins?|hours?|hrs?|days?|ns|us|µs|μs|ms))|[smhd]))+))";
constexpr std::string_view kSize = R"((\d+(?:\.\d+)? ?(?:bytes?|[kKMGTPE]i?B|B)))";

// One spelling for one unit: `seconds` is `second`, both signs for micro are `u`.
std::string unit_of(std::string_view text) {
    std::string unit(text);
    unit = base::replace_all(unit, "µ", "u");
    unit = base::replace_all(unit, "μ", "u");
    if (unit.size() > 2 && unit.ends_with('s')) unit.pop_back();
    return unit;
}

// The units of `1h30m`: h-m.
std::string units_of(std::string_view text) {
    std::string units;
    for (std::size_t at = 0; at < text.size();) {
        while (at < text.size() && (is_digit(text[at]) || text[at] == '.' || text[at] == ' ')) ++at;
        const std::size_t begin = at;
        while (at < text.size() && !is_digit(text[at])) ++at;
        if (at > begin)
            units += (units.empty() ? "" : "-") + unit_of(text.substr(begin, at - begin));
    }
    return units;
}

class Measure : public PatternRecognizer {
public:
    Measure(std::string_view pattern, std::string label, std::string unit)
        : PatternRecognizer(own_pattern(pattern)),
          label_(std::move(label)),
          unit_(std::move(unit)) {}

    // A bare number has a unit only if the rule says so.
    std::optional<Token> value(const json::Value& value) const override {
        if (unit_.empty() || unit_ == "any" || !value.is_number()) return std::nullopt;
        if (value.number_text().starts_with('-')) return std::nullopt;
        return Token{label_, label_ + "." + unit_, std::string(value.number_text()) + unit_};
    }

protected:
    std::optional<Token> judge(std::string_view text, std::size_t begin, std::size_t end,
                               const Known& /*known*/) const override {
        if (!stands_alone(text, begin, end)) return std::nullopt;
        if (begin > 0 && (text[begin - 1] == '.' || text[begin - 1] == '-')) return std::nullopt;
        const std::string_view found = text.substr(begin, end - begin);
        const std::string units = units_of(found);
        if (!unit_.empty() && unit_ != "any" && unit_ != units) return std::nullopt;
        std::string label = label_;
        if (unit_ != "any") label += "." + units;
        return Token{label_, std::move(label), base::replace_all(found, " ", "")};
    }

private:
    std::string label_, unit_;
};

class Count : public Recognizer {
public:
    Count(std::int64_t min, std::int64_t max) : min_(min), max_(max) {}

    std::vector<Spot> find(std::string_view /*text*/, const Known& /*known*/) const override {
        return {};  // any number of a text could be one
    }
    std::optional<Token> whole(std::string_view text, const Known& /*known*/) const override {
        const auto number = base::parse_int64(text);
        if (!number || *number < min_ || *number > max_) return std::nullopt;
        return Token{"count", "count", std::to_string(*number)};
    }
    std::optional<Token> value(const json::Value& value) const override {
        if (!value.is_number() || !value.is_integer_text()) return std::nullopt;
        return whole(value.number_text(), {});
    }

private:
    std::int64_t min_, max_;
};

}  // namespace

base::Result<RecognizerPointer> make_duration(const Settings& settings) {
    return std::make_shared<Measure>(kDuration, "duration", std::string(settings.text("unit")));
}

base::Result<RecognizerPointer> make_size(const Settings& settings) {
    return std::make_shared<Measure>(kSize, "size", std::string(settings.text("unit")));
}

base::Result<RecognizerPointer> make_count(const Settings& settings) {
    const std::int64_t min = settings.whole("min", 0);
    const std::int64_t max = settings.whole("max", std::numeric_limits<std::int64_t>::max());
    if (min > max) {
        return base::fail(code::RuleBadParameter,
                          {{"what", "`min` and `max` of count"}, {"why", "`min` is above `max`"}});
    }
    return std::make_shared<Count>(min, max);
}

}  // namespace understudy::cassette
