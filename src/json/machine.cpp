// The reader's steps: one token each. See impl/machine.hpp.
#include "json/impl/machine.hpp"

#include <algorithm>
#include <cstring>

#include "base/text.hpp"
#include "json/impl/scan.hpp"

namespace understudy::json {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

bool is_space(char c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

std::uint32_t offset32(const char* at, const char* begin) {
    return static_cast<std::uint32_t>(at - begin);
}

}  // namespace

bool Machine::run(std::string_view text, bool last) {
    begin_ = text.data();
    end_ = begin_ + text.size();
    last_ = last;
    const char* at = begin_;
    Step outcome = skip_byte_order_mark(at);
    while (outcome == Step::Taken) {
        while (at != end_ && is_space(*at)) ++at;
        if (at == end_) break;
        outcome = step(at);
    }
    taken_ = static_cast<std::size_t>(at - begin_);
    if (outcome == Step::Failed) return false;
    return !last || is_done() || refuse_end();
}

Machine::Step Machine::skip_byte_order_mark(const char*& at) {
    if (!at_start_) return Step::Taken;
    const std::string_view text(begin_, static_cast<std::size_t>(end_ - begin_));
    if (text.size() < kByteOrderMark.size() && !last_ && kByteOrderMark.starts_with(text)) {
        return Step::Partial;
    }
    at_start_ = false;
    if (text.starts_with(kByteOrderMark)) {
        had_byte_order_mark_ = true;
        at += kByteOrderMark.size();
    }
    return Step::Taken;
}

Machine::Step Machine::step(const char*& at) {
    switch (expect_) {
        case Expect::Value: return take_value(at);
        case Expect::ItemOrEnd:
            if (*at == ']') return close(at);
            return take_value(at);
        case Expect::KeyOrEnd:
            if (*at == '}') return close(at);
            [[fallthrough]];
        case Expect::Key:
            if (*at == '"') return take_string(at, true);
            refuse_unexpected(at, expect_ == Expect::Key ? "a key in double quotes"
                                                         : "a key in double quotes or \"}\"");
            return Step::Failed;
        case Expect::Colon:
            if (*at == ':') {
                ++at;
                expect_ = Expect::Value;
                return Step::Taken;
            }
            refuse_unexpected(at, "\":\"");
            return Step::Failed;
        case Expect::CommaOrArrayEnd:
            if (*at == ',') {
                ++at;
                expect_ = Expect::Value;
                return Step::Taken;
            }
            if (*at == ']') return close(at);
            refuse_unexpected(at, "\",\" or \"]\"");
            return Step::Failed;
        case Expect::CommaOrObjectEnd:
            if (*at == ',') {
                ++at;
                expect_ = Expect::Key;
                return Step::Taken;
            }
            if (*at == '}') return close(at);
            refuse_unexpected(at, "\",\" or \"}\"");
            return Step::Failed;
        case Expect::Done: refuse(base::Code::JsonTrailing, {}, at, at + 1); return Step::Failed;
    }
    return Step::Failed;
}

Machine::Step Machine::take_value(const char*& at) {
    switch (*at) {
        case '"': return take_string(at, false);
        case '{': return open(at, true);
        case '[': return open(at, false);
        case 't':
        case 'f':
        case 'n': return take_literal(at);
        default: break;
    }
    if (*at == '-' || (*at >= '0' && *at <= '9')) return take_number(at);
    refuse_unexpected(at, expect_ == Expect::ItemOrEnd ? "a value or \"]\"" : "a value");
    return Step::Failed;
}

Machine::Step Machine::take_string(const char*& at, bool is_key) {
    const char* inside = at + 1;
    StringScan scan = scan_string(inside + resume_, end_);
    scan.has_wide = scan.has_wide || resumed_wide_;
    scan.has_escape = scan.has_escape || resumed_escape_;
    const auto length = static_cast<std::size_t>(scan.end - inside);
    if (length > options_.limits.string_bytes) {
        refuse_limit(base::Code::JsonStringTooLong, options_.limits.string_bytes, at);
        return Step::Failed;
    }
    if (scan.has_control) {
        const auto code = static_cast<unsigned char>(*scan.end);
        const char* digits = "0123456789abcdef";
        const std::string padded = {'0', '0', digits[code >> 4U], digits[code & 15U]};
        refuse(base::Code::JsonControlCharacter,
               {{"code", std::to_string(code)}, {"padded", padded}}, scan.end, scan.end + 1);
        return Step::Failed;
    }
    if (!scan.is_closed) {
        resume_ = length;
        resumed_wide_ = scan.has_wide;
        resumed_escape_ = scan.has_escape;
        return partial_or_end(at, is_key ? "a key" : "a string");
    }
    resume_ = 0;
    resumed_wide_ = resumed_escape_ = false;

    std::string_view text(inside, length);
    if (scan.has_wide) {
        if (const auto bad = base::find_invalid_utf8(text)) {
            const auto byte = static_cast<unsigned char>(text[*bad]);
            constexpr std::string_view kHex = "0123456789ABCDEF";
            const std::string shown = {'0', 'x', kHex[byte >> 4U], kHex[byte & 15U]};
            const char* place = inside + *bad;
            refuse(base::Code::JsonInvalidUtf8,
                   {{"byte", shown}, {"offset", std::to_string(place - begin_)}}, place, place + 1);
            return Step::Failed;
        }
    }
    if (scan.has_escape) {
        if (const auto fault = decode_escapes(text, scratch_)) {
            const std::string_view shown = text.substr(fault->at, fault->length);
            refuse(fault->code, {{"text", base::quoted(shown)}}, inside + fault->at,
                   inside + fault->at + fault->length);
            return Step::Failed;
        }
        text = scratch_;
    }
    if (is_key) {
        if (!check_members(frames_.back())) return Step::Failed;
        key_ = {offset32(at, begin_), offset32(scan.end + 1, begin_)};
        builder_.push_string(text);
        expect_ = Expect::Colon;
    } else {
        if (!begin_value(at)) return Step::Failed;
        builder_.push_string(text);
        end_value(at, scan.end + 1);
    }
    at = scan.end + 1;
    return Step::Taken;
}

Machine::Step Machine::take_number(const char*& at) {
    const char* stop = scan_number(at + resume_, end_);
    const auto length = static_cast<std::size_t>(stop - at);
    if (length > options_.limits.string_bytes) {
        refuse_limit(base::Code::JsonStringTooLong, options_.limits.string_bytes, at);
        return Step::Failed;
    }
    if (stop == end_ && !last_) {
        resume_ = length;
        return Step::Partial;
    }
    resume_ = 0;
    const std::string_view text(at, length);
    if (const auto fault = find_number_fault(text)) {
        refuse(base::Code::JsonBadNumber,
               {{"text", base::quoted(text, 40)}, {"why", std::string(fault->why)}}, at, stop);
        return Step::Failed;
    }
    if (!begin_value(at)) return Step::Failed;
    builder_.push_number(text);
    end_value(at, stop);
    at = stop;
    return Step::Taken;
}

Machine::Step Machine::take_literal(const char*& at) {
    const std::string_view word = *at == 't' ? "true" : *at == 'f' ? "false" : "null";
    const std::string_view rest(at, static_cast<std::size_t>(end_ - at));
    if (rest.size() < word.size() && word.starts_with(rest)) {
        return partial_or_end(at, word);
    }
    if (!rest.starts_with(word)) {
        refuse_unexpected(at, "a value");
        return Step::Failed;
    }
    if (!begin_value(at)) return Step::Failed;
    if (*at == 'n') {
        builder_.push_null();
    } else {
        builder_.push_bool(*at == 't');
    }
    end_value(at, at + word.size());
    at += word.size();
    return Step::Taken;
}

Machine::Step Machine::open(const char*& at, bool is_object) {
    if (frames_.size() >= options_.limits.depth) {
        refuse_limit(base::Code::JsonTooDeep, options_.limits.depth, at);
        return Step::Failed;
    }
    if (!begin_value(at)) return Step::Failed;
    const std::size_t row = marks_ == nullptr ? 0 : marks_->rows.size() - 1;
    frames_.push_back({builder_.size(), row, is_object});
    expect_ = is_object ? Expect::KeyOrEnd : Expect::ItemOrEnd;
    ++at;
    return Step::Taken;
}

Machine::Step Machine::close(const char*& at) {
    const Frame frame = frames_.back();
    if (frame.is_object && !check_repeated_keys(frame, at)) return Step::Failed;
    frames_.pop_back();
    if (frame.is_object) {
        builder_.fold_object(frame.from);
    } else {
        builder_.fold_array(frame.from);
    }
    ++at;
    if (marks_ != nullptr) {
        Marks::Row& row = marks_->rows[frame.row];
        row.value.end = offset32(at, begin_);
        row.nodes = static_cast<std::uint32_t>(marks_->rows.size() - frame.row);
    }
    end_value(nullptr, nullptr);
    return Step::Taken;
}

bool Machine::begin_value(const char* at) {
    if (++values_ > options_.limits.values) {
        return refuse_limit(base::Code::JsonTooManyValues, options_.limits.values, at);
    }
    if (marks_ != nullptr) {
        const std::uint32_t place = offset32(at, begin_);
        marks_->rows.push_back({key_, {place, place}, 1});
        key_ = {};
    }
    return true;
}

// `begin` is null for containers, whose row was completed when they closed.
void Machine::end_value(const char* begin, const char* end) {
    if (marks_ != nullptr && begin != nullptr)
        marks_->rows.back().value.end = offset32(end, begin_);
    if (frames_.empty()) {
        expect_ = Expect::Done;
    } else {
        expect_ = frames_.back().is_object ? Expect::CommaOrObjectEnd : Expect::CommaOrArrayEnd;
    }
}

bool Machine::check_members(const Frame& frame) {
    if ((builder_.size() - frame.from) / 2 < options_.limits.members) return true;
    return refuse_limit(base::Code::JsonTooManyMembers, options_.limits.members, begin_);
}

bool Machine::check_repeated_keys(const Frame& frame, const char* at) {
    if (!options_.refuse_repeated_keys) return true;
    const std::size_t count = (builder_.size() - frame.from) / 2;
    if (count < 2) return true;
    std::vector<std::string_view> keys(count);
    for (std::size_t i = 0; i < count; ++i) keys[i] = builder_.at(frame.from + 2 * i).as_string();
    std::sort(keys.begin(), keys.end());
    const auto twice = std::adjacent_find(keys.begin(), keys.end());
    if (twice == keys.end()) return true;
    return refuse(base::Code::JsonRepeatedKey, {{"key", base::quoted(*twice)}}, at, at + 1);
}

bool Machine::refuse(base::Code code, std::vector<base::Arg> args, const char* begin,
                     const char* end) {
    fault_ = {code, std::move(args), static_cast<std::size_t>(begin - begin_),
              static_cast<std::size_t>(end - begin_)};
    return false;
}

bool Machine::refuse_limit(base::Code code, std::size_t limit, const char* at) {
    return refuse(code, {{"limit", base::with_thousands(limit)}}, at, at + 1);
}

bool Machine::refuse_unexpected(const char* at, std::string_view expected) {
    std::size_t length = 1;  // a whole word, or a whole character
    const auto rest =
        std::string_view(at, std::min<std::size_t>(20, static_cast<std::size_t>(end_ - at)));
    const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    while (length < rest.size() && is_letter(rest[0]) && is_letter(rest[length])) ++length;
    while (length < rest.size() && (static_cast<unsigned char>(rest[length]) & 0xC0U) == 0x80U)
        ++length;
    return refuse(
        base::Code::JsonSyntax,
        {{"expected", std::string(expected)}, {"found", base::quoted(rest.substr(0, length))}}, at,
        at + length);
}

bool Machine::refuse_end() {
    if (frames_.empty()) return refuse(base::Code::JsonEmpty, {}, end_, end_);
    return refuse(base::Code::JsonCut,
                  {{"what", frames_.back().is_object ? "an object" : "an array"}}, end_, end_);
}

Machine::Step Machine::partial_or_end(const char* at, std::string_view what) {
    if (!last_) return Step::Partial;
    refuse(base::Code::JsonCut, {{"what", std::string(what)}}, at, end_);
    return Step::Failed;
}

}  // namespace understudy::json
