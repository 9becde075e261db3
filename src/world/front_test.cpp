// The way in: what is read, in which order it is judged, and how places are named in refusals.
#include <gtest/gtest.h>

#include "http/encoding.hpp"
#include "world/asking_testing.hpp"
#include "world/shop_testing.hpp"

namespace understudy::world {

namespace {

struct Case {
    const char* why;
    const char* line;
    const char* body;
    const char* answer;  // as Asked::error()
};

class Front : public testing::Test {
protected:
    Asker asker{kShopPack};
    std::string id_of(const Asked& asked) {
        const json::Value body = asked.body();
        const json::Value* id = body.find("id");
        return id && id->is_string() ? std::string(id->as_string()) : "";
    }
};

TEST_F(Front, RefusesInTheOrderOfTheFormat) {
    const Case cases[] = {
        {"route", "GET /v1/chargers", "", "404 url_invalid"},
        {"method", "PUT /v1/charges", "amount=50", "405 url_invalid"},
        {"unknown before required", "POST /v1/charges", "colour=red",
         "400 parameter_unknown colour"},
        {"required before keywords", "POST /v1/charges", "currency=gbp",
         "400 parameter_missing amount"},
        {"keywords before references", "POST /v1/charges", "amount=50&currency=gbp&customer=cus_no",
         "400 parameter_enum currency"},
        {"references", "POST /v1/charges", "amount=50&customer=cus_no",
         "400 resource_missing customer"},
        {"fields in order of declaration", "POST /v1/charges", "currency=gbp&amount=x",
         "400 parameter_invalid amount"},
        {"own error of the field", "POST /v1/charges", "amount=49", "400 too_small amount"},
        {"all is well", "POST /v1/charges", "amount=50", "200"},
    };
    for (const Case& c : cases) {
        EXPECT_EQ(asker.ask(c.line, c.body).error(), c.answer) << c.why;
    }
}

TEST_F(Front, ReadsBeforeItLooksAtTheKeyAndAtTheKeyBeforeTheRoute) {
    asker.key = Call::Key::Wrong;
    EXPECT_EQ(asker.ask("POST /v1/charges", "a=1&a[b]=2").error(), "400 unreadable");
    const Asked asked = asker.ask("POST /v1/nowhere", "amount=1");
    EXPECT_EQ(asked.brief(), R"(401 {"error":{"type":"invalid_request_error",)"
                             R"("message":"Invalid API Key provided: usw_0123…"}})");
    EXPECT_EQ(asked.headers.get("WWW-Authenticate"), "Basic");
    EXPECT_FALSE(asked.headers.has("Request-Id"));
    EXPECT_FALSE(asked.headers.has("Shop-Version"));
    EXPECT_EQ(asked.text.find("456789"), std::string::npos);
}

TEST_F(Front, TypesFormsByTheSchema) {
    const struct {
        const char* body;
        const char* member;
        const char* value;
    } cases[] = {
        {"amount=2000", "amount", "2000"},
        {"amount=50&capture=false", "capture", "false"},
        {"amount=50&tags[]=1&tags[]=2", "tags", "[1,2]"},
        {"amount=50&tags[1]=2&tags[0]=1", "tags", "[1,2]"},
        {"amount=50&tags=1&tags=2", "tags", "[1,2]"},
        {"amount=50&tags=1", "tags", "[1]"},
        {"amount=50&rate=1.50", "rate", "1.50"},
        {"amount=50&until=now", "until", "\"now\""},
        {"amount=50&until=12", "until", "12"},
        {"amount=50&card[number]=4242&card[expiry]=2030", "card",
         R"({"number":"4242","expiry":2030})"},
        {"amount=50&note=", "note", "null"},
        {"amount=50&source=", "source", "null"},
        {"amount=50&note=12", "note", "\"12\""},
    };
    for (const auto& c : cases) {
        const Asked asked = asker.ask("POST /v1/charges", c.body);
        EXPECT_EQ(asked.status, 200) << c.body << asked.text;
        EXPECT_EQ(asked.member(c.member), c.value) << c.body;
    }
}

TEST_F(Front, WhatCannotBeTypedFailsType) {
    const Case cases[] = {
        {"", "POST /v1/charges", "amount=2000.5", "400 parameter_invalid amount"},
        {"", "POST /v1/charges", "amount=007", "400 parameter_invalid amount"},
        {"", "POST /v1/charges", "amount=", "400 parameter_invalid amount"},
        {"", "POST /v1/charges", "amount=50&capture=yes", "400 parameter_invalid capture"},
        {"", "POST /v1/charges", "amount=50&tags[0]=1&tags[1]=x", "400 parameter_invalid tags[1]"},
        {"", "POST /v1/charges", "amount=50&card=x", "400 parameter_invalid card"},
        {"", "POST /v1/charges", "amount=50&card[number]=123456789",
         "400 parameter_invalid card[number]"},
        {"", "POST /v1/charges", "amount=50&card[colour]=red",
         "400 parameter_unknown card[colour]"},
        {"", "POST /v1/charges", "amount=50&dry=perhaps", "400 parameter_invalid dry"},
        {"", "POST /v1/charges?capture=yes", "amount=50", "400 parameter_invalid capture"},
        {"", "GET /v1/charges?limit=x", "", "400 parameter_invalid limit"},
        {"", "GET /v1/charges?created[since]=1", "", "400 parameter_unknown created[since]"},
        {"", "GET /v1/charges?created[gte]=1", "", "200"},
    };
    for (const Case& c : cases) {
        EXPECT_EQ(asker.ask(c.line, c.body).error(), c.answer) << c.line << " " << c.body;
    }
    EXPECT_EQ(asker.ask("POST /v1/charges", "amount=7x").member("message"),
              R"("Invalid amount: type integer")");
    EXPECT_EQ(asker.ask("GET /v1/charges?hue=1").member("place"), R"("query")");
}

TEST_F(Front, TheBodyWinsOverTheQuery) {
    EXPECT_EQ(asker.ask("POST /v1/charges?amount=60&rate=2", "amount=70").member("amount"), "70");
    EXPECT_EQ(asker.ask("POST /v1/charges?amount=60&rate=2", "amount=70").member("rate"), "2");
}

TEST_F(Front, HeadersCanBeParameters) {
    EXPECT_EQ(asker.ask("POST /v1/charges", "amount=50", {{"X-Level", "3"}}).error(), "200");
    EXPECT_EQ(asker.ask("POST /v1/charges", "amount=50", {{"X-Level", "4"}}).error(),
              "400 parameter_invalid X-Level");
}

TEST_F(Front, ReferencesAreLookedUpByPlace) {
    const std::string customer = id_of(asker.ask("POST /v1/customers", "email=a"));
    ASSERT_NE(customer, "");
    EXPECT_EQ(asker.ask("POST /v1/charges", "amount=50&customer=" + customer).member("customer"),
              "\"" + customer + "\"");
    const Asked missing = asker.ask("GET /v1/customers/cus_no");
    EXPECT_EQ(missing.error(), "404 resource_missing id");
    EXPECT_EQ(missing.member("message"), R"("No such customer: 'cus_no'")");
    EXPECT_EQ(asker.ask("POST /v1/customers/cus_no", "email=b").error(),
              "404 resource_missing customer");
    EXPECT_EQ(
        asker.ask("POST /v1/subscriptions", "customer=" + customer + "&items[0][price]=price_no")
            .error(),
        "400 resource_missing items[0][price]");
    EXPECT_EQ(asker.ask("POST /v1/charges", "amount=50&customer[id]=" + customer).error(),
              "400 parameter_invalid customer");
}

TEST_F(Front, ElementsThatMakeChildrenAreChecked) {
    const std::string customer = id_of(asker.ask("POST /v1/customers", "email=a"));
    const std::string start = "customer=" + customer;
    const Case cases[] = {
        {"", "", "&items[0][quantity]=2", "400 parameter_missing items[0][price]"},
        {"", "", "&items[0][price]=price_small&items[1][price]=price_small&items[1][quantity]=0",
         "400 parameter_invalid items[1][quantity]"},
        {"", "", "&items[0][price]=price_small&items[0][hue]=1",
         "400 parameter_unknown items[0][hue]"},
        {"", "", "&items[0]=x", "400 parameter_invalid items[0]"},
        {"", "", "&items=x", "400 parameter_invalid items"},
        {"", "", "&items[0][price]=price_small&items[0][quantity]=3", "200"},
    };
    for (const Case& c : cases) {
        EXPECT_EQ(asker.ask("POST /v1/subscriptions", start + c.body).error(), c.answer) << c.body;
    }
    const Asked made = asker.ask("POST /v1/subscriptions",
                                 start + "&items[0][price]=price_small&items[0][quantity]=3");
    const json::Value body = made.body();
    const json::Value* items = body.find("items");
    ASSERT_TRUE(items && items->find("data")) << made.text;
    ASSERT_EQ(items->find("data")->size(), 1U) << made.text;
    EXPECT_EQ(json::write(*(*items->find("data"))[0].find("quantity")), "3");
    EXPECT_NE(json::write(*(*items->find("data"))[0].find("price")), "\"price_small\"");
}

TEST_F(Front, TokensMintObjectsWhereverAnIdIsLookedUp) {
    const Asked price = asker.ask("GET /v1/prices/price_small");
    EXPECT_EQ(price.status, 200);
    EXPECT_EQ(price.member("amount"), "5");
    EXPECT_NE(price.member("id"), "\"price_small\"");
    // A call that is refused afterwards has made nothing.
    const std::string digest = asker.ask("GET /v1/prices/price_small").member("id");
    EXPECT_EQ(
        asker.ask("POST /v1/subscriptions", "customer=cus_no&items[0][price]=price_small").error(),
        "400 resource_missing customer");
    EXPECT_NE(asker.ask("GET /v1/prices/price_small").member("id"), digest);
}

TEST_F(Front, InstantsAreReadAsTheVendorWritesThem) {
    const std::string start = "customer=" + id_of(asker.ask("POST /v1/customers", "email=a"));
    EXPECT_EQ(
        asker.ask("POST /v1/subscriptions", start + "&trial_end=1735689600").member("trial_end"),
        "1735689600");
    EXPECT_EQ(asker.ask("POST /v1/subscriptions", start + "&trial_end=soon").error(),
              "400 parameter_invalid trial_end");
    EXPECT_EQ(asker.ask("POST /v1/subscriptions", start + "&trial_end=").member("trial_end"),
              "null");
}

TEST_F(Front, MapsAreMergedAndKeysRemoved) {
    const std::string customer =
        id_of(asker.ask("POST /v1/customers", "metadata[a]=1&metadata[b]=2&metadata[c]="));
    EXPECT_EQ(asker.ask("GET /v1/customers/" + customer).member("metadata"),
              R"({"a":"1","b":"2"})");
    EXPECT_EQ(asker.ask("POST /v1/customers/" + customer, "metadata[a]=&metadata[d]=4")
                  .member("metadata"),
              R"({"b":"2","d":"4"})");
    EXPECT_EQ(asker.ask("POST /v1/customers/" + customer, "metadata[b]=123456").error(),
              "400 parameter_invalid metadata[b]");
    EXPECT_EQ(asker.ask("POST /v1/customers/" + customer, "metadata=").member("metadata"), "{}");
}

TEST_F(Front, AnOperationTakesOnlyWhatItWrites) {
    const std::string customer = id_of(asker.ask("POST /v1/customers", "email=a&balance=5"));
    EXPECT_EQ(asker.ask("POST /v1/customers/" + customer, "referrer=" + customer).error(),
              "400 parameter_unknown referrer");
    EXPECT_EQ(asker.ask("POST /v1/customers/" + customer, "balance=x").error(),
              "400 parameter_invalid balance");
    EXPECT_EQ(asker.ask("GET /v1/customers/" + customer).member("balance"), "5");
}

TEST_F(Front, PathsNameObjectsFromTheOutermostInwards) {
    const std::string one = id_of(asker.ask("POST /v1/charges", "amount=50"));
    const std::string two = id_of(asker.ask("POST /v1/charges", "amount=50"));
    const Asked made = asker.ask("POST /v1/charges/" + one + "/refunds", "reason=x");
    EXPECT_EQ(made.member("charge"), "\"" + one + "\"") << made.text;
    const std::string refund = id_of(made);
    const struct {
        std::string line, answer;
    } cases[] = {
        {"GET /v1/charges/" + one + "/refunds/" + refund, "200"},
        {"GET /v1/charges/" + two + "/refunds/" + refund, "404 resource_missing id"},
        {"GET /v1/charges/ch_no/refunds/" + refund, "404 resource_missing id"},
        {"POST /v1/charges/ch_no/refunds", "404 resource_missing charge"},
        {"GET /v1/charges/ch_no/refunds", "404 resource_missing charge"},
    };
    for (const auto& c : cases) EXPECT_EQ(asker.ask(c.line).error(), c.answer) << c.line;
}

TEST_F(Front, DeletedObjectsAreMissingButForTheirTombstone) {
    const std::string customer = id_of(asker.ask("POST /v1/customers", "email=a"));
    EXPECT_EQ(asker.ask("DELETE /v1/customers/" + customer).status, 200);
    EXPECT_EQ(asker.ask("GET /v1/customers/" + customer).brief(),
              "200 {\"id\":\"" + customer + "\",\"deleted\":true}");
    EXPECT_EQ(asker.ask("POST /v1/customers/" + customer, "email=b").error(),
              "404 resource_missing customer");
    EXPECT_EQ(asker.ask("POST /v1/charges", "amount=50&customer=" + customer).error(),
              "400 resource_missing customer");
}

TEST_F(Front, ExpansionIsCheckedBeforeItIsMade) {
    const std::string customer = id_of(asker.ask("POST /v1/customers", "email=a"));
    const std::string charge =
        id_of(asker.ask("POST /v1/charges", "amount=50&customer=" + customer));
    const struct {
        std::string line, answer;
    } cases[] = {
        {"GET /v1/charges/" + charge + "?expand[]=customer", "200"},
        {"GET /v1/charges/" + charge + "?expand[0]=customer.referrer", "200"},
        {"GET /v1/charges/" + charge + "?expand=customer", "200"},
        {"GET /v1/charges/" + charge + "?expand[]=amount", "400 cannot_expand expand[0]"},
        {"GET /v1/charges/" + charge + "?expand[]=customer&expand[]=nobody",
         "400 cannot_expand expand[1]"},
        {"GET /v1/charges/" + charge + "?expand[]=data.customer", "400 cannot_expand expand[0]"},
        {"GET /v1/charges?expand[]=data.customer", "200"},
        {"GET /v1/charges?expand[]=customer", "400 cannot_expand expand[0]"},
        {"GET /v1/charges/" + charge + "?expand[]=customer.referrer.referrer.referrer.referrer",
         "400 cannot_expand expand[0]"},
    };
    for (const auto& c : cases) EXPECT_EQ(asker.ask(c.line).error(), c.answer) << c.line;
    EXPECT_NE(asker.ask(cases[0].line).text.find("\"email\":\"a\""), std::string::npos);
}

TEST_F(Front, ARequestWithoutBodyPassesWhateverItsType) {
    for (const char* type : {"application/json", "text/plain", "nonsense", "multipart/form-data"}) {
        EXPECT_EQ(asker.ask("GET /v1/charges", "", {{"Content-Type", type}}).status, 200) << type;
    }
}

TEST_F(Front, OtherMediaTypesAreRefused) {
    EXPECT_EQ(asker.ask("POST /v1/charges", "{}", {{"Content-Type", "application/json"}}).error(),
              "415 unreadable");
    EXPECT_EQ(asker.ask("POST /v1/charges", "amount=50", {{"Content-Encoding", "rot13"}}).error(),
              "415 unreadable");
    asker.content_type = "";
    EXPECT_EQ(asker.ask("POST /v1/charges", "amount=50").status, 200);
}

TEST_F(Front, EncodingsAreUndone) {
    const std::string packed = http::encode(http::Encoding::Gzip, "amount=77");
    EXPECT_EQ(
        asker.ask("POST /v1/charges", packed, {{"Content-Encoding", "gzip"}}).member("amount"),
        "77");
    EXPECT_EQ(asker.ask("POST /v1/charges", "amount=50", {{"Content-Encoding", "gzip"}}).error(),
              "400 unreadable");
}

TEST_F(Front, AnotherVersionIsServedAsModelledAndEchoedAsAsked) {
    const Asked asked = asker.ask("GET /v1/charges", "", {{"Shop-Version", "2019-01-01"}});
    EXPECT_EQ(asked.status, 200);
    EXPECT_EQ(asked.headers.get("Shop-Version"), "2019-01-01");
    EXPECT_NE(asked.trace_text.find("version_mismatch"), std::string::npos) << asked.trace_text;
    const Asked usual = asker.ask("GET /v1/charges", "", {{"Shop-Version", "2024-12-18"}});
    EXPECT_EQ(usual.trace_text.find("version_mismatch"), std::string::npos);
    EXPECT_EQ(asker.ask("GET /v1/charges").headers.get("Shop-Version"), "2024-12-18");
}

TEST_F(Front, TheCallersAreIdentifiedByExpressions) {
    const std::string customer = id_of(asker.ask("POST /v1/customers", "email=a"));
    const Asked asked = asker.ask("POST /v1/charges", "amount=50&customer=" + customer);
    EXPECT_NE(asked.trace_text.find("\"credential_id\":\"" + customer + "\""), std::string::npos)
        << asked.trace_text;
    EXPECT_NE(asker.ask("GET /v1/charges").trace_text.find("\"credential_id\":null"),
              std::string::npos);
}

TEST_F(Front, NearestPathIsToldOfAnUnknownOne) {
    const Asked asked = asker.ask("GET /v1/chargess");
    EXPECT_NE(asked.trace_text.find("/charges"), std::string::npos) << asked.trace_text;
    EXPECT_NE(asked.trace_text.find("no_route"), std::string::npos);
    EXPECT_EQ(asker.ask("PATCH /v1/charges").member("allowed"), R"(["GET","POST"])");
}

}  // namespace

}  // namespace understudy::world
