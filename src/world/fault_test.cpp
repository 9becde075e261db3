// Faults and stubs: which one strikes, what it does to the state, the answer and the idempotency
// record, and what cannot be armed.
#include "world/armed_testing.hpp"

namespace understudy::world {

namespace {

const Service::Pairs kCharge = {{"amount", "2000"}, {"source", "tok_visa"}};

std::size_t charges_in(const World& world) {
    return world.objects(world.pack().find_resource("charges")).size();
}

http::Headers keyed(std::string key) {
    http::Headers headers;
    headers.add("Idempotency-Key", std::move(key));
    return headers;
}

TEST(FaultTest, StrikesInTheVendorsEnvelopeAndIsSpent) {
    Service service(parcel());
    const Commanded told = arm(service.world(), R"({"resource": "charges", "operation": "create",
        "status": 402, "code": "card_declined", "count": 1})");
    EXPECT_EQ(
        json::write(told.result),
        R"({"id":"flt_1","resource":"charges","operation":"create","status":402,)"
        R"("code":"card_declined","count":1,"when":"before","fired":0,"remaining":1,)"
        R"("state":"armed","specificity":2,"created_seq":1,"off_model":false,"warnings":[]})");
    const Reply struck = service.post("/v1/charges", kCharge);
    EXPECT_EQ(struck.status, 402);
    EXPECT_EQ(struck.text, R"({"error":{"code":"card_declined","type":"card_error",)"
                           R"("message":"The card was declined.","param":"source"}})");
    EXPECT_EQ(charges_in(service.world()), 0U);
    EXPECT_EQ(service.post("/v1/charges", kCharge).status, 201);
    const json::Value record = *service.world().fault("flt_1");
    EXPECT_EQ(record.find("state")->as_string(), "spent");
    EXPECT_EQ(*record.find("remaining"), json::Value(0));
    const json::Value trace = trace_of(service.world(), struck);
    EXPECT_EQ(trace.find("resolved_by")->as_string(), "fault");
    EXPECT_EQ(json::write(*trace.find("fault")), R"({"id":"flt_1","effect":"402 card_declined"})");
}

TEST(FaultTest, AMessageReplacesThePacks) {
    Service service(parcel());
    arm(service.world(), R"({"resource": "charges", "operation": "createCharge",
        "status": 402, "code": "card_declined", "message": "no money"})");
    EXPECT_EQ(service.post("/v1/charges", kCharge).text_at("error/message"), "no money");
}

TEST(FaultTest, AnUnknownCodeIsServedAndMarked) {
    Service service(parcel());
    const Commanded told = arm(service.world(), R"({"resource": "charges", "operation": "create",
        "status": 500, "code": "card_decline"})");
    EXPECT_EQ(json::write(told.at("warnings")),
              R"([{"code":"unknown_error_code","message":"no error code \"card_decline\" in pack )"
              R"(parcel@0.1.0; it is served as given","hint":"did you mean 'card_declined'?"}])");
    const Reply struck = service.post("/v1/charges", kCharge);
    EXPECT_EQ(struck.status, 500);
    EXPECT_EQ(struck.text_at("error/code"), "card_decline");
    EXPECT_EQ(struck.text_at("error/message"), "card_decline");
    EXPECT_EQ(*trace_of(service.world(), struck).find("off_model"), json::Value(true));
}

TEST(FaultTest, AStatusThatContradictsTheCodeIsOffModel) {
    Service service(parcel());
    const Commanded told = arm(service.world(), R"({"resource": "charges", "operation": "create",
        "status": 418, "code": "card_declined"})");
    EXPECT_EQ(told.at("off_model"), json::Value(true));
    EXPECT_EQ(told.at("warnings/0/message"),
              json::Value("the pack has \"card_declined\" with status 402, not 418; it is served "
                          "as given"));
    EXPECT_EQ(service.post("/v1/charges", kCharge).status, 418);
}

struct BadFault {
    std::string_view body, no;
};

