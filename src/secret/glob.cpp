// Paths against patterns, in time that grows with the length of both and never faster: all ways
// through the pattern are walked at once.
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "secret/policy.hpp"

namespace understudy::secret {

namespace {

struct Step {
    enum class Is : std::uint8_t {
        One,    // this character
        Any,    // `?`: one character that is no slash
        Star,   // `*`: any number of them
        Deep,   // `**`: any number of any characters
        Maybe,  // the two steps behind it may be left out: `**/` stands for no folder, too
    };
    Is is = Is::One;
    char character = 0;
};

std::vector<Step> steps_of(std::string_view pattern) {
    std::vector<Step> steps;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const std::string_view rest = pattern.substr(i);
        const bool begins_part = i == 0 || pattern[i - 1] == '/';
        if (begins_part && rest.starts_with("**/")) {
            steps.push_back({Step::Is::Maybe, 0});
            steps.push_back({Step::Is::Deep, 0});
            steps.push_back({Step::Is::One, '/'});
            i += 2;
        } else if (rest.starts_with("**")) {
            steps.push_back({Step::Is::Deep, 0});
            ++i;
        } else if (rest[0] == '*' || rest[0] == '?') {
            steps.push_back({rest[0] == '*' ? Step::Is::Star : Step::Is::Any, 0});
        } else {
            steps.push_back({Step::Is::One, rest[0]});
        }
    }
    return steps;
}

// What can be reached without a character. Steps only lead forward, so one pass is enough.
void go_on(const std::vector<Step>& steps, std::vector<bool>& reached) {
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (!reached[i]) continue;
        const Step::Is is = steps[i].is;
        if (is == Step::Is::Star || is == Step::Is::Deep || is == Step::Is::Maybe) {
            reached[i + 1] = true;
        }
        if (is == Step::Is::Maybe) reached[i + 3] = true;
    }
}

bool fits(const std::vector<Step>& steps, std::string_view text) {
    std::vector<bool> reached(steps.size() + 1);
    reached[0] = true;
    go_on(steps, reached);
    for (const char c : text) {
        std::vector<bool> next(steps.size() + 1);
        for (std::size_t i = 0; i < steps.size(); ++i) {
            if (!reached[i]) continue;
            switch (steps[i].is) {
                case Step::Is::One: next[i + 1] = next[i + 1] || steps[i].character == c; break;
                case Step::Is::Any: next[i + 1] = next[i + 1] || c != '/'; break;
                case Step::Is::Star: next[i] = next[i] || c != '/'; break;
                case Step::Is::Deep: next[i] = true; break;
                case Step::Is::Maybe: break;
            }
        }
        go_on(steps, next);
        reached.swap(next);
    }
    return reached[steps.size()];
}

// Most paths fit no pattern, and most patterns have a word that tells: what stands between stars
// must stand in the path, in that order. Slashes at the ends of a word may belong to `**/`.
bool has_words_of(std::string_view pattern, std::string_view path) {
    std::size_t from = 0;
    while (!pattern.empty()) {
        const std::size_t end = std::min(pattern.find_first_of("*?"), pattern.size());
        std::string_view word = pattern.substr(0, end);
        pattern.remove_prefix(std::min(end + 1, pattern.size()));
        while (word.starts_with('/')) word.remove_prefix(1);
        while (word.ends_with('/')) word.remove_suffix(1);
        if (word.empty()) continue;
        const std::size_t at = path.find(word, from);
        if (at == std::string_view::npos) return false;
        from = at + word.size();
    }
    return true;
}

void drop_dot_slash(std::string_view& text) {
    while (text.starts_with("./")) text.remove_prefix(2);
}

}  // namespace

bool fits_glob(std::string_view pattern, std::string_view path) {
    drop_dot_slash(pattern);
    drop_dot_slash(path);
    if (pattern.find('/') == std::string_view::npos) {
        const std::size_t slash = path.rfind('/');
        if (slash != std::string_view::npos) path.remove_prefix(slash + 1);
        return has_words_of(pattern, path) && fits(steps_of(pattern), path);
    }
    if (!has_words_of(pattern, path)) return false;
    // A folder stands for what is in it.
    std::string whole(pattern);
    if (whole.ends_with('/')) whole += "**";
    return fits(steps_of(whole), path);
}

}  // namespace understudy::secret
