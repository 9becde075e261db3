// The document and the routes are the same thing: every answer of every route fits its schema.
#include "serve/openapi.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>

#include "json/write.hpp"
#include "schema/check.hpp"
#include "serve/impl/control_call.hpp"
#include "serve/impl/hub_testing.hpp"

namespace understudy::serve {

namespace {

// Checks an answer against what the document says of this operation and status.
void expect_described(const Control& control, const Route& route, int status,
                      const json::Value& body) {
    json::Pointer pointer;
    pointer.push("paths");
    pointer.push(std::string(kControlPrefix) + std::string(route.path));
    pointer.push(base::to_lower_ascii(route.method));
    pointer.push("responses");
    pointer.push(std::to_string(status));
    pointer.push("content");
    pointer.push("application/json");
    pointer.push("schema");
    ASSERT_NE(pointer.resolve(control.document()), nullptr)
        << "the document does not know the status " << status << " of " << route.name;
    schema::CompileOptions options;
    options.dialect = schema::Dialect::OpenApi31;
    options.assert_formats = true;
    const auto schema = schema::compile_at(control.document(), pointer, options);
    ASSERT_TRUE(schema.has_value()) << base::render(schema.error());
    const schema::Outcome outcome = schema::check(*schema, body);
    EXPECT_EQ(outcome.verdict, schema::Verdict::Valid) << route.name << ' ' << json::write(body);
    for (const schema::Violation& violation : outcome.violations) {
        ADD_FAILURE() << route.name << ": " << violation.instance_path.to_text() << ": "
                      << base::message(schema::to_error(violation));
    }
}

std::string body_for(std::string_view request) {
    if (request == "WorldOrder") return R"({"pack":"notes"})";
    if (request == "Advance") return R"({"by":"1s"})";
    if (request == "Seed") {
        return R"({"resource":"notes","objects":[{"id":"n_seed","text":"a"}]})";
    }
    if (request == "History") {
        return R"({"steps":[{"at":"2025-01-01T00:00:00Z","call":{"operation":"createNote","input":{"text":"a"}}}]})";
    }
    if (request == "Restore") return R"({"snapshot":"snp_1"})";
    if (request == "ClockMode") return R"({"mode":"ticking"})";
    if (request == "Trigger") return R"({"event":"nothing.happens"})";
    return request.empty() ? "" : "{}";
}

}  // namespace

TEST(OpenApi, EveryRouteAnswersAsTheDocumentSays) {
    Process process;
    for (const Route& route : control_routes()) {
        const auto world = process.create({.pack = "notes"});
        const std::string& key = world->identity.key;
        const http::Response note =
            process.ask(door_of_pack(0), {.method = "POST", .key = key, .body = R"({"text":"a"})"});
        ASSERT_EQ(note.head.status, 201) << note.body();
        std::string path(route.path);
        path = base::replace_all(
            path, "/trace/{id}",
            "/trace/" + std::string(note.head.headers.get("X-Mock-Resolution-Trace")));
        path = base::replace_all(path, "{name}", "notes");
        if (path == "/requests/{id}") {
            const auto list = process.control({.target = "/__admin__/requests", .key = key});
            path = "/requests/" +
                   std::string(list.value.find("data")->items()[0].find("id")->as_string());
        }
        const auto taken = process.control(
            {.method = "POST", .target = "/__admin__/snapshots", .key = key, .body = "{}"});
        ASSERT_EQ(taken.status, 201) << json::write(taken.value);
        path = base::replace_all(path, "/snapshots/{id}", "/snapshots/snp_1");
        if (path == "/diff") path = "/diff?from=snp_1";
        path = base::replace_all(path, "{id}", world->identity.id);
        const bool operators = route.level == Level::Operator || route.level == Level::Family;
        const Process::Asking asking{.method = std::string(route.method),
                                     .target = "/__admin__" + path,
                                     .key = operators ? process.admin() : key,
                                     .body = route.request == "SnapshotFile"
                                                 ? process
                                                       .ask({}, {.target = "/__admin__/snapshots/"
                                                                           "snp_1/export",
                                                                 .key = key})
                                                       .body()
                                                 : body_for(route.request)};
        const http::Response response = process.ask({}, asking);
        if (route.name != "triggerEvent") {
            EXPECT_EQ(response.head.status, route.status) << route.name << response.body();
        }
        if (route.answer.empty()) continue;
        const auto body = json::parse(response.body());
        ASSERT_TRUE(body.has_value()) << route.name;
        expect_described(process.station.control(), route, response.head.status, *body);
        // And so do the refusals that every route of its kind has.
        if (route.level == Level::Open) continue;
        Process::Asking wrong = asking;
        wrong.key = "nobody";
        expect_described(process.station.control(), route, 401, process.control(wrong).value);
    }
}

TEST(OpenApi, RefusalsThatRoutesNameAreDeclaredAndDocumented) {
    std::set<std::string_view> declared;
    for (const RefusalCode& code : refusal_codes()) {
        EXPECT_TRUE(declared.insert(code.code).second) << code.code;
    }
    for (const Route& route : control_routes()) {
        for (const std::string_view code : route.refusals) {
            EXPECT_TRUE(declared.contains(code)) << route.name << ' ' << code;
        }
        for (const std::string_view name : route.query) {
            EXPECT_EQ(query_parameter(name).name, name);
        }
    }
    std::ifstream file(std::string(UNDERSTUDY_ROOT) + "/docs/reference/control-api.md");
    std::stringstream page;
    page << file.rdbuf();
    // The anchor that `docs` of an error leads to.
    EXPECT_NE(page.str().find("\n## Refusals\n"), std::string::npos);
    for (const RefusalCode& code : refusal_codes()) {
        EXPECT_NE(page.str().find('`' + std::string(code.code) + '`'), std::string::npos)
            << code.code;
    }
    for (const Route& route : control_routes()) {
        const std::string row =
            "`" + std::string(route.method) + " /__admin__" + std::string(route.path) + "`";
        EXPECT_NE(page.str().find(row), std::string::npos) << row;
    }
}

}  // namespace understudy::serve
