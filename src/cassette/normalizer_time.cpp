// Points in time. One instant is one number however it is written; how it is written (precision,
// zone, separator) is in the label, so that a change of format shows.
#include <array>

#include "base/text.hpp"
#include "base/time.hpp"
#include "cassette/impl/normalizer.hpp"

namespace understudy::cassette {

namespace {

constexpr std::string_view kSpace = "time";

// Seconds since 1970 that are taken for a time: September 2001, when they became ten digits, to the
// end of 2099.
constexpr std::int64_t kFirstEpoch = 1'000'000'000;
constexpr std::int64_t kLastEpoch = 4'102'444'799;

constexpr std::string_view kIso = R"((\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,12})?)?)"
                                  R"((?:[Zz]| UTC| ?[+-]\d\d:\d\d| ?[+-]\d{4})?))";
constexpr std::string_view kHttpDate =
    R"(((?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), )?\d{1,2} )"
    R"((?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d(?::\d\d)? )"
    R"((?:GMT|UTC|UT|Z|[+-]\d{4})))";

// The parts of a time as it is written.
struct Written {
    std::string moment;  // 2026-04-30T06:12:09.5, as RFC 3339 wants it
    std::string zone;    // Z, +02:00; empty: none
    std::string_view zone_style = "none";
    std::string precision;  // m, 0, 3
    char separator = 'T';
};

Written take_apart(std::string_view text) {
    Written written;
    written.separator = text[10] == ' ' ? 'S' : 'T';
    std::size_t at = 16;
    written.moment = std::string(text.substr(0, 10)) + "T" + std::string(text.substr(11, 5));
    written.precision = "m";
    if (at < text.size() && text[at] == ':') {
        written.moment += text.substr(at, 3);
        at += 3;
        std::size_t digits = 0;
        if (at < text.size() && (text[at] == '.' || text[at] == ',')) {
            const std::size_t begin = ++at;
            while (at < text.size() && is_digit(text[at])) ++at;
            digits = at - begin;
            written.moment += "." + std::string(text.substr(begin, digits));
        }
        written.precision = std::to_string(digits);
    } else {
        written.moment += ":00";
    }
    std::string_view zone = text.substr(at);
    if (zone.starts_with(' ')) zone.remove_prefix(1);
    if (zone == "UTC" || zone == "Z" || zone == "z") {
        written.zone_style = zone == "UTC" ? "utc" : "z";
        written.zone = "Z";
    } else if (!zone.empty()) {
        written.zone_style = zone.size() == 6 ? "offset" : "basic";
        written.zone =
            std::string(zone.substr(0, 3)) + ":" + std::string(zone.substr(zone.size() - 2));
    }
    return written;
}

class Iso8601 : public PatternRecognizer {
public:
    Iso8601(bool needs_zone, bool any_precision)
        : PatternRecognizer(own_pattern(kIso)),
          needs_zone_(needs_zone),
          any_precision_(any_precision) {}

protected:
    std::optional<Token> judge(std::string_view text, std::size_t begin, std::size_t end,
                               const Known& /*known*/) const override {
        if (begin > 0 && (is_digit(text[begin - 1]) || text[begin - 1] == '-')) return std::nullopt;
        if (end < text.size() && is_word(text[end])) return std::nullopt;
        const Written written = take_apart(text.substr(begin, end - begin));
        if (written.zone.empty() && needs_zone_) return std::nullopt;
        const auto instant =
            base::parse_rfc3339(written.moment + (written.zone.empty() ? "Z" : written.zone));
        if (!instant) return std::nullopt;
        std::string label = "time.";
        label += written.separator;
        if (!any_precision_) label += "." + written.precision;
        label += "." + std::string(written.zone_style);
        std::string identity = base::to_rfc3339(*instant);
        if (written.zone.empty()) identity.insert(0, "local ");
        return Token{std::string(kSpace), std::move(label), std::move(identity)};
    }

private:
    bool needs_zone_, any_precision_;
};

class HttpDate : public PatternRecognizer {
public:
    HttpDate() : PatternRecognizer(own_pattern(kHttpDate)) {}

protected:
    std::optional<Token> judge(std::string_view text, std::size_t begin, std::size_t end,
                               const Known& /*known*/) const override {
        if (!stands_alone(text, begin, end)) return std::nullopt;
        const std::string_view date = text.substr(begin, end - begin);
        // A date behind a weekday that is not its own is no date.
        const std::string_view before = text.substr(0, begin);
        const bool follows_a_word =
            before.size() > 2 && before.ends_with(", ") && is_word(before[before.size() - 3]);
        if (follows_a_word && is_digit(date.front())) return std::nullopt;
        const auto instant = base::parse_rfc1123(date);
        if (!instant) return std::nullopt;
        const std::string_view style = date.ends_with("GMT") ? "gmt" : "offset";
        return Token{std::string(kSpace), "time.rfc1123." + std::string(style),
                     base::to_rfc3339(*instant)};
    }
};

enum class EpochUnit : std::uint8_t { Any, Seconds, Milliseconds };

class Epoch : public PatternRecognizer {
public:
    explicit Epoch(EpochUnit unit)
        : PatternRecognizer(own_pattern(R"((\d{10}(?:\d{3})?(?:\.\d{1,9})?))")), unit_(unit) {}