TEST(FaultTest, RefusesWhatCannotBeArmed) {
    Service service(parcel());
    const std::string before = service.world().digest();
    const BadFault table[] = {
        {R"({"resource": "charge", "operation": "create", "status": 402, "code": "card_declined"})",
         "404 unknown_resource /resource: no resource \"charge\" in pack parcel@0.1.0 (did you "
         "mean 'charges'?)"},
        {R"({"resource": "charges", "operation": "crate", "status": 402, "code": "card_declined"})",
         "404 unknown_operation /operation: no operation \"crate\" of charges in pack "
         "parcel@0.1.0 (did you mean 'create'?)"},
        {R"({"resource": "charges", "operation": "create"})",
         "422 invalid_request: a fault needs an error (status and code) or a transport (as in "
         "{\"status\": 402, \"code\": \"card_declined\"})"},
        {R"({"resource": "charges", "operation": "create", "status": 402})",
         "422 invalid_request /code: an error needs a code (with that status there is "
         "card_declined)"},
        {R"({"resource": "charges", "operation": "create", "code": "boom"})",
         "422 invalid_request /status: the status of \"boom\" is not known to the pack (give one)"},
        {R"({"resource": "charges", "operation": "create", "status": 500, "code": "boom", "strict": true})",
         "422 unknown_error_code /code: no error code \"boom\" in pack parcel@0.1.0 (there is "
         "body_unreadable, media_type_unsupported, api_key_invalid, route_missing, "
         "method_not_allowed, parameter_unknown, parameter_missing, parameter_invalid, "
         "parameters_exclusive, amount_too_small, ...)"},
        {R"({"resource": "charges", "operation": "create", "message": "x", "transport": {"kind": "empty"}})",
         "422 invalid_request /message: a message needs a status and a code"},
        {R"({"resource": "charges", "operation": "create", "when": "before", "transport": {"kind": "truncate", "after_bytes": 1}})",
         "422 invalid_request /when: \"truncate\" needs an answer to damage, and before execution "
         "there is none (leave it out, or give an error as well)"},
        {R"({"resource": "charges", "operation": "create", "then": "last", "transport": {"kind": "empty"}})",
         "422 invalid_request /then: `then` says how a tape ends"},
        {R"({"resource": "charges", "operation": "create", "status": 402, "tape": [{"pass": true}]})",
         "422 invalid_request /status: a tape says status entry by entry"},
        {R"({"resource": "charges", "operation": "create", "tape": [{"pass": true, "status": 402}]})",
         "422 invalid_request /tape/0/status: an entry that passes does nothing else"},
        {R"({"resource": "charges", "operation": "create", "tape": [{"pass": true}, {"times": 2}]})",
         "422 invalid_request /tape/1: a fault needs an error (status and code) or a transport (as "
         "in {\"status\": 402, \"code\": \"card_declined\"})"},
        {R"({"resource": "charges", "operation": "create", "status": 402, "code": "card_declined", "match": {"colour": 1}})",
         "422 unknown_constraint /match/colour: pack parcel cannot match by \"colour\" (there is "
         "input, id)"},
        {R"({"resource": "charges", "operation": "create", "status": 402, "code": "card_declined", "match": {"credential_id": "c"}})",
         "422 unknown_constraint /match/credential_id: pack parcel cannot match by "
         "\"credential_id\" (there is input, id)"},
        {R"({"resource": "charges", "operation": "create", "status": 402, "code": "card_declined", "match": {"input": 1}})",
         "422 invalid_request /match/input: /match/input must be an object"},
        {R"({"resource": "charges", "operation": "create", "status": 402, "code": "card_declined", "match": {"id": {}}})",
         "422 invalid_request /match/id: /match/id must be an id"},
    };
    for (const BadFault& bad : table) {
        EXPECT_EQ(arm(service.world(), bad.body).no, bad.no) << bad.body;
    }
    const Commanded transport =
        arm(service.world(), R"({"resource": "charges", "operation": "create",
        "transport": {"kind": "reset", "at": "nowhere"}})");
    EXPECT_TRUE(transport.no.starts_with("422 invalid_request /transport: ")) << transport.no;
    EXPECT_EQ(service.world().digest(), before);
}

