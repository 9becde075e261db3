// Dates, times and durations (RFC 3339 with its appendix A).
#include "schema/impl/format.hpp"

namespace understudy::schema {
namespace {

// Reads a text from its front; every reader says whether it found what it wants.
class Reader {
public:
    explicit Reader(std::string_view text) : rest_(text) {}

    bool take(char c) {
        if (!rest_.starts_with(c)) return false;
        rest_.remove_prefix(1);
        return true;
    }
    bool take_digits(std::size_t count, int& number) {
        if (rest_.size() < count) return false;
        number = 0;
        for (std::size_t i = 0; i < count; ++i) {
            if (rest_[i] < '0' || rest_[i] > '9') return false;
            number = number * 10 + (rest_[i] - '0');
        }
        rest_.remove_prefix(count);
        return true;
    }
    std::size_t take_run_of_digits() {
        std::size_t count = 0;
        while (count < rest_.size() && rest_[count] >= '0' && rest_[count] <= '9') ++count;
        rest_.remove_prefix(count);
        return count;
    }
    char peek() const { return rest_.empty() ? '\0' : rest_.front(); }
    bool is_done() const { return rest_.empty(); }

private:
    std::string_view rest_;
};

int days_in(int year, int month) {
    constexpr int kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return month == 2 && leap ? 29 : kDays[month - 1];
}

bool take_date(Reader& in) {
    int year = 0;
    int month = 0;
    int day = 0;
    if (!in.take_digits(4, year) || !in.take('-') || !in.take_digits(2, month) || !in.take('-') ||
        !in.take_digits(2, day)) {
        return false;
    }
    return month >= 1 && month <= 12 && day >= 1 && day <= days_in(year, month);
}

bool take_time(Reader& in) {
    int hour = 0;
    int minute = 0;
    int second = 0;
    if (!in.take_digits(2, hour) || !in.take(':') || !in.take_digits(2, minute) || !in.take(':') ||
        !in.take_digits(2, second)) {
        return false;
    }
    if (hour > 23 || minute > 59 || second > 60) return false;
    if (in.take('.') && in.take_run_of_digits() == 0) return false;
    int offset = 0;
    if (!in.take('Z') && !in.take('z')) {
        const bool east = in.peek() == '+';
        int hours = 0;
        int minutes = 0;
        if (!in.take('+') && !in.take('-')) return false;
        if (!in.take_digits(2, hours) || !in.take(':') || !in.take_digits(2, minutes)) return false;
        if (hours > 23 || minutes > 59) return false;
        offset = (hours * 60 + minutes) * (east ? 1 : -1);
    }
    if (second < 60) return true;
    // A leap second is the last second of a day in UTC.
    const int in_utc = (hour * 60 + minute - offset + 2 * 1440) % 1440;
    return in_utc == 1439;
}

}  // namespace

bool is_date(std::string_view text) {
    Reader in(text);
    return take_date(in) && in.is_done();
}

bool is_time(std::string_view text) {
    Reader in(text);
    return take_time(in) && in.is_done();
}

bool is_date_time(std::string_view text) {
    Reader in(text);
    return take_date(in) && (in.take('T') || in.take('t')) && take_time(in) && in.is_done();
}

// P1Y2M3DT4H5M6S and P4W. Units go from large to small without a gap, as RFC 3339 writes them:
// P1Y3D is none.
bool is_duration(std::string_view text) {
    Reader in(text);
    if (!in.take('P')) return false;
    const auto take_units = [&in](std::string_view units) {
        std::size_t from = 0;
        bool some = false;
        while (in.peek() >= '0' && in.peek() <= '9') {
            in.take_run_of_digits();
            const std::size_t unit = units.find(in.peek(), from);
            if (unit == std::string_view::npos || (some && unit != from)) return -1;
            in.take(units[unit]);
            from = unit + 1;
            some = true;
        }
        return some ? 1 : 0;
    };
    if (text.ends_with('W')) {
        return in.take_run_of_digits() > 0 && in.take('W') && in.is_done();
    }
    const int date = take_units("YMD");
    if (date < 0) return false;
    if (in.is_done()) return date > 0;
    return in.take('T') && take_units("HMS") > 0 && in.is_done();
}

}  // namespace understudy::schema
