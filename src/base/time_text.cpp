// RFC 3339 and RFC 1123 dates as text. The readers take the text apart with one small cursor; what
// a day and an hour are is decided in time.cpp.
#include <array>

#include "base/time.hpp"

namespace understudy::base {

namespace {

constexpr std::array<std::string_view, 12> kMonths = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                      "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
constexpr std::array<std::string_view, 7> kWeekdays = {"Sun", "Mon", "Tue", "Wed",
                                                       "Thu", "Fri", "Sat"};

// Reads from the front of a text; the first thing that does not fit makes everything after it fail.
class Cursor {
public:
    explicit Cursor(std::string_view text) : rest_(text) {}

    bool take(char c) { return take(std::string_view(&c, 1)); }
    bool take(std::string_view expected) {
        if (!rest_.starts_with(expected)) return false;
        rest_.remove_prefix(expected.size());
        return true;
    }
    void need(char c) { good_ = take(c) && good_; }

    int digits(std::size_t count) {
        int value = 0;
        for (std::size_t i = 0; i < count; ++i) {
            if (!has_digit()) {
                good_ = false;
                return 0;
            }
            value = value * 10 + (rest_.front() - '0');
            rest_.remove_prefix(1);
        }
        return value;
    }

    // The digits after a point, as nanoseconds; further ones are dropped.
    std::int32_t fraction() {
        good_ = good_ && has_digit();
        std::int32_t value = 0;
        std::int32_t unit = 100'000'000;
        for (; has_digit(); rest_.remove_prefix(1), unit /= 10) {
            value += (rest_.front() - '0') * unit;
        }
        return value;
    }

    template <std::size_t Count>
    int one_of(const std::array<std::string_view, Count>& words) {
        for (std::size_t i = 0; i < Count; ++i) {
            if (take(words[i])) return static_cast<int>(i);
        }
        good_ = false;
        return 0;
    }