TEST(Acceptance, S08_OnlyAsManyFailAsCounted) {
    Service service(parcel());
    arm(service.world(), R"({"resource": "charges", "operation": "*", "count": 2,
        "status": 402, "code": "card_declined"})");
    int failed = 0;
    for (int i = 0; i < 50; ++i) failed += service.get("/v1/charges").status == 402 ? 1 : 0;
    EXPECT_EQ(failed, 2);
}

TEST(Acceptance, S09_TheSpecificFaultFirstThenTheGeneral) {
    Service service(parcel());
    arm(service.world(), R"({"resource": "*", "operation": "*",
        "status": 409, "code": "state_conflict"})");
    arm(service.world(), R"({"resource": "charges", "operation": "create", "count": 1,
        "match": {"input": {"amount": 2000}}, "status": 402, "code": "card_declined"})");
    EXPECT_EQ(service.post("/v1/charges", kCharge).status, 402);
    const Reply second = service.post("/v1/charges", kCharge);
    EXPECT_EQ(second.status, 409);
    EXPECT_EQ(service.get("/v1/customers").status, 409);
}

TEST(Acceptance, S10_OfTwoEqualFaultsTheNewerFires) {
    Service service(parcel());
    arm(service.world(), R"({"resource": "charges", "operation": "create",
        "status": 402, "code": "card_declined"})");
    arm(service.world(), R"({"resource": "charges", "operation": "create",
        "status": 409, "code": "state_conflict"})");
    const Reply reply = service.post("/v1/charges", kCharge);
    EXPECT_EQ(reply.status, 409);
    EXPECT_EQ(json::write(*trace_of(service.world(), reply).find("steps")),
              R"([{"step":"fault","outcome":"fired","considered":[)"
              R"({"id":"flt_1","why_not":"flt_2 is more specific or newer"}]}])");
}

TEST(Acceptance, S11_TheOrderOfResolution) {
    Service service(parcel());
    const auto ask = [&](const std::string& key, const std::string& source, bool scenario) {
        Call call = Service::call_of("POST", "/v1/charges");
        call.request.head.headers.add("Content-Type", "application/json");
        call.request.body = R"({"amount": 2000, "source": ")" + source + "\"}";
        if (!key.empty()) call.request.head.headers.add("Idempotency-Key", key);
        if (scenario) call.request.head.headers.add("X-Mock-Scenario", "risky");
        return service.send(std::move(call));
    };
    ask("k", "tok_declined", true);  // the key is known from here on
    arm(service.world(), R"({"resource": "charges", "operation": "create",
        "status": 409, "code": "state_conflict"})");
    stub(service.world(), R"({"match": {"operation": "create", "resource": "charges"}, "count": 9,
        "answer": {"status": 299, "body": 1}})");
    const auto by = [&](const Reply& reply) {
        return std::string(trace_of(service.world(), reply).find("resolved_by")->as_string());
    };
    EXPECT_EQ(by(ask("k", "tok_declined", true)), "fault");
    tell(service.world(), Clear{Clear::What::Faults, {}});
    EXPECT_EQ(by(ask("k", "tok_declined", true)), "stub");
    tell(service.world(), Clear{Clear::What::Stubs, {}});
    EXPECT_EQ(by(ask("k", "tok_declined", true)), "idempotent_replay");
    EXPECT_EQ(by(ask("", "tok_declined", true)), "scenario");
    EXPECT_EQ(by(ask("", "tok_declined", false)), "magic");
    EXPECT_EQ(by(ask("", "tok_visa", false)), "stateful");
}

