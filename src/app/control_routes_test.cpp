// Both sides listed: every route of the control plane has a command, every command's route exists.
#include <gtest/gtest.h>

#include <set>

#include "app/control_testing.hpp"
#include "serve/openapi.hpp"

namespace understudy::app {
namespace {

// `pack list` and `pack show` read pack files and ask nobody.
const std::set<std::string> kAnsweredHere = {
    "GET /__admin__/packs",
    "GET /__admin__/packs/{name}",
};

std::string in_capitals(std::string_view method) {
    std::string text(method);
    for (char& c : text) c = static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
    return text;
}

std::set<std::string> served() {
    std::set<std::string> routes;
    const json::Value document = serve::control_document("0");
    for (const json::Member& path : document.find("paths")->members()) {
        for (const json::Member& method : path.value.members()) {
            routes.insert(in_capitals(method.key()) + ' ' + std::string(path.key()));
        }
    }
    return routes;
}

std::set<std::string> commanded() {
    std::set<std::string> routes;
    for (const Verb* verb : all_verbs()) {
        for (const ControlRoute& route : verb->routes) {
            routes.insert(std::string(route.method) + ' ' + std::string(kControlPrefix) +
                          std::string(route.path));
        }
    }
    return routes;
}

}  // namespace

TEST(Acceptance, S45_EveryServedRouteHasACommand) {
    const std::set<std::string> commands = commanded();
    for (const std::string& route : served()) {
        EXPECT_TRUE(commands.contains(route) || kAnsweredHere.contains(route))
            << route << " is served, and no verb asks for it";
    }
}

TEST(Acceptance, S45_EveryCommandsRouteIsServed) {
    const std::set<std::string> routes = served();
    for (const std::string& route : commanded()) {
        EXPECT_TRUE(routes.contains(route)) << route << " is asked for by a verb, and not served";
    }
}

TEST(ControlRoutes, NothingIsListedThatNoCommandAsksFor) {
    const std::set<std::string> commands = commanded();
    for (const std::string& route : kAnsweredHere) EXPECT_FALSE(commands.contains(route)) << route;
}

// A slot of the path fills a hole of the path, and every hole has one; every slot names an
// argument.
TEST(ControlRoutes, SlotsAndArgumentsFitTogether) {
    for (const Verb* verb : all_verbs()) {
        std::set<std::string_view> arguments;
        for (const Option& option : options_of(*verb)) {
            EXPECT_TRUE(arguments.insert(option.name).second) << verb->name << ' ' << option.name;
        }
        for (const Positional& positional : verb->positionals) arguments.insert(positional.name);
        for (const ControlRoute& route : verb->routes) {
            std::string path(route.path);
            for (const Slot& slot : route.slots) {
                EXPECT_TRUE(slot.argument.empty() || arguments.contains(slot.argument))
                    << verb->name << ' ' << slot.argument;
                if (!slot.place.starts_with('{')) continue;
                EXPECT_NE(path.find(slot.place), std::string::npos) << verb->name;
                path = base::replace_all(path, slot.place, "x");
            }
            const bool filled = path.find('{') == std::string::npos || route.perform != nullptr;
            EXPECT_TRUE(filled) << verb->name << ' ' << path;
            EXPECT_TRUE(route.when.argument.empty() || arguments.contains(route.when.argument));
            EXPECT_TRUE(route.face.columns.empty() || !route.face.nothing.empty()) << verb->name;
        }
    }
}

}  // namespace understudy::app
