// Words to requests: method, path, query and body of every verb of the control plane.
#include "app/control_request.hpp"

#include <gtest/gtest.h>

#include "app/control_testing.hpp"

namespace understudy::app {
namespace {

constexpr std::string_view kInput = R"({"from":"input","match":{"input":{"a":1}}})";

base::Result<std::string> read(const std::string& path) {
    return path == "-" ? std::string(kInput) : "bytes of " + path;
}

std::string asked(std::string_view name, const std::vector<std::string>& words) {
    const ParsedWords given = parsed(name, words);
    const auto route = choose_route(*given.verb, given.arguments);
    if (!route) return base::render(route.error());
    const auto request = make_request(*given.verb, **route, given.arguments, read);
    if (!request) return base::render(request.error());
    std::string text = request->method + ' ' + request->target();
    if (request->body) text += ' ' + *request->body;
    return text;
}

struct Case {
    std::string_view verb;
    std::vector<std::string> words;
    std::string_view request;
};

void expect_all(const std::vector<Case>& cases) {
    for (const Case& one : cases) {
        EXPECT_EQ(asked(one.verb, one.words), one.request) << one.verb;
    }
}

}  // namespace

TEST(ControlRequest, Worlds) {
    expect_all({
        {"world create", {"parcel"}, R"(POST /__admin__/worlds {"pack":"parcel"})"},
        {"world create",
         {"parcel",
          "--id",
          "w_x",
          "--new-key",
          "key-of-the-new-one",
          "--t0",
          "now",
          "--rng-seed",
          "7",
          "--clock",
          "ticking",
          "--pacing",
          "virtual",
          "--config",
          R"({"a":1})",
          "--seed",
          R"({"seed":{}})",
          "--port",
          "0",
          "--socket",
          "s.sock",
          "--host",
          "h",
          "--accept-keys",
          "any",
          "--coherence",
          "warn",
          "--ttl",
          "10m"},
         R"(POST /__admin__/worlds {"pack":"parcel","id":"w_x","key":"key-of-the-new-one",)"
         R"("t0":"now","rng_seed":7,"clock":"ticking","pacing":"virtual","config":{"a":1},)"
         R"("seed":{"seed":{}},"port":0,"socket":"s.sock","host":"h","accept_keys":"any",)"
         R"("coherence":"warn","ttl":"10m"})"},
        {"world list", {}, "GET /__admin__/worlds"},
        {"world show", {}, "GET /__admin__/world"},
        {"world show", {"w_2"}, "GET /__admin__/worlds/w_2"},
        {"world show", {"a/b c?d"}, "GET /__admin__/worlds/a%2Fb%20c%3Fd"},
        {"world fork", {}, "POST /__admin__/fork {}"},
        {"world fork",
         {"--new-key", "key-of-the-fork-1", "--endpoints", "drop", "--ttl", "10m"},
         R"(POST /__admin__/fork {"key":"key-of-the-fork-1","endpoints":"drop","ttl":"10m"})"},
        {"world delete", {"w_2"}, "DELETE /__admin__/worlds/w_2"},
        {"world diff", {"snp_1"}, "GET /__admin__/diff?from=snp_1"},
        {"world diff", {"snp_1", "w_1"}, "GET /__admin__/diff?from=snp_1&to=w_1"},
        {"snapshot take", {}, "POST /__admin__/snapshots {}"},
        {"snapshot take", {"before"}, R"(POST /__admin__/snapshots {"name":"before"})"},
        {"snapshot list", {}, "GET /__admin__/snapshots"},
        {"snapshot show", {"snp_1"}, "GET /__admin__/snapshots/snp_1"},
        {"snapshot export", {"snp_1"}, "GET /__admin__/snapshots/snp_1/export"},
        {"snapshot import", {"x.file"}, "POST /__admin__/snapshots/import bytes of x.file"},
        {"snapshot delete", {"snp_1"}, "DELETE /__admin__/snapshots/snp_1"},
        {"snapshot delete", {"--all"}, "DELETE /__admin__/snapshots"},
        {"restore", {"boot"}, R"(POST /__admin__/restore {"snapshot":"boot"})"},
    });
}

TEST(ControlRequest, Data) {
    expect_all({
        {"seed",
         {"customers", R"({"id":"cus_1"})", R"({"id":"cus_2"})", "--strict"},
         R"(POST /__admin__/seed {"resource":"customers","objects":[{"id":"cus_1"},)"
         R"({"id":"cus_2"}],"strict":true})"},
        {"history", {"past.json"}, "POST /__admin__/seed/history bytes of past.json"},
        {"reset", {}, "POST /__admin__/reset {}"},
        {"reset",
         {"--t0", "2026-01-01T00:00:00Z"},
         R"(POST /__admin__/reset {"t0":"2026-01-01T00:00:00Z"})"},
        {"state", {}, "GET /__admin__/state"},
        {"state", {"charges"}, "GET /__admin__/state?resource=charges"},
    });
}

TEST(ControlRequest, Faults) {
    expect_all({
        {"fault arm",
         {"charges",
          "create",
          "--status",
          "402",
          "--code",
          "card_declined",
          "--count",
          "1",
          "--match",
          R"({"input":{"amount":2000}})",
          "--transport",
          R"({"kind":"reset"})",
          "--when",
          "after",
          "--skip",
          "2",
          "--probability",
          "0.5",
          "--strict",
          "--message",
          "no"},
         R"(POST /__admin__/faults {"resource":"charges","operation":"create","status":402,)"
         R"("code":"card_declined","message":"no","transport":{"kind":"reset"},"count":1,"skip":2,)"
         R"("probability":0.5,"when":"after","strict":true,"match":{"input":{"amount":2000}}})"},
        {"fault arm",
         {"*", "*", "--input", R"({"a":1})", "--facets", R"({"turn":1})", "--object", "ch_1",
          "--credential", "cred_1", "--source", "src_1"},
         R"(POST /__admin__/faults {"resource":"*","operation":"*","match":{"input":{"a":1},)"
         R"("facets":{"turn":1},"id":"ch_1","credential_id":"cred_1","source_id":"src_1"}})"},
        // What is no number is left to the server to refuse.
        {"fault arm",
         {"charges", "create", "--status", "many"},
         R"(POST /__admin__/faults {"resource":"charges","operation":"create","status":"many"})"},
        {"fault tape",
         {"charges", "create", R"({"status":429})", R"({"pass":true})", "--then", "cycle"},
         R"(POST /__admin__/faults {"resource":"charges","operation":"create",)"
         R"("tape":[{"status":429},{"pass":true}],"then":"cycle"})"},
        {"fault stub",
         {"GET", "/v1/tax", "--status", "200", "--body", R"({"a":1})", "--headers",
          R"({"X-A":"b"})", "--count", "3"},
         R"(POST /__admin__/stubs {"match":{"method":"GET","path":"/v1/tax"},)"
         R"("answer":{"status":200,"headers":{"X-A":"b"},"body":{"a":1}},"count":3})"},
        {"fault stub",
         {"--operation", "createCharge", "--resource", "charges", "--input", R"({"a":1})",
          "--facets", "{}", "--status", "200"},
         R"(POST /__admin__/stubs {"match":{"operation":"createCharge","resource":"charges",)"
         R"("input":{"a":1},"facets":{}},"answer":{"status":200}})"},
        {"fault list", {}, "GET /__admin__/faults"},
        {"fault list", {"--stubs"}, "GET /__admin__/stubs"},
        {"fault show", {"flt_1"}, "GET /__admin__/faults/flt_1"},
        {"fault show", {"stb_1"}, "GET /__admin__/stubs/stb_1"},
        {"fault clear", {}, "DELETE /__admin__/faults"},
        {"fault clear", {"--stubs"}, "DELETE /__admin__/stubs"},
        {"fault clear", {"flt_1"}, "DELETE /__admin__/faults/flt_1"},
        {"fault clear", {"stb_1"}, "DELETE /__admin__/stubs/stb_1"},
    });
}

TEST(ControlRequest, Time) {
    expect_all({
        {"trigger", {"bank.closes"}, R"(POST /__admin__/world/events {"event":"bank.closes"})"},
        {"trigger",
         {"bank.closes", R"({"bank":1})"},
         R"(POST /__admin__/world/events {"event":"bank.closes","data":{"bank":1}})"},
        {"next", {}, "GET /__admin__/world/next"},
        {"next", {"--all"}, "GET /__admin__/world/next?all=true"},
        {"clock show", {}, "GET /__admin__/clock"},
        {"clock advance", {"5s"}, R"(POST /__admin__/clock/advance {"by":"5s"})"},
        {"clock advance",
         {"--to", "2025-02-01T00:00:00Z"},
         R"(POST /__admin__/clock/advance {"to":"2025-02-01T00:00:00Z"})"},
        {"clock step", {}, R"(POST /__admin__/clock/advance {"step":true})"},
        {"clock freeze", {}, R"(POST /__admin__/clock/mode {"mode":"frozen"})"},
        {"clock tick", {}, R"(POST /__admin__/clock/mode {"mode":"ticking"})"},
        {"duration list", {}, "GET /__admin__/clock"},
        {"duration set",
         {"settle=0s", "refund=1h=2"},
         R"(POST /__admin__/clock/durations {"settle":"0s","refund":"1h=2"})"},
    });
}

TEST(ControlRequest, Exogenous) {
    expect_all({
        {"pin set",
         {"--operation", "createCharge", "--field", "risk_score", "--value", "97", "--resource",
          "charges", "--credential", "cred_1", "--source", "src_1", "--input", R"({"a":1})",
          "--facets", R"({"turn":2})"},
         R"(POST /__admin__/exogenous/pins {"match":{"operation":"createCharge",)"
         R"("resource":"charges","credential_id":"cred_1","source_id":"src_1","input":{"a":1},)"
         R"("facets":{"turn":2}},"field":"risk_score","value":97})"},
        {"pin set",
         {"--on", "charge.failed", "--field", "branch", "--value", R"("refused")"},
         R"(POST /__admin__/exogenous/pins {"on":"charge.failed","field":"branch",)"
         R"("value":"refused"})"},
        {"pin set",
         {"--match", R"({"operation":"x"})", "--credential", "c", "--field", "f", "--value",
          "[1,2]"},
         R"(POST /__admin__/exogenous/pins {"match":{"operation":"x","credential_id":"c"},)"
         R"("field":"f","value":[1,2]})"},
        {"pin set", {"pin.json"}, "POST /__admin__/exogenous/pins bytes of pin.json"},
        {"pin list", {}, "GET /__admin__/exogenous/pins"},
        {"pin list", {"pin_1"}, "GET /__admin__/exogenous/pins/pin_1"},
        {"pin clear", {}, "DELETE /__admin__/exogenous/pins"},
        {"pin clear", {"pin_1"}, "DELETE /__admin__/exogenous/pins/pin_1"},
        {"tape set",
         {"--operation", "o", "--field", "f", "5", "[1,2]", R"({"value":7,"times":2})",
          R"({"a":1})", "--then", "last"},
         R"(POST /__admin__/exogenous/tapes {"values":[{"value":5},{"value":[1,2]},)"
         R"({"value":7,"times":2},{"value":{"a":1}}],"match":{"operation":"o"},"field":"f",)"
         R"("then":"last"})"},
        {"tape list", {}, "GET /__admin__/exogenous/tapes"},
        {"tape list", {"tap_1"}, "GET /__admin__/exogenous/tapes/tap_1"},
        {"tape clear", {}, "DELETE /__admin__/exogenous/tapes"},
        {"tape clear", {"tap_1"}, "DELETE /__admin__/exogenous/tapes/tap_1"},
        {"field list", {}, "GET /__admin__/exogenous/fields"},
        {"field list", {"createCharge"}, "GET /__admin__/exogenous/fields?operation=createCharge"},
    });
}

TEST(ControlRequest, Insight) {
    expect_all({
        {"request list", {}, "GET /__admin__/requests"},
        {"request list",
         {"--operation", "createCharge", "--resource", "charges", "--status", "402", "--since", "3",
          "--resolved-by", "fault", "--id", "rq_1"},
         "GET /__admin__/requests?operation=createCharge&resource=charges&status=402&"
         "resolved_by=fault&since=3&id=rq_1"},
        {"request show", {"rq_1"}, "GET /__admin__/requests/rq_1"},
        {"request count", {}, R"(POST /__admin__/requests/count {"match":{}})"},
        {"request count",
         {"--operation", "o", "--resource", "r", "--method", "GET", "--path", "/x", "--status",
          "200", "--input", R"({"a":1})", "--object", "ch_1", "--since", "4"},
         R"(POST /__admin__/requests/count {"match":{"operation":"o","resource":"r",)"
         R"("method":"GET","path":"/x","status":200,"input":{"a":1},"id":"ch_1"},"since":4})"},
        {"request follow", {"--from", "12"}, "GET /__admin__/feed?from=12"},
        {"trace show",
         {"trc_1", "--class", "exogenous", "--path", "output.balance"},
         "GET /__admin__/trace/trc_1?class=exogenous&path=output.balance"},
        {"trace list", {}, "GET /__admin__/traces"},
        {"idempotency list", {}, "GET /__admin__/idempotency"},
        {"coherence show", {}, "GET /__admin__/coherence"},
        {"coherence set", {"warn"}, R"(PUT /__admin__/coherence {"mode":"warn"})"},
        {"health", {}, "GET /__admin__/health"},
        {"version", {}, "GET /__admin__/version"},
        {"version", {"--openapi"}, "GET /__admin__/openapi.json"},
        {"metrics", {}, "GET /__admin__/metrics"},
    });
}

// What is read is sent as it is, unless an option sets a member of it.
TEST(ControlRequest, ADashIsABodyOnStandardInput) {
    const std::string body(kInput);
    const std::string_view verbs[] = {
        "world create", "restore",    "seed",          "history",       "fault arm",
        "fault tape",   "fault stub", "trigger",       "clock advance", "duration set",
        "pin set",      "tape set",   "coherence set", "request count", "snapshot import"};
    for (const std::string_view verb : verbs) {
        const std::string request = asked(verb, {"-"});
        EXPECT_EQ(request.substr(request.find('{')), body) << verb;
    }
    expect_all({
        {"fault arm",
         {"-", "--count", "3", "--object", "ch_1"},
         R"(POST /__admin__/faults {"from":"input","match":{"input":{"a":1},"id":"ch_1"},)"
         R"("count":3})"},
        {"seed",
         {"customers", "-"},
         R"(POST /__admin__/seed {"resource":"customers","objects":[)"
         R"({"from":"input","match":{"input":{"a":1}}}]})"},
    });
}

TEST(ControlRequest, ListsComeFromStandardInputToo) {
    const ParsedWords given = parsed("seed", {"customers", R"({"id":"a"})", "-"});
    const auto request = make_request(
        *given.verb, given.verb->routes[0], given.arguments,
        [](const std::string&) { return base::Result<std::string>(R"([{"id":"b"},{"id":"c"}])"); });
    ASSERT_TRUE(request.has_value());
    EXPECT_EQ(*request->body,
              R"({"resource":"customers","objects":[{"id":"a"},{"id":"b"},{"id":"c"}]})");
}

TEST(ControlRequest, WhatCannotBeSentIsMisuse) {
    expect_all({
        {"pin set",
         {"--value", "refused"},
         "error: --value is no JSON [app.not_json]\n"
         "  hint: a text needs quotes of its own, as in '\"text\"'\n"
         "  --value:1:1: error: expected a value, found \"refused\" [json.syntax]\n"
         "      refused\n"
         "      ^~~~~~~\n"},
        {"duration set",
         {"settle"},
         "error: \"settle\" is not of the form NAME=DURATION [app.bad_arguments]\n"
         "  hint: `understudy duration set --help` shows how it is called\n"},
        {"snapshot delete",
         {},
         "error: snapshot delete needs ID or --all [app.bad_arguments]\n"
         "  hint: `understudy snapshot delete --help` shows how it is called\n"},
        {"pin set",
         {"pin.json", "--field", "f"},
         "error: the body is no JSON [app.not_json]\n"
         "  hint: a text needs quotes of its own, as in '\"text\"'\n"
         "  the body:1:1: error: expected a value, found \"bytes\" [json.syntax]\n"
         "      bytes of pin.json\n"
         "      ^~~~~\n"},
    });
    const ParsedWords given = parsed("pin set", {"-", "--field", "f"});
    const auto request =
        make_request(*given.verb, given.verb->routes[0], given.arguments,
                     [](const std::string&) { return base::Result<std::string>("[]"); });
    ASSERT_FALSE(request.has_value());
    EXPECT_EQ(base::message(request.error()),
              "options set members of the body, and the body is no object");
}

}  // namespace understudy::app
