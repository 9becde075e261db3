// Where something is: folders of a machine, hosts, ports; and versions of programs.
#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "cassette/code.hpp"
#include "cassette/impl/normalizer.hpp"

namespace understudy::cassette {

namespace {

bool is_path_character(char c) {
    return is_word(c) || c == '-' || c == '.' || c == '/' || c == '~' || c == '+' || c == '@';
}

// The folder alone is replaced; what stands below it is kept.
class Path : public Recognizer {
public:
    explicit Path(Roots given) : given_(std::move(given)) {}

    std::vector<Spot> find(std::string_view text, const Known& known) const override {
        std::vector<Spot> spots;
        // The innermost folder first: a scratch folder often lies in the one for temporary files.
        for (const auto& [name, folder] : folders(known)) look_for(text, name, folder, spots);
        std::sort(spots.begin(), spots.end(),
                  [](const Spot& a, const Spot& b) { return a.begin < b.begin; });
        return spots;
    }
    std::optional<Token> whole(std::string_view text, const Known& known) const override {
        for (Spot& spot : find(text, known)) {
            if (spot.begin == 0 && spot.end == text.size()) return std::move(spot.token);
        }
        return std::nullopt;
    }

private:
    using Folder = std::pair<std::string_view, std::string_view>;

    static std::string_view first_of(const std::string& given, const std::string& known) {
        std::string_view folder = given.empty() ? known : given;
        while (folder.size() > 1 && folder.ends_with('/')) folder.remove_suffix(1);
        return folder;
    }
    std::vector<Folder> folders(const Known& known) const {
        std::vector<Folder> all = {{"scratch", first_of(given_.scratch, known.roots.scratch)},
                                   {"root", first_of(given_.root, known.roots.root)},
                                   {"home", first_of(given_.home, known.roots.home)},
                                   {"temp", first_of(given_.temp, known.roots.temp)}};
        std::erase_if(all, [](const Folder& each) { return each.second.size() < 2; });
        std::stable_sort(all.begin(), all.end(), [](const Folder& a, const Folder& b) {
            return a.second.size() > b.second.size();
        });
        return all;
    }
    static void look_for(std::string_view text, std::string_view name, std::string_view folder,
                         std::vector<Spot>& spots) {
        const std::size_t known_before = spots.size();
        for (std::size_t at = text.find(folder); at != std::string_view::npos;
             at = text.find(folder, at + folder.size())) {
            const std::size_t end = at + folder.size();
            if (at > 0 && is_path_character(text[at - 1])) continue;
            if (end < text.size() && text[end] != '/' && is_path_character(text[end])) continue;
            const bool is_inside = std::any_of(
                spots.begin(), spots.begin() + static_cast<std::ptrdiff_t>(known_before),
                [&](const Spot& spot) { return at < spot.end && spot.begin < end; });
            if (is_inside) continue;
            spots.push_back({at, end, {"path", "path." + std::string(name), std::string(name)}});
        }
    }

    Roots given_;
};

class Port : public PatternRecognizer {
public:
    Port(Reach reach, std::int64_t min, std::int64_t max)
        : PatternRecognizer(own_pattern(pattern_for(reach))), min_(min), max_(max) {}

    std::optional<Token> whole(std::string_view text, const Known& known) const override {
        if (is_decimal(text)) return token(text);
        return PatternRecognizer::whole(text, known);
    }
    std::optional<Token> value(const json::Value& value) const override {
        const auto digits = whole_digits(value);
        return digits ? token(*digits) : std::nullopt;
    }

protected:
    std::optional<Token> judge(std::string_view text, std::size_t begin, std::size_t end,
                               const Known& /*known*/) const override {
        if (end < text.size() && (is_word(text[end]) || text[end] == ':')) return std::nullopt;
        return token(text.substr(begin, end - begin));
    }

private:
    static std::string pattern_for(Reach reach) {
        std::string before = R"(\blocalhost:|\b\d{1,3}(?:\.\d{1,3}){3}:|\[[0-9A-Fa-f:.]+\]:)"
                             R"(|://[A-Za-z0-9.-]+:|(?i:\bport) ?[:=]? ?)";
        if (reach != Reach::Anywhere) before += "|:";
        return "(?:" + before + R"()(\d{1,6}))";
    }
    std::optional<Token> token(std::string_view digits) const {
        const auto number = base::parse_int64(digits);
        if (!number || *number < min_ || *number > max_ || digits.front() == '0')
            return std::nullopt;
        return Token{"port", "port", std::string(digits)};
    }

