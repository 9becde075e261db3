#include "secret/impl/placeholder.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "base/bytes.hpp"
#include "base/text.hpp"
#include "json/parse.hpp"
#include "secret/impl/checksum.hpp"

namespace understudy::secret {

namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_framed(std::string_view text, std::string_view open, std::string_view close) {
    return text.size() >= open.size() + close.size() && text.starts_with(open) &&
           text.ends_with(close);
}

// `$NAME`, `$1`; not `$2b$10$...`, which is a hash.
bool is_variable(std::string_view text) {
    return text.size() > 1 && text.front() == '$' &&
           std::all_of(text.begin() + 1, text.end(), [](char c) {
               return is_letter(c) || is_digit(c) || c == '_' || c == '.' || c == '{' || c == '}';
           });
}

// A reference to a secret that is kept elsewhere.
bool is_reference(std::string_view text) {
    if (is_framed(text, "<", ">") || is_framed(text, "{{", "}}") || is_framed(text, "${", "}") ||
        is_framed(text, "[", "]") || is_framed(text, "%(", ")s") || is_framed(text, "{", "}") ||
        is_framed(text, "%", "%") || is_framed(text, "@", "@") || is_framed(text, "__", "__")) {
        return true;
    }
    if (is_variable(text)) return true;
    constexpr std::string_view kBegins[] = {"process.env", "os.environ", "os.getenv", "env.",
                                            "ENV[",        "secrets.",   "vault:",    "op://",
                                            "secret://",   "arn:aws:",   "projects/", "ref+",
                                            "env:",        "file:",      "!",         "#{",
                                            "{{",          "<",          "config.",   "self."};
    return std::any_of(std::begin(kBegins), std::end(kBegins),
                       [&](std::string_view begin) { return text.starts_with(begin); });
}

// `token <ACCESS_TOKEN>`: the value of a header field, its scheme in front.
bool is_reference_with_scheme(std::string_view text) {
    for (const std::string_view scheme : {"bearer ", "basic ", "token "}) {
        if (text.size() <= scheme.size() ||
            !base::equal_ignoring_case(text.substr(0, scheme.size()), scheme)) {
            continue;
        }
        const std::string_view rest = text.substr(scheme.size());
        return is_framed(rest, "<", ">") || is_framed(rest, "[", "]") ||
               is_framed(rest, "{{", "}}");
    }
    return false;
}

// `.example.com` in the middle of a text is one of several things that it speaks of.
bool is_part_of_host(std::string_view text, std::size_t label_end) {
    constexpr std::size_t kEnding = 4;
    const std::string_view ending = text.substr(label_end, kEnding);
    if (ending != ".com" && ending != ".org" && ending != ".net") return false;
    const std::string_view rest = text.substr(label_end + kEnding);
    return !rest.empty() && !is_letter(rest.front()) && !is_digit(rest.front());
}

// Long words count anywhere; short ones only where they stand alone, since chance writes them too.
bool has_telling_word(std::string_view text) {
    // The host of an address says nothing about what follows it.
    if (const std::size_t scheme = text.find("://"); scheme != std::string_view::npos) {
        text.remove_prefix(std::min(text.find('/', scheme + 3), text.size()));
    }
    const std::string lower = base::to_lower_ascii(text);
    constexpr std::string_view kAll[] = {"none", "null", "true", "false", "undefined"};
    if (std::find(std::begin(kAll), std::end(kAll), lower) != std::end(kAll)) return true;
    constexpr std::string_view kAnywhere[] = {
        "example",      "placeholder", "changeme", "change-me",  "redacted",   "notasecret",
        "not-a-secret", "change_me",   "insert_",  "replace_me", "<redacted>", "anonymous"};
    for (const std::string_view word : kAnywhere) {
        for (std::size_t at = lower.find(word); at != std::string::npos;
             at = lower.find(word, at + 1)) {
            if (!is_part_of_host(lower, at + word.size())) return true;
        }
    }
    constexpr std::string_view kAlone[] = {"dummy", "fake", "your", "sample", "todo"};
    for (const std::string_view word : kAlone) {
        for (std::size_t at = lower.find(word); at != std::string::npos;
             at = lower.find(word, at + 1)) {
            const std::size_t end = at + word.size();
            const auto is_inside = [&](std::size_t i) {
                return i < lower.size() && (is_letter(lower[i]) || is_digit(lower[i]));
            };
            if ((at == 0 || !is_inside(at - 1)) && !is_inside(end)) return true;
        }
    }
    return false;
}

// `xxxxxxxx0012`: one filler, then a number; also `********` and `........`.
bool is_filler(std::string_view body) {
    constexpr std::size_t kLongestNumber = 6;
    if (body.empty()) return true;
    const char filler = body.front();
    std::size_t same = 0;
    while (same < body.size() && body[same] == filler) ++same;
    const std::string_view tail = body.substr(same);
    if (tail.empty()) return true;
    const bool is_ours = filler == 'x' || filler == 'X' || filler == '0';
    return is_ours && tail.size() <= kLongestNumber && tail.size() < body.size() &&
           std::all_of(tail.begin(), tail.end(), is_digit);
}

// `abcdefgh`, `0123456789abcdef`, `1234567890`: each the next of the one before.
bool is_sequence(std::string_view body) {
    constexpr std::size_t kLeast = 6;
    if (body.size() < kLeast) return false;
    std::size_t steps = 0;
    for (std::size_t i = 1; i < body.size(); ++i) {
        const int step = body[i] - body[i - 1];
        const bool wraps =
            (body[i - 1] == '9' && (body[i] == '0' || body[i] == 'a' || body[i] == 'A')) ||
            (body[i - 1] == 'f' && body[i] == '0') || (body[i - 1] == 'z' && body[i] == '0') ||
            (body[i - 1] == 'z' && body[i] == 'A') || (body[i - 1] == 'Z' && body[i] == '0');
        if (step == 1 || wraps) ++steps;
    }
    return steps * 10 >= (body.size() - 1) * 8;
}

bool has_few_characters(std::string_view body) {
    constexpr std::size_t kLeast = 8, kFew = 3;
    std::array<bool, 256> seen{};
    std::size_t different = 0;
    for (const char c : body) {
        bool& was = seen[static_cast<unsigned char>(c)];
        if (!was) ++different;
        was = true;
    }
    return body.size() >= kLeast && different <= kFew;
}

// A token of ours: its second part says so, or its last one is filler.
bool is_redacted_jwt(std::string_view secret) {
    constexpr std::size_t kLeast = 8;
    const auto parts = base::split(secret, '.');
    if (parts.size() < 2 || !secret.starts_with("eyJ")) return false;
    if (parts.back().size() >= kLeast && is_filler(parts.back())) return true;
    const auto bytes = base::from_base64(parts[1], base::Base64::Loose);
    if (!bytes) return false;
    const auto claims = json::parse(*bytes);
    return claims && claims->is_object() && claims->has("redacted");
}

bool is_filler_character(char c) {
    return c == 'x' || c == 'X' || c == '0';
}

// How much of a run of letters and digits is filler: all of it, or blocks, each with its number.
// Zeros stand in numbers too, so that they must be more or lead one.
std::size_t filled_in(std::string_view run) {
    constexpr std::size_t kLeast = 4, kLeastZeros = 8, kLeastNumber = 4, kLongestNumber = 6;
    if (is_filler_character(run.front()) && is_filler(run)) return run.size();
    std::size_t filled = 0;
    for (std::size_t i = 0; i < run.size();) {
        std::size_t end = i + 1;
        while (end < run.size() && run[end] == run[i]) ++end;
        std::size_t digits = end;
        while (digits < run.size() && digits - end < kLongestNumber && is_digit(run[digits])) {
            ++digits;
        }
        const std::size_t least =
            run[i] != '0' || digits - end >= kLeastNumber ? kLeast : kLeastZeros;
        if (is_filler_character(run[i]) && end - i >= least) {
            filled += digits - i;
            end = digits;
        }
        i = end;
    }
    return filled;
}

// A pseudonym of another rule, with a prefix and parts that this one does not know: most of it is
// filler.
bool is_mostly_filler(std::string_view secret) {
    constexpr std::size_t kLeast = 8;
    if (is_filler(secret)) return true;
    std::size_t letters = 0, filled = 0;
    for (std::size_t i = 0; i < secret.size();) {
        std::size_t end = i;
        while (end < secret.size() && (is_letter(secret[end]) || is_digit(secret[end]))) ++end;
        if (end > i) filled += filled_in(secret.substr(i, end - i));
        letters += end - i;
        i = std::max(end, i + 1);
    }
    return filled * 2 >= letters && filled >= kLeast;
}

// The same, with percent escapes between: their letters are none of it.
bool is_filler_in_percent(std::string_view secret) {
    constexpr std::size_t kMostTimes = 8;
    std::string text(secret);
    for (std::size_t i = 0; i < kMostTimes && text.find('%') != std::string::npos; ++i) {
        auto decoded = base::from_percent(text);
        if (!decoded || *decoded == text) return false;
        text = std::move(*decoded);
        if (is_mostly_filler(text)) return true;
    }
    return false;
}

// User and password of ours: the password is filler.
bool is_redacted_basic(std::string_view secret) {
    const auto bytes = base::from_base64(secret, base::Base64::Loose);
    if (!bytes) return false;
    const std::size_t colon = bytes->find(':');
    constexpr std::size_t kLeast = 4;
    return colon != std::string::npos && colon + kLeast < bytes->size() &&
           is_mostly_filler(std::string_view(*bytes).substr(colon + 1));
}

// Labels and header lines apart, nothing but filler is left. Line breaks may be written as `\\n`.
bool is_redacted_pem(std::string_view secret) {
    constexpr std::string_view kDashes = "-----";
    bool has_filler = false, in_label = false, in_header = false;
    for (std::size_t i = 0; i < secret.size(); ++i) {
        const std::string_view rest = secret.substr(i);
        if (rest.starts_with(kDashes)) {
            in_label = !in_label;
            i += kDashes.size() - 1;
            continue;
        }
        const bool is_written_break = rest.starts_with("\\n") || rest.starts_with("\\r");
        if (is_written_break || rest.front() == '\n' || rest.front() == '\r') {
            if (is_written_break) ++i;
            const std::string_view line =
                secret.substr(i + 1, secret.find_first_of("\n\\", i + 1) - i - 1);
            in_header = line.find(':') != std::string_view::npos;
            continue;
        }
        if (in_label || in_header || rest.front() == ' ' || rest.front() == '=') continue;
        if (rest.front() != 'x' && !is_digit(rest.front())) return false;
        has_filler = has_filler || rest.front() == 'x';
    }
    return has_filler;
}

bool is_upper(char c) {
    return c >= 'A' && c <= 'Z';
}

// `7`, `2026`, `0123456789`: no random number.
bool is_plain_number(std::string_view digits) {
    constexpr std::size_t kShort = 4;
    return digits.size() <= kShort || is_sequence(digits);
}

bool is_word(std::string_view letters) {
    constexpr std::size_t kLongest = 16, kMayLackVowel = 3;
    if (letters.size() > kLongest) return false;
    return letters.size() <= kMayLackVowel ||
           letters.find_first_of("aeiouyAEIOUY") != std::string_view::npos;
}

constexpr std::size_t kUuid = 36;
bool is_redacted_uuid(std::string_view secret) {
    return secret.size() == kUuid && secret.starts_with("00000000-0000-");
}

// The secret without what its format fixes.
std::string body_of(std::string_view secret, const Rule* rule) {
    std::string rest(secret);
    if (rule != nullptr) {
        if (rule->checksum == Checksum::Github && rest.size() > kGithubChecksum &&
            passes(Checksum::Github, secret)) {
            rest.resize(rest.size() - kGithubChecksum);
        }
        constexpr std::string_view kZeros =
            "000000";  // a pseudonym has them behind its first digits
        if (rule->checksum == Checksum::Luhn && rest.find(kZeros) != std::string::npos) {
            rest.pop_back();
            while (!rest.empty() && rest.front() != '0') rest.erase(0, 1);
        }
        const std::vector<bool> is_fixed = fixed_in(rest, rule);
        for (std::size_t i = 0; i < rest.size(); ++i) {
            if (is_fixed[i]) rest[i] = ' ';
        }
    }
    return rest;
}

// Each run of letters and digits on its own: a pseudonym fills them one by one.
bool is_all_filler(std::string_view body) {
    bool has_run = false;
    for (std::size_t i = 0; i < body.size();) {
        std::size_t end = i;
        while (end < body.size() && (is_letter(body[end]) || is_digit(body[end]))) ++end;
        if (!is_filler(body.substr(i, end - i))) return false;
        has_run = has_run || end > i;
        i = std::max(end, i + 1);
    }
    return has_run;
}

std::string letters_of(std::string_view body) {
    std::string letters;
    for (const char c : body) {
        if (is_letter(c) || is_digit(c)) letters += c;
    }
    return letters;
}

}  // namespace