TEST(Acceptance, S12_ResetAfterExecutionThenARetryWithTheSameKey) {
    Service service(parcel());
    service.headers = keyed("k");
    arm(service.world(), R"({"resource": "charges", "operation": "create", "count": 1,
        "when": "after", "transport": {"kind": "reset", "at": "headers"}})");
    const Reply first = service.post("/v1/charges", kCharge);
    ASSERT_TRUE(first.outcome.wire.has_value());
    EXPECT_FALSE(first.outcome.wire->unanswered);
    EXPECT_EQ(first.outcome.wire->fault, "flt_1");
    const Reply again = service.post("/v1/charges", kCharge);
    EXPECT_FALSE(again.outcome.wire.has_value());
    EXPECT_EQ(again.status, 201);
    EXPECT_EQ(again.text, first.text);
    EXPECT_EQ(charges_in(service.world()), 1U);
}

TEST(Acceptance, S13_ErrorBeforeExecutionThenARetryWithTheSameKey) {
    Service service(parcel());
    service.headers = keyed("k");
    arm(service.world(), R"({"resource": "charges", "operation": "create", "count": 1,
        "status": 500, "code": "internal"})");
    EXPECT_EQ(service.post("/v1/charges", kCharge).status, 500);
    EXPECT_EQ(json::write(service.world().idempotency()), "[]");
    const Reply again = service.post("/v1/charges", kCharge);
    EXPECT_EQ(again.status, 201);
    EXPECT_FALSE(again.headers.find("Idempotent-Replayed").has_value());
    EXPECT_EQ(charges_in(service.world()), 1U);
}

TEST(FaultTest, AnErrorAfterExecutionIsWhatARetrySeesWhereErrorsAreStored) {
    Service service(parcel());
    service.headers = keyed("k");
    arm(service.world(), R"({"resource": "charges", "operation": "create", "count": 1,
        "when": "after", "status": 500, "code": "internal"})");
    const Reply first = service.post("/v1/charges", kCharge);
    EXPECT_EQ(first.status, 500);
    EXPECT_EQ(charges_in(service.world()), 1U);
    EXPECT_EQ(json::write(*trace_of(service.world(), first).find("fault")),
              R"({"id":"flt_1","effect":"500 internal after execution"})");
    const Reply again = service.post("/v1/charges", kCharge);
    EXPECT_EQ(again.text, first.text);
    EXPECT_EQ(charges_in(service.world()), 1U);
}

TEST(FaultTest, TransportBeforeExecutionEndsTheCall) {
    Service service(parcel());
    arm(service.world(), R"({"resource": "charges", "operation": "create",
        "transport": {"kind": "empty"}})");
    const Reply reply = service.post("/v1/charges", kCharge);
    ASSERT_TRUE(reply.outcome.wire.has_value());
    EXPECT_TRUE(reply.outcome.wire->unanswered);
    EXPECT_EQ(charges_in(service.world()), 0U);
    EXPECT_TRUE(trace_of(service.world(), reply).find("status")->is_null());
}

TEST(FaultTest, ADelayLetsTheCallGoOnAndTheCallCountsAsRunning) {
    Service service(parcel());
    service.headers = keyed("k");
    arm(service.world(), R"({"resource": "charges", "operation": "create", "count": 1,
        "transport": {"kind": "latency", "delay": "1s"}})");
    const Reply first = service.post("/v1/charges", kCharge);
    EXPECT_EQ(first.status, 201);
    ASSERT_TRUE(first.outcome.wire.has_value());
    EXPECT_TRUE(first.outcome.wire->held);
    const std::string held = service.world().digest();
    tell(service.world(), Release{first.outcome.trace});
    EXPECT_NE(service.world().digest(), held);
    EXPECT_EQ(service.post("/v1/charges", kCharge).text, first.text);
}

TEST(FaultTest, HangingBeforeExecutionExecutesNothing) {
    Service service(parcel());
    arm(service.world(), R"({"resource": "charges", "operation": "create",
        "transport": {"kind": "latency", "hang": true}})");
    EXPECT_TRUE(service.post("/v1/charges", kCharge).outcome.wire->unanswered);
    EXPECT_EQ(charges_in(service.world()), 0U);
}

