// Where keys are found in requests.
#include "serve/credential.hpp"

#include <gtest/gtest.h>

#include "base/bytes.hpp"

namespace understudy::serve {

namespace {

using Kind = pack::AuthPlace::Kind;
using Found = std::vector<std::string>;

http::RequestHead with(std::string_view name, std::string_view value, std::string target = "/") {
    http::RequestHead head;
    head.target = std::move(target);
    if (!name.empty()) head.headers.add(name, value);
    return head;
}

Found found(std::vector<pack::AuthPlace> places, const http::RequestHead& head) {
    pack::Auth auth;
    auth.places = std::move(places);
    return credentials_of(auth, head);
}

}  // namespace

TEST(Credential, IsFoundAtEachPlace) {
    const std::string basic = "Basic " + base::to_base64("user:pass:word");
    EXPECT_EQ(found({{Kind::Bearer, {}, {}}}, with("authorization", "bearer  abc ")), Found{"abc"});
    EXPECT_EQ(found({{Kind::BasicUser, {}, {}}}, with("Authorization", basic)), Found{"user"});
    EXPECT_EQ(found({{Kind::BasicPassword, {}, {}}}, with("Authorization", basic)),
              Found{"pass:word"});
    EXPECT_EQ(found({{Kind::Header, "X-Api-Key", {}}}, with("x-api-key", " k1 ")), Found{"k1"});
    EXPECT_EQ(found({{Kind::Header, "Authorization", "token"}}, with("Authorization", "token k2")),
              Found{"k2"});
    EXPECT_EQ(found({{Kind::Query, "api_key", {}}}, with("", "", "/x?a=1&api_key=k%2B3")),
              Found{"k+3"});
    EXPECT_EQ(found({{Kind::Query, "key", {}}}, with("", "", "http://h.test/x?key=k4")),
              Found{"k4"});
}

TEST(Credential, IsNotFoundWhereItIsNot) {
    EXPECT_EQ(found({{Kind::Bearer, {}, {}}}, with("Authorization", "Basic YTpi")), Found{});
    EXPECT_EQ(found({{Kind::Bearer, {}, {}}}, with("Authorization", "Bearer")), Found{});
    EXPECT_EQ(found({{Kind::Bearer, {}, {}}}, with("Authorization", "Bearerabc")), Found{});
    EXPECT_EQ(found({{Kind::BasicUser, {}, {}}}, with("Authorization", "Basic !!!")), Found{});
    EXPECT_EQ(found({{Kind::BasicPassword, {}, {}}},
                    with("Authorization", "Basic " + base::to_base64("user"))),
              Found{});
    EXPECT_EQ(found({{Kind::Query, "key", {}}}, with("", "", "/x?key")), Found{});
    EXPECT_EQ(found({}, with("Authorization", "Bearer abc")), Found{});
}

TEST(Credential, PlacesAreTriedInOrder) {
    http::RequestHead head = with("Authorization", "Bearer one", "/?key=two");
    EXPECT_EQ(found({{Kind::Query, "key", {}}, {Kind::Bearer, {}, {}}}, head),
              (Found{"two", "one"}));
}

TEST(Credential, OfTheControlPlaneIsABearer) {
    EXPECT_EQ(bearer_of(with("Authorization", "Bearer usw_1")), "usw_1");
    EXPECT_EQ(bearer_of(with("Authorization", "Basic usw_1")), "");
    EXPECT_EQ(bearer_of({}), "");
}

}  // namespace understudy::serve