    void fail() { good_ = false; }
    bool has_digit() const {
        return !rest_.empty() && rest_.front() >= '0' && rest_.front() <= '9';
    }
    bool is_done() const { return good_ && rest_.empty(); }

private:
    std::string_view rest_;
    bool good_ = true;
};

struct Stamp {
    Calendar calendar;
    std::int32_t offset_seconds = 0;
};

void read_date(Cursor& cursor, Calendar& out) {
    out.year = cursor.digits(4);
    cursor.need('-');
    out.month = cursor.digits(2);
    cursor.need('-');
    out.day = cursor.digits(2);
}

std::int32_t read_offset(Cursor& cursor, bool with_colon) {
    const bool west = cursor.take('-');
    if (!west) cursor.need('+');
    const int hours = cursor.digits(2);
    if (with_colon) cursor.need(':');
    const int minutes = cursor.digits(2);
    if (hours > 23 || minutes > 59) cursor.fail();
    const std::int32_t seconds = hours * 3600 + minutes * 60;
    return west ? -seconds : seconds;
}

void read_time(Cursor& cursor, Stamp& out) {
    out.calendar.hour = cursor.digits(2);
    cursor.need(':');
    out.calendar.minute = cursor.digits(2);
    cursor.need(':');
    out.calendar.second = cursor.digits(2);
    if (cursor.take('.')) out.calendar.nanosecond = cursor.fraction();
    if (cursor.take('Z') || cursor.take('z')) return;
    out.offset_seconds = read_offset(cursor, true);
}

// Turns second 60 into 59 and says so, if it is 23:59:60 in UTC.
bool take_leap_second(Stamp& stamp) {
    if (stamp.calendar.second != 60) return false;
    const std::int32_t minutes =
        stamp.calendar.hour * 60 + stamp.calendar.minute - stamp.offset_seconds / 60;
    if ((minutes + 2 * 1440) % 1440 != 1439) return false;
    stamp.calendar.second = 59;
    return true;
}

std::optional<Instant> to_instant(Stamp stamp) {
    const bool leap = take_leap_second(stamp);
    const std::optional<Instant> instant = from_calendar(stamp.calendar, stamp.offset_seconds);
    if (!instant || !leap) return instant;
    return add(*instant, {1, 0});
}

std::optional<Stamp> read_rfc3339(std::string_view text) {
    Cursor cursor(text);
    Stamp stamp;
    read_date(cursor, stamp.calendar);
    if (!cursor.take('T')) cursor.need('t');
    read_time(cursor, stamp);
    if (!cursor.is_done()) return std::nullopt;
    return stamp;
}

// Year 0000 and offsets at either end of time are good RFC 3339 but no Instant: the same day and
// hour 400 years later or earlier, when every date falls alike, is asked instead.
bool is_real(Stamp stamp) {
    take_leap_second(stamp);
    stamp.calendar.year += stamp.calendar.year < 5000 ? 400 : -400;
    return from_calendar(stamp.calendar, stamp.offset_seconds).has_value();
}

void append_padded(std::string& out, int value, std::size_t width) {
    std::array<char, 16> digits;
    std::size_t first = digits.size();
    while (value > 0 || first > digits.size() - width) {
        digits[--first] = static_cast<char>('0' + value % 10);
        value /= 10;
    }
    out.append(digits.data() + first, digits.size() - first);
}

void append_clock(std::string& out, const Calendar& calendar) {
    append_padded(out, calendar.hour, 2);
    out += ':';
    append_padded(out, calendar.minute, 2);
    out += ':';
    append_padded(out, calendar.second, 2);
}

std::string to_seconds_text(const Calendar& calendar) {
    std::string out;
    out.reserve(32);  // fractions of a second, an offset and a zone included
    append_padded(out, calendar.year, 4);
    out += '-';
    append_padded(out, calendar.month, 2);
    out += '-';
    append_padded(out, calendar.day, 2);
    out += 'T';
    append_clock(out, calendar);
    return out;
}

}  // namespace

std::optional<Instant> parse_rfc3339(std::string_view text) {
    const std::optional<Stamp> stamp = read_rfc3339(text);
    return stamp ? to_instant(*stamp) : std::nullopt;
}

bool is_rfc3339(std::string_view text) {
    const std::optional<Stamp> stamp = read_rfc3339(text);
    return stamp && is_real(*stamp);
}

bool is_rfc3339_date(std::string_view text) {
    Cursor cursor(text);
    Stamp stamp;
    read_date(cursor, stamp.calendar);
    return cursor.is_done() && is_real(stamp);
}

bool is_rfc3339_time(std::string_view text) {
    Cursor cursor(text);
    Stamp stamp;
    read_time(cursor, stamp);
    return cursor.is_done() && is_real(stamp);
}

std::string to_rfc3339(Instant instant) {
    const Calendar calendar = to_calendar(instant);
    std::string out = to_seconds_text(calendar);
    if (calendar.nanosecond != 0) {
        out += '.';
        append_padded(out, calendar.nanosecond, 9);
        out.erase(out.find_last_not_of('0') + 1);
    }
    return out += 'Z';
}

std::string to_rfc3339_millis(Instant instant) {
    const Calendar calendar = to_calendar(instant);
    std::string out = to_seconds_text(calendar);
    out += '.';
    append_padded(out, calendar.nanosecond / 1'000'000, 3);
    return out += 'Z';
}

std::string to_rfc1123(Instant instant) {
    const Calendar calendar = to_calendar(instant);
    std::string out;
    out.reserve(32);
    out += kWeekdays[static_cast<std::size_t>(calendar.weekday)];
    out += ", ";
    append_padded(out, calendar.day, 2);
    out.append(" ").append(kMonths[static_cast<std::size_t>(calendar.month - 1)]).append(" ");
    append_padded(out, calendar.year, 4);
    out += ' ';
    append_clock(out, calendar);
    return out += " GMT";
}

std::optional<Instant> parse_rfc1123(std::string_view text) {
    Cursor cursor(text);
    Stamp stamp;
    std::optional<int> weekday;
    if (!cursor.has_digit()) {
        weekday = cursor.one_of(kWeekdays);
        cursor.need(',');
        cursor.need(' ');
    }
    stamp.calendar.day = cursor.digits(1);
    if (cursor.has_digit()) stamp.calendar.day = stamp.calendar.day * 10 + cursor.digits(1);
    cursor.need(' ');
    stamp.calendar.month = cursor.one_of(kMonths) + 1;
    cursor.need(' ');
    stamp.calendar.year = cursor.digits(4);
    cursor.need(' ');
    stamp.calendar.hour = cursor.digits(2);
    cursor.need(':');
    stamp.calendar.minute = cursor.digits(2);
    if (cursor.take(':')) stamp.calendar.second = cursor.digits(2);
    cursor.need(' ');
    if (!cursor.take("GMT") && !cursor.take("UTC") && !cursor.take("UT") && !cursor.take('Z')) {
        stamp.offset_seconds = read_offset(cursor, false);
    }
    if (!cursor.is_done()) return std::nullopt;

    const std::optional<Instant> instant = to_instant(stamp);
    if (!instant || !weekday) return instant;
    const Instant before_leap = *add(*instant, {stamp.calendar.second == 60 ? -1 : 0, 0});
    if (to_calendar(before_leap, stamp.offset_seconds).weekday != *weekday) return std::nullopt;
    return instant;
}

}  // namespace understudy::base