TEST(FaultTest, SaysWhatAProtocolCannotDo) {
    Service service(parcel());
    arm(service.world(), R"({"resource": "charges", "operation": "list",
        "transport": {"kind": "malformed_chunk", "at_chunk": 1}})");
    Call call = Service::call_of("GET", "/v1/charges");
    call.request.head.version = http::Version::Http2;
    const Reply reply = service.send(std::move(call));
    const json::Value trace = trace_of(service.world(), reply);
    ASSERT_EQ(trace.find("warnings")->size(), 1U);
    EXPECT_EQ((*trace.find("warnings"))[0].find("code")->as_string(), "transport_changed");
}

TEST(FaultTest, SkipsAndTapesAreCountedByMatchingCall) {
    Service service(parcel());
    arm(service.world(), R"({"resource": "charges", "operation": "create", "skip": 1,
        "tape": [{"status": 402, "code": "card_declined"}, {"pass": true},
                 {"status": 409, "code": "state_conflict", "times": 2}]})");
    std::vector<int> seen;
    for (int i = 0; i < 7; ++i) seen.push_back(service.post("/v1/charges", kCharge).status);
    EXPECT_EQ(seen, (std::vector<int>{201, 402, 201, 409, 409, 201, 201}));
    EXPECT_EQ(service.world().fault("flt_1")->find("state")->as_string(), "spent");
}

TEST(FaultTest, TapesEndAsTheySay) {
    Service service(parcel());
    const auto statuses = [&](std::string_view then) {
        tell(service.world(), Clear{Clear::What::Faults, {}});
        arm(service.world(), std::string(R"({"resource": "charges", "operation": "list", "tape": [
            {"pass": true}, {"status": 402, "code": "card_declined"}], "then": ")") +
                                 std::string(then) + "\"}");
        std::vector<int> seen;
        for (int i = 0; i < 5; ++i) seen.push_back(service.get("/v1/charges").status);
        return seen;
    };
    EXPECT_EQ(statuses("fallback"), (std::vector<int>{200, 402, 200, 200, 200}));
    EXPECT_EQ(statuses("last"), (std::vector<int>{200, 402, 402, 402, 402}));
    EXPECT_EQ(statuses("cycle"), (std::vector<int>{200, 402, 200, 402, 200}));
}

TEST(FaultTest, AProbabilityIsDrawnTheSameInEveryRun) {
    const auto run = [] {
        Service service(parcel());
        arm(service.world(), R"({"resource": "charges", "operation": "list", "probability": 0.5,
            "status": 402, "code": "card_declined"})");
        std::string seen;
        for (int i = 0; i < 64; ++i) seen += service.get("/v1/charges").status == 402 ? 'x' : '.';
        return seen;
    };
    const std::string first = run();
    EXPECT_EQ(run(), first);
    EXPECT_NE(first.find('x'), std::string::npos);
    EXPECT_NE(first.find('.'), std::string::npos);
}

TEST(FaultTest, AChosenFaultThatLetsPassHidesTheOthers) {
    Service service(parcel());
    arm(service.world(), R"({"resource": "*", "operation": "*",
        "status": 409, "code": "state_conflict"})");
    arm(service.world(), R"({"resource": "charges", "operation": "list", "skip": 1,
        "status": 402, "code": "card_declined"})");
    EXPECT_EQ(service.get("/v1/charges").status, 200);
    EXPECT_EQ(service.get("/v1/charges").status, 402);
}

TEST(FaultTest, ARefusedCallIsCountedAllTheSame) {
    Service service(parcel());
    arm(service.world(), R"({"resource": "charges", "operation": "create", "skip": 1,
        "status": 402, "code": "card_declined"})");
    EXPECT_EQ(service.post("/v1/charges", {{"amount", "1"}}).status, 400);  // let through, refused
    EXPECT_EQ(service.post("/v1/charges", kCharge).status, 402);
}

