// The options that every verb of the control plane has.
#include <algorithm>

#include "app/control_verbs.hpp"

namespace understudy::app {

namespace {

constexpr Option kLimit = {"--limit", "N", "at most that many records (all)", "", ""};
constexpr Option kOptions[] = {
    {"--json", "", "the server's answer as it came", "", ""},
    {"--url", "URL", "the server (UNDERSTUDY_URL)", "", ""},
    {"--key", "KEY", "the world's key (UNDERSTUDY_KEY)", "", ""},
    {"--admin-key", "KEY", "the operator's key (UNDERSTUDY_ADMIN_KEY)", "", ""},
    {"--world", "ID", "the world, where the key is not its own", "", ""},
};

}  // namespace

std::span<const Option> control_options() {
    return kOptions;
}

std::vector<Option> options_of(const Verb& verb) {
    std::vector<Option> options(verb.options.begin(), verb.options.end());
    if (verb.routes.empty()) return options;
    if (std::any_of(verb.routes.begin(), verb.routes.end(),
                    [](const ControlRoute& route) { return route.is_list; })) {
        options.push_back(kLimit);
    }
    options.insert(options.end(), std::begin(kOptions), std::end(kOptions));
    return options;
}

}  // namespace understudy::app