    std::int64_t min_, max_;
};

class Host : public PatternRecognizer {
public:
    Host()
        : PatternRecognizer(own_pattern(
              R"(://(?:[^@/\s"'<>]*@)?([A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\]))")),
          whole_(own_pattern(
              R"([A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*\.?|\[?[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*\]?)")) {
    }

    std::optional<Token> whole(std::string_view text, const Known& known) const override {
        if (text.size() <= 253 && whole_.matches_whole(text)) return token(text);
        return PatternRecognizer::whole(text, known);
    }

protected:
    std::optional<Token> judge(std::string_view text, std::size_t begin, std::size_t end,
                               const Known& /*known*/) const override {
        return token(text.substr(begin, end - begin));
    }

private:
    static Token token(std::string_view host) {
        return {"host", "host", base::to_lower_ascii(host)};
    }

    base::Regex whole_;
};

class Version : public PatternRecognizer {
public:
    explicit Version(Reach reach) : PatternRecognizer(own_pattern(pattern_for(reach))) {}

protected:
    std::optional<Token> judge(std::string_view text, std::size_t begin, std::size_t end,
                               const Known& /*known*/) const override {
        // Not the front of an address (10.0.0.1) or of a longer word.
        if (begin > 0 && (is_word(text[begin - 1]) || text[begin - 1] == '.')) return std::nullopt;
        if (end < text.size() && is_word(text[end])) return std::nullopt;
        if (end + 1 < text.size() && text[end] == '.' && is_word(text[end + 1]))
            return std::nullopt;
        const std::string_view found = text.substr(begin, end - begin);
        const bool has_letter = found.front() == 'v';
        return Token{"version", has_letter ? "version.v" : "version",
                     std::string(found.substr(has_letter ? 1 : 0))};
    }

private:
    static std::string pattern_for(Reach reach) {
        const std::string_view numbers =
            reach == Reach::Anywhere ? R"(\d+\.\d+\.\d+)" : R"(\d+(?:\.\d+){0,3})";
        return "(v?" + std::string(numbers) + R"((?:-[0-9A-Za-z]+(?:[.-][0-9A-Za-z]+)*)?)" +
               R"((?:\+[0-9A-Za-z]+(?:[.-][0-9A-Za-z]+)*)?))";
    }
};

}  // namespace

base::Result<RecognizerPointer> make_path(const Settings& settings) {
    const auto folder = [&](std::string_view name) { return std::string(settings.text(name)); };
    return std::make_shared<Path>(
        Roots{folder("scratch"), folder("root"), folder("home"), folder("temp")});
}

base::Result<RecognizerPointer> make_port(const Settings& settings) {
    constexpr std::int64_t kLast = 65'535;
    const std::int64_t min = settings.whole("min", 1);
    const std::int64_t max = settings.whole("max", kLast);
    if (min < 1 || max > kLast || min > max) {
        return base::fail(code::RuleBadParameter,
                          {{"what", "`min` and `max` of port"},
                           {"why", "must be from 1 to 65535, `min` not above `max`"}});
    }
    return std::make_shared<Port>(settings.reach(), min, max);
}

base::Result<RecognizerPointer> make_host(const Settings& /*settings*/) {
    return std::make_shared<Host>();
}

base::Result<RecognizerPointer> make_version(const Settings& settings) {
    return std::make_shared<Version>(settings.reach());
}

}  // namespace understudy::cassette