TEST(FaultTest, SaysWhyItDidNotFit) {
    Service service(parcel());
    arm(service.world(), R"({"resource": "charges", "operation": "create",
        "match": {"input": {"amount": 3000}}, "status": 402, "code": "card_declined"})");
    const Reply reply = service.post("/v1/charges", kCharge);
    EXPECT_EQ(reply.status, 201);
    EXPECT_EQ(json::write((*trace_of(service.world(), reply).find("steps"))[0]),
              R"({"step":"fault","outcome":"no_match","considered":[{"id":"flt_1",)"
              R"("why_not":"input.amount: wanted 3000, got 2000"}]})");
}

TEST(FaultTest, IsForTheObjectAddressed) {
    Service service(parcel());
    const std::string one = service.post("/v1/charges", kCharge).text_at("id");
    const std::string two = service.post("/v1/charges", kCharge).text_at("id");
    arm(service.world(), R"({"resource": "charges", "operation": "get", "match": {"id": ")" + one +
                             R"("}, "status": 409, "code": "state_conflict"})");
    EXPECT_EQ(service.get("/v1/charges/" + one).status, 409);
    EXPECT_EQ(service.get("/v1/charges/" + two).status, 200);
}

TEST(FaultTest, FiresBeforeTheInputIsJudged) {
    Service service(parcel());
    arm(service.world(), R"({"resource": "charges", "operation": "create",
        "status": 402, "code": "card_declined"})");
    EXPECT_EQ(service.post("/v1/charges", {{"amount", "nonsense"}}).status, 402);
    Call unreadable = Service::call_of("POST", "/v1/charges");
    unreadable.request.head.headers.add("Content-Type", "application/json");
    unreadable.request.body = "{";
    EXPECT_EQ(service.send(std::move(unreadable)).status, 402);
}

TEST(FaultTest, ForksAndTheJournalTakeItAlong) {
    Service service(parcel());
    service.world().record_changes(true);
    arm(service.world(), R"({"resource": "charges", "operation": "list", "count": 2,
        "status": 402, "code": "card_declined"})");
    service.get("/v1/charges");
    Service other(parcel());
    ASSERT_TRUE(other.world().replay(service.world().take_changes()).has_value());
    EXPECT_EQ(other.world().digest(), service.world().digest());
    World fork = service.world().fork("w_2");
    EXPECT_EQ(service.get("/v1/charges").status, 402);
    EXPECT_EQ(service.get("/v1/charges").status, 200);
    EXPECT_EQ(*fork.fault("flt_1")->find("remaining"), json::Value(1));
    EXPECT_EQ(other.get("/v1/charges").status, 402);
    EXPECT_EQ(other.get("/v1/charges").status, 200);
}

TEST(FaultTest, IsClearedByIdAndAltogether) {
    Service service(parcel());
    const std::string_view body = R"({"resource": "charges", "operation": "list",
        "transport": {"kind": "empty"}})";
    arm(service.world(), body);
    arm(service.world(), body);
    arm(service.world(), body);
    EXPECT_EQ(json::write(tell(service.world(), Clear{Clear::What::Faults, "flt_2"}).result),
              R"({"cleared":1})");
    EXPECT_EQ(tell(service.world(), Clear{Clear::What::Faults, "flt_2"}).no,
              "404 unknown_fault: there is no fault \"flt_2\" (did you mean 'flt_1'?)");
    EXPECT_EQ(json::write(tell(service.world(), Clear{Clear::What::Faults, {}}).result),
              R"({"cleared":2})");
    EXPECT_TRUE(service.world().faults().empty());
    EXPECT_EQ(service.get("/v1/charges").status, 200);
}

