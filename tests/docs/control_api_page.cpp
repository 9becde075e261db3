// docs/reference/control-api.md names exactly the routes of the served OpenAPI document.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "base/text.hpp"
#include "serve/openapi.hpp"

namespace understudy {
namespace {

std::vector<std::string> routes_of_page() {
    std::ifstream in(std::string(UNDERSTUDY_ROOT) + "/docs/reference/control-api.md");
    std::ostringstream page;
    page << in.rdbuf();
    const std::string text = page.str();
    std::vector<std::string> routes;
    for (const std::string_view line : base::split_lines(text)) {
        if (!line.starts_with("| `") || line.find(" /__admin__/") == std::string_view::npos)
            continue;
        routes.emplace_back(line.substr(3, line.find('`', 3) - 3));
    }
    std::sort(routes.begin(), routes.end());
    return routes;
}

std::vector<std::string> routes_of_document() {
    const json::Value document = serve::control_document("0");
    std::vector<std::string> routes;
    const json::Value* paths = document.find("paths");
    if (paths == nullptr) return routes;
    for (const json::Member& path : paths->members()) {
        for (const json::Member& method : path.value.members()) {
            std::string word(method.key());
            for (char& c : word) c = static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
            if (word == "PARAMETERS") continue;
            std::string name(path.key());
            if (!name.starts_with("/__admin__")) name.insert(0, "/__admin__");
            routes.push_back(word + " " + name);
        }
    }
    std::sort(routes.begin(), routes.end());
    return routes;
}

TEST(ControlApiPage, NamesTheRoutesThatAreServed) {
    EXPECT_EQ(routes_of_page(), routes_of_document());
}

}  // namespace
}  // namespace understudy
