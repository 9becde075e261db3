// The document and the routes are the same thing: every answer of every route fits its schema.
#include "serve/openapi.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>

#include "json/write.hpp"
#include "pack/folder_testing.hpp"
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

// Every body that a route shows as an example works with the pack parcel.
class Surface {
public:
    Surface() : hub(journal), station(hub, {.version = "0.0.1"}) {
        const pack::Loaded loaded = pack::load(pack::read_folder("packs/parcel"));
        EXPECT_TRUE(loaded.pack && hub.mount(loaded.pack).has_value());
    }

    http::Response ask(std::string_view method, const std::string& path, const std::string& key,
                       std::string body) {
        http::Request request;
        request.head.method = method;
        request.head.target = "/__admin__" + path;
        request.head.headers.add("Authorization", "Bearer " + key);
        request.body = std::move(body);
        return station.answer({}, std::move(request));
    }

    // Calls that leave something behind to look at.
    void prepare(const std::string& key) {
        // A delivery that is held back.
        EXPECT_EQ(ask("POST", "/webhooks/endpoints", key, R"({"url": "http://sink.localhost/"})")
                      .head.status,
                  201);
        EXPECT_EQ(ask("POST", "/faults", key,
                      R"({"resource": "$deliveries", "operation": "send", "count": 1,
                          "delivery": {"kind": "hold"}})")
                      .head.status,
                  201);
        http::Request request;
        request.head.method = "POST";
        request.head.target = "/v1/charges";
        request.head.headers.add("Authorization", "Bearer " + key);
        request.head.headers.add("Content-Type", "application/json");
        request.head.headers.add("Idempotency-Key", "k");
        request.body = R"({"amount": 2000, "source": "tok_visa"})";
        const http::Response made = station.answer(door_of_pack(0), std::move(request));
        ASSERT_EQ(made.head.status, 201) << made.body();
        // The charge settles, so that its cardholder can dispute it.
        ASSERT_EQ(ask("POST", "/clock/advance", key, R"({"by": "2s"})").head.status, 200);
        const http::Response kept = ask("POST", "/snapshots", key, R"({"name": "prepared"})");
        ASSERT_EQ(kept.head.status, 201) << kept.body();
    }

    // What the route is to take. A file to import is one that was exported.
    std::string body_for(const Route& route, const std::string& key) {
        if (route.request != "SnapshotFile") {
            return std::string(!route.example.empty()  ? route.example
                               : route.request.empty() ? ""
                                                       : "{}");
        }
        return ask("GET", "/snapshots/prepared/export", key, "").body();
    }

    // The path with something that exists: what the route that makes such records has made.
    std::string path_of(const Route& route, const RunningWorld& world) {
        std::string path = base::replace_all(route.path, "{name}", "parcel");
        path = base::replace_all(path, "/trace/{id}", "/trace/trc_1");
        path = base::replace_all(path, "/requests/{id}", "/requests/rq_1");
        path = base::replace_all(path, "/worlds/{id}", "/worlds/" + world.identity.id);
        path = base::replace_all(path, "/snapshots/{id}", "/snapshots/prepared");
        path = base::replace_all(path, "/deliveries/{id}", "/deliveries/dlv_1");
        if (path == "/diff") return "/diff?from=prepared";
        if (path == "/webhooks/secret") return path + "?url=http://sink.localhost/";
        const std::size_t id = path.find("/{id}");
        if (id == std::string::npos) return path;
        for (const Route& maker : control_routes()) {
            if (maker.path != path.substr(0, id) || maker.status != 201) continue;
            const std::string& key = world.identity.key;
            const http::Response made =
                ask(maker.method, std::string(maker.path), key, body_for(maker, key));
            EXPECT_EQ(made.head.status, 201) << maker.name << ' ' << made.body();
            const auto record = json::parse(made.body());
            return base::replace_all(path, "{id}", record->find("id")->as_string());
        }
        ADD_FAILURE() << route.name << ": nothing makes such a record";
        return path;
    }

    store::MemoryStore journal;
    Hub hub;
    Station station;
};

}  // namespace

TEST(OpenApi, EveryRouteAnswersAsTheDocumentSays) {
    Surface process;
    for (const Route& route : control_routes()) {
        const auto world = process.hub.create({.pack = "parcel"});
        ASSERT_TRUE(world.has_value());
        const std::string& key = (*world)->identity.key;
        process.prepare(key);
        const std::string path = process.path_of(route, **world);
        const bool operators = route.level == Level::Operator || route.level == Level::Family;
        const std::string asker = operators ? process.hub.operator_key() : key;
        const std::string sent = process.body_for(route, key);
        const http::Response response = process.ask(route.method, path, asker, sent);
        EXPECT_EQ(response.head.status, route.status) << route.name << response.body();
        if (route.answer.empty()) continue;
        const auto body = json::parse(response.body());
        ASSERT_TRUE(body.has_value()) << route.name;
        expect_described(process.station.control(), route, response.head.status, *body);
        // And so do the refusals that every route of its kind has.
        if (route.level == Level::Open) continue;
        const auto refused = json::parse(process.ask(route.method, path, "nobody", sent).body());
        ASSERT_TRUE(refused.has_value()) << route.name;
        expect_described(process.station.control(), route, 401, *refused);
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