TEST(StubTest, AnswersWhatNoOperationDoes) {
    Service service(parcel());
    const Commanded told = stub(service.world(), R"({"match": {"method": "GET", "path": "/v1/tax"},
        "answer": {"status": 203, "headers": {"X-Tax": "yes"}, "body": {"object": "tax"}}})");
    EXPECT_EQ(json::write(told.result),
              R"({"id":"stb_1","match":{"method":"GET","path":"/v1/tax"},"answer":{"status":203,)"
              R"("headers":{"X-Tax":"yes"},"body":{"object":"tax"}},"count":1,"fired":0,)"
              R"("state":"armed","created_seq":1})");
    const Reply reply = service.get("/v1/tax");
    EXPECT_EQ(reply.status, 203);
    EXPECT_EQ(reply.text, R"({"object":"tax"})");
    EXPECT_EQ(reply.headers.get("X-Tax"), "yes");
    EXPECT_EQ(reply.headers.get("Content-Type"), "application/json");
    const json::Value trace = trace_of(service.world(), reply);
    EXPECT_EQ(trace.find("resolved_by")->as_string(), "stub");
    EXPECT_EQ(*trace.find("off_model"), json::Value(true));
    EXPECT_EQ(service.get("/v1/tax").status, 404);
    EXPECT_EQ(service.world().stub("stb_1")->find("state")->as_string(), "spent");
}

TEST(StubTest, SendsATextAsItIs) {
    Service service(parcel());
    stub(service.world(),
         R"({"match": {"path": "/v1/charges"}, "answer": {"status": 200, "body": "hello"}})");
    const Reply reply = service.get("/v1/charges");
    EXPECT_EQ(reply.text, "hello");
    EXPECT_EQ(reply.headers.get("Content-Type"), "text/plain; charset=utf-8");
}

TEST(StubTest, StoresNothingUnderAKeyAndChangesNothing) {
    Service service(parcel());
    service.headers = keyed("k");
    stub(service.world(), R"({"match": {"operation": "createCharge"}, "answer": {"status": 201}})");
    EXPECT_EQ(service.post("/v1/charges", kCharge).text, "");
    EXPECT_EQ(charges_in(service.world()), 0U);
    EXPECT_EQ(json::write(service.world().idempotency()), "[]");
    EXPECT_EQ(service.post("/v1/charges", kCharge).status, 201);
    EXPECT_EQ(charges_in(service.world()), 1U);
}

TEST(StubTest, RefusesWhatCannotBeArmed) {
    Service service(parcel());
    const BadFault table[] = {
        {R"({"match": {}, "answer": {"status": 200}})",
         "422 invalid_request /match: a stub must say which calls it is for (as in {\"method\": "
         "\"GET\", \"path\": \"/v1/tax/settings\"})"},
        {R"({"match": {"operation": "createCharg"}, "answer": {"status": 200}})",
         "404 unknown_operation /match/operation: no operation \"createCharg\" in pack "
         "parcel@0.1.0 (did you mean 'createCharge'?)"},
        {R"({"match": {"resource": "chargez"}, "answer": {"status": 200}})",
         "404 unknown_resource /match/resource: no resource \"chargez\" in pack parcel@0.1.0 (did "
         "you mean 'charges'?)"},
        {R"({"match": {"status": 200}, "answer": {"status": 200}})",
         "422 unknown_constraint /match/status: pack parcel cannot match by \"status\" (there is "
         "operation, resource, input, method, path)"},
    };
    for (const BadFault& bad : table) {
        EXPECT_EQ(stub(service.world(), bad.body).no, bad.no) << bad.body;
    }
}

// --- counting and the feed

std::string count(const World& world, std::string_view body) {
    const auto counted = world.count_requests(*json::parse(body));
    if (const auto* no = std::get_if<Refused>(&counted)) return no->code + " " + no->field;
    return json::write(std::get<json::Value>(counted));
}

