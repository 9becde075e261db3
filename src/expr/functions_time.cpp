// Functions of time: CEL's accessors, and calendar arithmetic and formatting of our own.
//
// All is UTC unless a fixed offset is named. Zones with names change with politics and would need a
// database; they are refused rather than guessed.
#include <array>
#include <charconv>

#include "base/text.hpp"
#include "base/time.hpp"
#include "expr/impl/machine.hpp"
#include "expr/impl/span_of_time.hpp"

namespace understudy::expr {

using base::Code;
using Arguments = std::span<const Datum>;

namespace {

using enum TypeKind;

// "UTC", "Z", "+02:00", "-09:30", "02:00" as seconds.
std::optional<std::int32_t> parse_offset(std::string_view zone) {
    if (zone == "UTC" || zone == "Z") return 0;
    std::int32_t sign = 1;
    if (zone.starts_with('+') || zone.starts_with('-')) {
        sign = zone.front() == '-' ? -1 : 1;
        zone.remove_prefix(1);
    }
    if (zone.size() != 5 || zone[2] != ':') return std::nullopt;
    for (const std::size_t i : {0U, 1U, 3U, 4U}) {
        if (zone[i] < '0' || zone[i] > '9') return std::nullopt;
    }
    const std::int32_t hours = (zone[0] - '0') * 10 + (zone[1] - '0');
    const std::int32_t minutes = (zone[3] - '0') * 10 + (zone[4] - '0');
    if (hours > 23 || minutes > 59) return std::nullopt;
    return sign * (hours * 3600 + minutes * 60);
}

using Part = std::int64_t (*)(const base::Calendar&);

template <Part kPart>
Datum calendar_part(Machine& machine, const Node& call, Arguments a) {
    std::int32_t offset = 0;
    if (a.size() > 1) {
        const std::optional<std::int32_t> parsed = parse_offset(a[1].view());
        if (!parsed) {
            return machine.fail(call, Code::ExprTimeZone, {{"zone", base::quoted(a[1].view())}});
        }
        offset = *parsed;
    }
    return Datum::from(kPart(base::to_calendar(a[0].instant(), offset)));
}

std::int64_t year(const base::Calendar& c) {
    return c.year;
}
std::int64_t month(const base::Calendar& c) {
    return c.month - 1;
}
std::int64_t date(const base::Calendar& c) {
    return c.day;
}
std::int64_t day_of_month(const base::Calendar& c) {
    return c.day - 1;
}
std::int64_t day_of_week(const base::Calendar& c) {
    return c.weekday;
}
std::int64_t day_of_year(const base::Calendar& c) {
    return c.day_of_year;
}
std::int64_t hours(const base::Calendar& c) {
    return c.hour;
}
std::int64_t minutes(const base::Calendar& c) {
    return c.minute;
}
std::int64_t seconds(const base::Calendar& c) {
    return c.second;
}
std::int64_t milliseconds(const base::Calendar& c) {
    return c.nanosecond / 1'000'000;
}

template <std::int64_t kSeconds>
Datum span_in(Machine&, const Node&, Arguments a) {
    return Datum::from(a[0].integer / kSeconds);
}

// The part of a second, as CEL has it; for the whole span see int and getSeconds.
Datum span_milliseconds(Machine&, const Node&, Arguments a) {
    return Datum::from(std::int64_t{a[0].nanoseconds / 1'000'000});
}

int days_in_month(int year_number, int month_number) {
    constexpr std::array<int, 12> kDays = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const bool leap = (year_number % 4 == 0 && year_number % 100 != 0) || year_number % 400 == 0;
    return month_number == 2 && leap ? 29 : kDays[static_cast<std::size_t>(month_number - 1)];
}

// January 31 and one month is the last of February.
Datum add_months(Machine& machine, const Node& call, Arguments a) {
    constexpr std::int64_t kMost = 12 * 10'000;
    base::Calendar calendar = base::to_calendar(a[0].instant());
    std::optional<base::Instant> instant;
    if (a[1].integer >= -kMost && a[1].integer <= kMost) {
        const std::int64_t months = calendar.year * 12 + (calendar.month - 1) + a[1].integer;
        if (months >= 12 && months < kMost) {
            calendar.year = static_cast<int>(months / 12);
            calendar.month = static_cast<int>(months % 12) + 1;
            calendar.day = std::min(calendar.day, days_in_month(calendar.year, calendar.month));
            instant = base::from_calendar(calendar);
        }
    }
    if (instant) return Datum::from(*instant);
    return machine.fail(call, Code::ExprOverflow,
                        {{"operation", "add_months"}, {"type", "a timestamp"}});
}

Datum epoch(Machine&, const Node&, Arguments a) {
    return Datum::from(a[0].integer);
}

std::string two_digits(int number) {
    std::string text = std::to_string(number);
    return text.size() < 2 ? "0" + text : text;
}

std::string to_date(base::Instant instant) {
    const base::Calendar c = base::to_calendar(instant);
    std::string year_text = std::to_string(c.year);
    year_text.insert(0, 4 - std::min<std::size_t>(4, year_text.size()), '0');
    return year_text + "-" + two_digits(c.month) + "-" + two_digits(c.day);
}

// RFC 2822 is the HTTP date with a numeric zone.
std::string to_rfc2822(base::Instant instant) {
    std::string text = base::to_rfc1123(instant);
    if (text.ends_with("GMT")) text.replace(text.size() - 3, 3, "+0000");
    return text;
}

Datum format_time(Machine& machine, const Node& call, Arguments a) {
    constexpr std::array<std::string_view, 7> kForms = {
        "epoch", "epoch_ms", "rfc3339", "rfc3339_ms", "rfc2822", "http", "date"};
    const base::Instant t = a[0].instant();
    const std::string_view form = a[1].view();
    if (form == "epoch") return machine.make_text(std::to_string(t.seconds));
    if (form == "epoch_ms") {
        return machine.make_text(std::to_string(t.seconds * 1000 + t.nanoseconds / 1'000'000));
    }
    if (form == "rfc3339") return machine.make_text(base::to_rfc3339(t));
    if (form == "rfc3339_ms") return machine.make_text(base::to_rfc3339_millis(t));
    if (form == "rfc2822") return machine.make_text(to_rfc2822(t));
    if (form == "http") return machine.make_text(base::to_rfc1123(t));
    if (form == "date") return machine.make_text(to_date(t));
    return machine.fail(call, Code::ExprMode,
                        {{"what", "time form"},
                         {"mode", base::quoted(form)},
                         {"nearest", base::nearest(form, kForms)},
                         {"known", "epoch, epoch_ms, rfc3339, rfc3339_ms, rfc2822, http, date"}});
}

#define PART(name, part)                                                                  \
    {name, kMethod, 1, {Timestamp}, Int, Growth::Constant, calendar_part<part>}, {        \
        name, kMethod, 2, {Timestamp, String}, Int, Growth::Constant, calendar_part<part> \
    }

constexpr Overload kFunctions[] = {
    PART("getFullYear", year),
    PART("getMonth", month),
    PART("getDate", date),
    PART("getDayOfMonth", day_of_month),
    PART("getDayOfWeek", day_of_week),
    PART("getDayOfYear", day_of_year),
    PART("getHours", hours),
    PART("getMinutes", minutes),
    PART("getSeconds", seconds),
    PART("getMilliseconds", milliseconds),
    {"getHours", kMethod, 1, {Duration}, Int, Growth::Constant, span_in<3600>},
    {"getMinutes", kMethod, 1, {Duration}, Int, Growth::Constant, span_in<60>},
    {"getSeconds", kMethod, 1, {Duration}, Int, Growth::Constant, span_in<1>},
    {"getMilliseconds", kMethod, 1, {Duration}, Int, Growth::Constant, span_milliseconds},
    {"add_months", kGlobal, 2, {Timestamp, Int}, Timestamp, Growth::Constant, add_months},
    {"epoch", kGlobal, 1, {Timestamp}, Int, Growth::Constant, epoch},
    {"format_time", kGlobal, 2, {Timestamp, String}, String, Growth::Constant, format_time},
};

#undef PART

}  // namespace

std::span<const Overload> time_functions() {
    return kFunctions;
}

}  // namespace understudy::expr
