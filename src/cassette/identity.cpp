// Who recorded it is nobody's business: the home folder, the user's and the machine's name become
// the same three words on every machine.
#include <algorithm>
#include <array>

#include "base/bytes.hpp"
#include "base/text.hpp"
#include "cassette/seal.hpp"

namespace understudy::cassette {

namespace {

constexpr std::size_t kShortest = 3;

constexpr std::string_view kHome = "/home/user";
constexpr std::string_view kUser = "user";
constexpr std::string_view kHost = "host";

// Accounts and machines of everybody. `root-commit` is a word of git, not a person.
constexpr std::array<std::string_view, 26> kNobody{
    "admin",  "agent",  "app",    "build",  "builder", "circleci", "daemon",  "debian", "docker",
    "git",    "github", "gitlab", "guest",  "home",    "host",     "jenkins", "local",  "localhost",
    "nobody", "node",   "root",   "runner", "test",    "ubuntu",   "user",    "vagrant"};

bool is_of_somebody(std::string_view name) {
    return name.size() >= kShortest &&
           std::find(kNobody.begin(), kNobody.end(), name) == kNobody.end();
}

bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// Whole words only: `bob` is not in `bobby`, and /home/bob is not in /home/bobby.
struct Wanted {
    std::string_view what, with;
    bool begins_with_word = true;  // a path begins with a slash, which may stand behind anything
};

std::size_t replace_words(std::string& text, const Wanted& wanted) {
    std::size_t count = 0;
    std::string out;
    std::size_t copied = 0;
    for (std::size_t at = text.find(wanted.what); at != text.npos;
         at = text.find(wanted.what, at)) {
        const std::size_t end = at + wanted.what.size();
        const bool is_whole = (!wanted.begins_with_word || at == 0 || !is_word(text[at - 1])) &&
                              (end == text.size() || !is_word(text[end]));
        if (!is_whole) {
            ++at;
            continue;
        }
        out.append(text, copied, at - copied).append(wanted.with);
        copied = at = end;
        ++count;
    }
    if (count > 0) text = std::move(out.append(text, copied));
    return count;
}

std::size_t replace_home(std::string& text, std::string_view home) {
    std::size_t count = 0;
    for (const std::string_view slash : {"/", "\\/", "%2F", "%2f"}) {
        const std::string what = base::replace_all(home, "/", slash);
        const std::string with = base::replace_all(kHome, "/", slash);
        count += replace_words(text, {what, with, false});
    }
    return count;
}

}  // namespace

Masked masked(std::string_view text, const Identity& identity) {
    Masked out{std::string(text)};
    std::string_view home = identity.home;
    while (home.size() > 1 && home.ends_with('/')) home.remove_suffix(1);
    const std::string_view last = home.substr(home.find_last_of('/') + 1);
    const bool has_home = home.starts_with('/') && home != kHome && home.size() >= kShortest &&
                          home != "/root" && home != "/tmp" && !last.empty();
    if (has_home) out.homes = replace_home(out.text, home);
    if (is_of_somebody(identity.user)) {
        out.users = replace_words(out.text, {identity.user, kUser});
    }
    if (is_of_somebody(identity.host)) {
        out.hosts = replace_words(out.text, {identity.host, kHost});
    }
    return out;
}

}  // namespace understudy::cassette