TEST(CountTest, CountsWhatFits) {
    Service service(parcel());
    service.post("/v1/charges", kCharge);
    service.post("/v1/charges", {{"amount", "3000"}, {"source", "tok_visa"}});
    service.post("/v1/charges", {{"amount", "1"}, {"source", "tok_visa"}});
    service.get("/v1/charges?limit=2");
    service.get("/nowhere");
    const World& world = service.world();
    EXPECT_EQ(count(world, "{}"), R"({"count":5,"known":true})");
    EXPECT_EQ(count(world, R"({"match": {"operation": "create"}})"), R"({"count":3,"known":true})");
    EXPECT_EQ(count(world, R"({"match": {"input": {"amount": 3000}}})"),
              R"({"count":1,"known":true})");
    EXPECT_EQ(count(world, R"({"match": {"status": 400}})"), R"({"count":1,"known":true})");
    EXPECT_EQ(count(world, R"({"match": {"method": "GET", "path": "/v1/charges"}})"),
              R"({"count":1,"known":true})");
    EXPECT_EQ(count(world, R"({"since": 3})"), R"({"count":2,"known":true})");
    EXPECT_EQ(count(world, R"({"match": {"operation": "crate"}})"),
              "unknown_operation /match/operation");
    EXPECT_EQ(count(world, R"({"match": {"colour": 1}})"), "unknown_constraint /match/colour");
}

TEST(Acceptance, S40_CountsAndTheFeedBeyondTheBound) {
    Definition definition;
    definition.journal_entries = 4;
    Service service(parcel(), definition);
    service.post("/v1/customers", {{"email", "a@example.com"}});
    for (int i = 0; i < 6; ++i) service.get("/v1/charges");
    const World& world = service.world();
    EXPECT_EQ(count(world, R"({"match": {"operation": "listCharges"}})"),
              R"({"count":4,"known":false})");
    EXPECT_EQ(count(world, R"({"match": {"operation": "createCustomer"}})"),
              R"({"count":0,"known":false})");
    EXPECT_EQ(count(world, R"({"match": {"operation": "createRefund"}})"),
              R"({"count":0,"known":true})");
    EXPECT_EQ(count(world, R"({"match": {"operation": "listCharges"}, "since": 5})"),
              R"({"count":2,"known":true})");
    // From any position on: what is gone is counted, and nothing comes twice or is left out.
    const std::uint64_t last = world.feed(0, 100).frames.back().position;
    for (std::uint64_t from = 0; from <= last; ++from) {
        const World::FeedPage page = world.feed(from, 100);
        std::uint64_t expected = from + page.evicted;
        for (const World::FeedFrame& frame : page.frames) EXPECT_EQ(frame.position, ++expected);
        EXPECT_EQ(expected, last);
    }
}

TEST(FeedTest, TellsRequestsTransitionsEventsAndCommands) {
    Service service(parcel());
    service.post("/v1/charges", kCharge);
    service.advance("2s");
    arm(service.world(), R"({"resource": "*", "operation": "*", "transport": {"kind": "empty"}})");
    std::vector<std::string> kinds;
    for (const World::FeedFrame& frame : service.world().feed(0, 100).frames) {
        std::string text(frame.kind);
        for (const std::string_view member : {"operation", "to", "event", "command"}) {
            if (const json::Value* value = frame.record.find(member)) {
                text += " " + std::string(value->as_string());
            }
        }
        kinds.push_back(text);
    }
    EXPECT_EQ(kinds, (Names{"request createCharge", "transition pending", "event charge.created",
                            "transition succeeded", "event charge.succeeded", "control advance",
                            "control arm_fault"}));
}

TEST(FeedTest, GoesOnCountingOverAReset) {
    Service service(parcel());
    service.get("/v1/charges");
    tell(service.world(), Reset{});
    service.get("/v1/charges");
    const World::FeedPage page = service.world().feed(0, 100);
    EXPECT_EQ(page.evicted, 1U);
    ASSERT_EQ(page.frames.size(), 2U);
    EXPECT_EQ(page.frames[0].position, 2U);
    EXPECT_EQ(page.frames[0].kind, "control");
}

}  // namespace

}  // namespace understudy::world
