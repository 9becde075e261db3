// See textproto.hpp. Recursive descent with a bound on depth.
#include "textproto.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace understudy::conformance {

const FieldValue* Message::find(std::string_view name) const {
    for (const auto& [key, value] : fields) {
        if (key == name) return &value;
    }
    return nullptr;
}

const Message* Message::child(std::string_view name) const {
    const FieldValue* value = find(name);
    return value == nullptr || value->message.empty() ? nullptr : &value->message.front();
}

std::vector<const Message*> Message::children(std::string_view name) const {
    std::vector<const Message*> found;
    for (const auto& [key, value] : fields) {
        if (key == name && !value.message.empty()) found.push_back(&value.message.front());
    }
    return found;
}

std::string Message::text(std::string_view name) const {
    const FieldValue* value = find(name);
    return value == nullptr ? std::string() : value->text;
}

namespace {

constexpr int kMaxDepth = 200;

class Reader {
public:
    explicit Reader(std::string_view text) : text_(text) {}

    bool read_fields(Message& message, char close, int depth) {
        if (depth > kMaxDepth) return refuse("nested too deep");
        while (true) {
            skip();
            if (at_ >= text_.size()) return close == '\0' || refuse("unexpected end");
            if (close != '\0' && text_[at_] == close) {
                ++at_;
                return true;
            }
            if (!read_field(message, depth)) return false;
            skip();
            if (at_ < text_.size() && (text_[at_] == ',' || text_[at_] == ';')) ++at_;
        }
    }

    std::string problem() const { return problem_; }

private:
    void skip() {
        while (at_ < text_.size()) {
            const char c = text_[at_];
            if (c == '#') {
                at_ = std::min(text_.find('\n', at_), text_.size());
            } else if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
                ++at_;
            } else {
                return;
            }
        }
    }

    bool read_field(Message& message, int depth) {
        std::string name;
        if (text_[at_] == '[') {  // an extension or an Any: [type.googleapis.com/...]
            const std::size_t end = text_.find(']', at_);
            if (end == std::string_view::npos) return refuse("no ]");
            name = std::string(text_.substr(at_, end + 1 - at_));
            at_ = end + 1;
        } else {
            name = word();
        }
        if (name.empty()) return refuse("a field name is missing");
        skip();
        if (peek() == ':') {
            ++at_;
            skip();
        }
        if (peek() != '[') return read_value(message, name, depth);
        ++at_;
        skip();
        while (peek() != ']') {
            if (!read_value(message, name, depth)) return false;
            skip();
            if (peek() == ',') ++at_;
            skip();
            if (at_ >= text_.size()) return refuse("no ]");
        }
        ++at_;
        return true;
    }

    bool read_value(Message& message, const std::string& name, int depth) {
        FieldValue value;
        if (peek() == '{' || peek() == '<') {
            const char close = peek() == '{' ? '}' : '>';
            ++at_;
            value.message.emplace_back();
            if (!read_fields(value.message.front(), close, depth + 1)) return false;
        } else if (peek() == '"' || peek() == '\'') {
            value.is_string = true;
            while (peek() == '"' || peek() == '\'') {
                if (!read_string(value.text)) return false;
                skip();
            }
        } else {
            value.text = word();
            if (value.text.empty()) return refuse("a value is missing");
        }
        message.fields.push_back({name, std::move(value)});
        return true;
    }

    bool read_string(std::string& out) {
        const char quote = text_[at_++];
        while (peek() != quote) {
            if (at_ >= text_.size()) return refuse("a string does not end");
            if (text_[at_] != '\\') {
                out += text_[at_++];
                continue;
            }
            ++at_;
            if (!read_escape(out)) return refuse("a bad escape");
        }
        ++at_;
        return true;
    }

    bool read_escape(std::string& out) {
        constexpr std::string_view kLetters = "abfnrtv\\?'\"";
        constexpr std::string_view kMeanings = "\a\b\f\n\r\t\v\\?'\"";
        const char letter = peek();
        if (const std::size_t known = kLetters.find(letter); known != std::string_view::npos) {
            ++at_;
            out += kMeanings[known];
            return true;
        }
        if (letter == 'x' || letter == 'X') return read_code(out, 1, 2, 16, true);
        if (letter == 'u') return read_code(out, 1, 4, 16, false);
        if (letter == 'U') return read_code(out, 1, 8, 16, false);
        return read_code(out, 0, 3, 8, true);
    }

    bool read_code(std::string& out, std::size_t skipped, std::size_t most, unsigned base,
                   bool byte) {
        at_ += skipped;
        char32_t code = 0;
        std::size_t count = 0;
        for (; count < most; ++count, ++at_) {
            const char c = peek();
            unsigned digit = 99;
            if (c >= '0' && c <= '9') digit = static_cast<unsigned>(c - '0');
            if (c >= 'a' && c <= 'f') digit = static_cast<unsigned>(c - 'a') + 10;
            if (c >= 'A' && c <= 'F') digit = static_cast<unsigned>(c - 'A') + 10;
            if (digit >= base) break;
            code = code * base + digit;
        }
        if (count == 0) return false;
        if (byte) {
            out += static_cast<char>(code);
        } else {
            base::append_utf8(out, code);
        }
        return true;
    }

    std::string word() {
        const std::size_t begin = at_;
        while (at_ < text_.size()) {
            const char c = text_[at_];
            const bool part = c == '_' || c == '.' || c == '-' || c == '+' ||
                              (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
                              (c >= 'A' && c <= 'Z');
            if (!part) break;
            ++at_;
        }
        return std::string(text_.substr(begin, at_ - begin));
    }

    char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

    bool refuse(std::string_view why) {
        const auto line =
            std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(at_), '\n') + 1;
        if (problem_.empty()) problem_ = "line " + std::to_string(line) + ": " + std::string(why);
        return false;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::string problem_;
};

}  // namespace

std::optional<Message> read_textproto(std::string_view text, std::string& problem) {
    Reader reader(text);
    Message message;
    if (reader.read_fields(message, '\0', 0)) return message;
    problem = reader.problem();
    return std::nullopt;
}

}  // namespace understudy::conformance