std::vector<bool> fixed_in(std::string_view secret, const Rule* rule) {
    constexpr std::size_t kLeastWord = 3;
    std::vector<bool> is_fixed(secret.size());
    if (rule == nullptr || rule->id.starts_with("generic.")) return is_fixed;
    const auto fix = [&](std::size_t begin, std::size_t length) {
        std::fill_n(is_fixed.begin() + static_cast<std::ptrdiff_t>(begin), length, true);
    };
    const std::string lower = base::to_lower_ascii(secret);
    for (const std::string& word : rule->words) {
        const bool is_mere_word =
            std::all_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
        constexpr std::size_t kShort = 4;
        if (is_mere_word && !rule->words_are_exact && word.size() > kShort) continue;
        const std::size_t at = lower.find(base::to_lower_ascii(word));
        if (at != std::string::npos) fix(at, word.size());
    }
    // `sk-`: what the expression itself begins with.
    const std::string& expression = rule->finds.text();
    std::size_t same = 0;
    while (same < std::min(secret.size(), expression.size()) && secret[same] == expression[same] &&
           (is_letter(secret[same]) || is_digit(secret[same]) || secret[same] == '-' ||
            secret[same] == '_')) {
        ++same;
    }
    // What is followed by `{`, `?` or `*` was not the letter itself.
    if (same > 0 && same < expression.size() &&
        std::string_view("{?*+").find(expression[same]) != std::string_view::npos) {
        --same;
    }
    fix(0, same);
    // `https`, `hooks`, `services`: letters that the expression itself spells out.
    for (std::size_t i = 0; i < secret.size();) {
        std::size_t end = i;
        while (end < secret.size() && is_letter(secret[end])) ++end;
        const bool stands_alone = end >= secret.size() || !is_digit(secret[end]);
        if (end - i >= kLeastWord && stands_alone && (i == 0 || !is_digit(secret[i - 1])) &&
            expression.find(secret.substr(i, end - i)) != std::string::npos) {
            fix(i, end - i);
        }
        i = std::max(end, i + 1);
    }
    return is_fixed;
}

