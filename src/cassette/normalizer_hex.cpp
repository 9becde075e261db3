// Values of hexadecimal digits: SHAs, long and short, and UUIDs.
//
// A short SHA is the class most easily mistaken: a run id is seven digits or more, and `defaced` is
// a word. So it needs a letter and a digit, unless its scope says that the value is a SHA or a long
// SHA of the timeline begins with it.
#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "cassette/code.hpp"
#include "cassette/impl/normalizer.hpp"

namespace understudy::cassette {

namespace {

constexpr std::size_t kUuidSize = 36;
constexpr std::int64_t kShortest = 4;  // git's own least
constexpr std::int64_t kShortMin = 7, kShortMax = 39;

bool is_hex(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

bool is_all_hex(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), is_hex);
}

bool is_uuid(std::string_view text) {
    if (text.size() != kUuidSize) return false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool is_dash = i == 8 || i == 13 || i == 18 || i == 23;
        if (is_dash ? text[i] != '-' : !is_hex(text[i])) return false;
    }
    return true;
}

// Is the word that begins here one of the five groups of a UUID?
bool is_in_uuid(std::string_view text, std::size_t begin) {
    constexpr std::array<std::size_t, 5> kGroups = {0, 9, 14, 19, 24};
    return std::any_of(kGroups.begin(), kGroups.end(), [&](std::size_t offset) {
        return begin >= offset && is_uuid(text.substr(begin - offset, kUuidSize)) &&
               stands_alone(text, begin - offset, begin - offset + kUuidSize);
    });
}

// A recognizer that looks at whole words.
class WordRecognizer : public Recognizer {
public:
    std::vector<Spot> find(std::string_view text, const Known& known) const override {
        std::vector<Spot> spots;
        for (std::size_t at = 0; at < text.size();) {
            if (!is_word(text[at])) {
                ++at;
                continue;
            }
            const std::size_t begin = at;
            while (at < text.size() && is_word(text[at])) ++at;
            look(text, begin, at, known, spots);
        }
        return spots;
    }

protected:
    virtual void look(std::string_view text, std::size_t begin, std::size_t end, const Known& known,
                      std::vector<Spot>& spots) const = 0;
};

class LongSha : public WordRecognizer {
public:
    std::optional<Token> whole(std::string_view text, const Known& /*known*/) const override {
        if (!is_all_hex(text) || (text.size() != 40 && text.size() != 64)) return std::nullopt;
        return Token{"sha", "sha" + std::to_string(text.size()), base::to_lower_ascii(text)};
    }

private:
    void look(std::string_view text, std::size_t begin, std::size_t end, const Known& known,
              std::vector<Spot>& spots) const override {
        if (auto token = whole(text.substr(begin, end - begin), known)) {
            spots.push_back({begin, end, std::move(*token)});
        }
    }
};

class ShortSha : public WordRecognizer {
public:
    ShortSha(std::size_t min, std::size_t max) : min_(min), max_(max) {}

    std::optional<Token> whole(std::string_view text, const Known& known) const override {
        if (!is_all_hex(text) || text.size() < min_ || text.size() > max_) return std::nullopt;
        const std::string lower = base::to_lower_ascii(text);
        const std::string* linked = known.long_sha_of(lower);
        return Token{"sha", "sha.short", linked == nullptr ? lower : *linked};
    }

private:
    void look(std::string_view text, std::size_t begin, std::size_t end, const Known& known,
              std::vector<Spot>& spots) const override {
        // `git describe` puts a g before it: v1.0-3-g4be1c07
        if (text[begin] == 'g' && begin > 0 && text[begin - 1] == '-') ++begin;
        const std::string_view word = text.substr(begin, end - begin);
        auto token = whole(word, known);
        if (!token || is_in_uuid(text, begin)) return;
        const bool has_digit = std::any_of(word.begin(), word.end(), is_digit);
        const bool has_letter = std::any_of(word.begin(), word.end(), is_letter);
        if (!(has_digit && has_letter) && !known.has_long_sha(base::to_lower_ascii(word))) return;
        spots.push_back({begin, end, std::move(*token)});
    }

    std::size_t min_, max_;
};

class Uuid : public Recognizer {
public:
    explicit Uuid(std::string kind) : kind_(std::move(kind)) {}

    std::vector<Spot> find(std::string_view text, const Known& /*known*/) const override {
        std::vector<Spot> spots;
        for (std::size_t at = 0; at + kUuidSize <= text.size();) {
            const std::string_view candidate = text.substr(at, kUuidSize);
            if (is_uuid(candidate) && stands_alone(text, at, at + kUuidSize)) {
                spots.push_back({at, at + kUuidSize, token(candidate)});
                at += kUuidSize;
            } else {
                ++at;
            }
        }
        return spots;
    }

    std::optional<Token> whole(std::string_view text, const Known& /*known*/) const override {
        return is_uuid(text) ? std::optional(token(text)) : std::nullopt;
    }

private:
    Token token(std::string_view text) const { return {kind_, kind_, base::to_lower_ascii(text)}; }

    std::string kind_;
};

}  // namespace

base::Result<RecognizerPointer> make_sha_long(const Settings& /*settings*/) {
    return std::make_shared<LongSha>();
}

base::Result<RecognizerPointer> make_sha_short(const Settings& settings) {
    const std::int64_t min = settings.whole("min", kShortMin);
    const std::int64_t max = settings.whole("max", kShortMax);
    if (min < kShortest || max > kShortMax || min > max) {
        return base::fail(code::RuleBadParameter,
                          {{"what", "`min` and `max` of sha:short"},
                           {"why", "must be from 4 to 39, `min` not above `max`"}});
    }
    return std::make_shared<ShortSha>(static_cast<std::size_t>(min), static_cast<std::size_t>(max));
}

base::Result<RecognizerPointer> make_uuid(const Settings& settings) {
    return std::make_shared<Uuid>(std::string(settings.text("kind", "uuid")));
}

}  // namespace understudy::cassette