    std::optional<Token> value(const json::Value& value) const override {
        return value.is_number() ? token(value.number_text()) : std::nullopt;
    }

protected:
    std::optional<Token> judge(std::string_view text, std::size_t begin, std::size_t end,
                               const Known& /*known*/) const override {
        if (!stands_alone(text, begin, end)) return std::nullopt;
        if (begin > 0 && (text[begin - 1] == '.' || text[begin - 1] == '-')) return std::nullopt;
        return token(text.substr(begin, end - begin));
    }

private:
    std::optional<Token> token(std::string_view text) const {
        const std::size_t dot = std::min(text.find('.'), text.size());
        const std::string_view whole = text.substr(0, dot);
        const std::string_view fraction = text.substr(std::min(dot + 1, text.size()));
        if (!is_decimal(whole) || (dot < text.size() && !is_decimal(fraction))) return std::nullopt;
        const bool is_milliseconds = whole.size() == 13;
        if (!is_milliseconds && whole.size() != 10) return std::nullopt;
        if (unit_ != EpochUnit::Any && is_milliseconds != (unit_ == EpochUnit::Milliseconds)) {
            return std::nullopt;
        }
        const std::int64_t seconds = base::parse_int64(whole.substr(0, 10)).value_or(0);
        if (seconds < kFirstEpoch || seconds > kLastEpoch) return std::nullopt;
        std::string digits(is_milliseconds ? whole.substr(10) : std::string_view());
        digits += fraction;
        digits.resize(9, '0');
        const auto nanoseconds = base::parse_int64(digits).value_or(0);
        std::string label = is_milliseconds ? "epoch.ms" : "epoch.s";
        if (!fraction.empty()) label += ".fraction";
        return Token{std::string(kSpace), std::move(label),
                     base::to_rfc3339({seconds, static_cast<std::int32_t>(nanoseconds)})};
    }

    EpochUnit unit_;
};

}  // namespace

base::Result<RecognizerPointer> make_iso8601(const Settings& settings) {
    return std::make_shared<Iso8601>(settings.text("zone") == "required",
                                     settings.text("precision") == "any");
}

base::Result<RecognizerPointer> make_rfc1123(const Settings& /*settings*/) {
    return std::make_shared<HttpDate>();
}

base::Result<RecognizerPointer> make_epoch(const Settings& settings) {
    const std::string_view unit = settings.text("unit");
    return std::make_shared<Epoch>(unit == "seconds"        ? EpochUnit::Seconds
                                   : unit == "milliseconds" ? EpochUnit::Milliseconds
                                                            : EpochUnit::Any);
}

}  // namespace understudy::cassette