bool is_placeholder(std::string_view secret, const Rule* rule) {
    if (secret.find("-----BEGIN ") != std::string_view::npos) {
        return is_redacted_pem(secret) || has_telling_word(secret);
    }
    if (is_redacted_jwt(secret) || is_redacted_basic(secret)) return true;
    if (secret.starts_with("ZXlK")) {  // base64 of such a token
        const auto bytes = base::from_base64(secret, base::Base64::Loose);
        if (bytes && is_redacted_jwt(*bytes)) return true;
    }
    if (rule != nullptr && rule->checksum == Checksum::Jwt) return false;
    const bool is_elided =
        secret.ends_with("...") || secret.find("\xe2\x80\xa6") != std::string_view::npos;
    if (rule != nullptr && rule->id.starts_with("partial.")) {
        return is_all_filler(body_of(secret, rule));
    }
    // An imported rule says itself what it allows; only what scrubbing left is no finding there.
    if (rule != nullptr && rule->words_stand_anywhere) {
        return is_all_filler(body_of(secret, rule)) || is_mostly_filler(secret) ||
               is_redacted_uuid(secret);
    }
    if (is_elided || is_reference(secret) || is_reference_with_scheme(secret) ||
        has_telling_word(secret) || is_redacted_uuid(secret)) {
        return true;
    }
    if (is_filler_in_percent(secret)) return true;
    const std::string body = body_of(secret, rule);
    const std::string letters = letters_of(body);
    return is_filler(secret) || is_all_filler(body) || is_mostly_filler(secret) ||
           is_sequence(letters) || has_few_characters(letters);
}

bool reads_like_words(std::string_view text) {
    // Words as programs join them: split where a separator stands or a capital follows.
    std::size_t words = 0, letters = 0;
    for (std::size_t i = 0; i < text.size();) {
        std::size_t end = i;
        if (is_digit(text[i])) {
            while (end < text.size() && is_digit(text[end])) ++end;
            const std::string_view number = text.substr(i, end - i);
            const bool touches_letter =
                (i > 0 && is_letter(text[i - 1])) || (end < text.size() && is_letter(text[end]));
            if (touches_letter || !is_plain_number(number)) return false;
        } else if (is_letter(text[i])) {
            ++end;
            const bool is_shouted = end < text.size() && is_upper(text[i]) && is_upper(text[end]);
            while (end < text.size() && is_letter(text[end]) && is_upper(text[end]) == is_shouted) {
                ++end;
            }
            if (!is_word(text.substr(i, end - i))) return false;
            ++words;
            letters += end - i;
        } else {
            ++end;
        }
        i = end;
    }
    return words == 0 || letters >= words * 3;
}

}  // namespace understudy::secret
