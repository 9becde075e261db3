#include "pack/spec_diff.hpp"

#include <gtest/gtest.h>

#include "base/text.hpp"
#include "yaml/read.hpp"

namespace understudy::pack {
namespace {

Contract contract(std::string text) {
    const auto document = yaml::read({"api.yaml", std::move(text)});
    EXPECT_TRUE(document);
    auto made = contract_of(*document);
    EXPECT_TRUE(made) << base::render(made.error());
    return std::move(*made);
}

std::string told(const Contract& before, const Contract& after) {
    std::string text;
    for (const SpecChange& change : diff_specs(before, after)) {
        text += (change.breaks ? "! " : "  ") + change.subject + " | " + change.part + " | " +
                change.field + " | " + change.what + " " + std::string(name_of(change.kind)) + "\n";
    }
    return text;
}

constexpr std::string_view kThree = R"(openapi: 3.0.3
info: {title: Things, version: "1", description: words}
paths:
  /things:
    parameters: [{name: limit, in: query, schema: {type: integer, maximum: 100}}]
    get:
      summary: words
      responses:
        "200":
          description: words
          headers: {X-Next: {schema: {type: string}}}
          content: {application/json: {schema: {type: array, items: {$ref: "#/components/schemas/Thing"}}}}
    post:
      requestBody:
        required: true
        content: {application/json: {schema: {$ref: "#/components/schemas/Thing"}}}
      responses: {"201": {$ref: "#/components/responses/Made"}}
components:
  responses:
    Made: {description: words, content: {application/json: {schema: {$ref: "#/components/schemas/Thing"}}}}
  schemas:
    Thing:
      type: object
      required: [id]
      properties:
        id: {type: string, example: x}
        state: {type: string, enum: [open, closed], default: open}
        type: {type: object, properties: {required: {type: boolean}}}
        parent: {$ref: "#/components/schemas/Thing"}
)";

std::string changed(std::string_view what, std::string_view instead) {
    EXPECT_NE(kThree.find(what), std::string_view::npos) << what;
    return told(contract(std::string(kThree)), contract(base::replace_all(kThree, what, instead)));
}

TEST(SpecDiff, WordsAreNoPromise) {
    EXPECT_EQ(changed("words", "other words"), "");
    EXPECT_EQ(changed("example: x", "example: y"), "");
    EXPECT_EQ(changed("version: \"1\"", "version: \"2\""), "");
}

TEST(SpecDiff, EachChangeHasItsPlace) {
    EXPECT_EQ(changed("  /things:", "  /items:"),
              "  GET /items |  |  | operation added\n"
              "! GET /things |  |  | operation removed\n"
              "  POST /items |  |  | operation added\n"
              "! POST /things |  |  | operation removed\n");
    EXPECT_EQ(changed("maximum: 100", "maximum: 50"),
              "! GET /things | parameter query limit |  | maximum changed\n"
              "! POST /things | parameter query limit |  | maximum changed\n");
    EXPECT_EQ(changed("name: limit", "required: true, name: size"),
              "! GET /things | parameter query limit |  | parameter removed\n"
              "! GET /things | parameter query size |  | parameter added\n"
              "! POST /things | parameter query limit |  | parameter removed\n"
              "! POST /things | parameter query size |  | parameter added\n");
    EXPECT_EQ(changed("X-Next", "X-More"),
              "! GET /things | answer 200 header x-next |  | header removed\n"
              "  GET /things | answer 200 header x-more |  | header added\n");
    EXPECT_EQ(changed("\"201\"", "\"202\""),
              "! POST /things | answer 201 |  | answer removed\n"
              "  POST /things | answer 202 |  | answer added\n");
    EXPECT_EQ(changed("required: true", "required: false"),
              "  POST /things | request |  | required removed\n");
    EXPECT_EQ(changed("id: {type: string", "id: {type: integer"),
              "! schema Thing |  | /id | type changed\n");
    EXPECT_EQ(changed("required: [id]", "required: [id, state]"),
              "! schema Thing |  | /state | required added\n");
    EXPECT_EQ(changed("[open, closed]", "[closed, open, gone]"),
              "  schema Thing |  | /state | value \"gone\" added\n");
    EXPECT_EQ(changed(", enum: [open, closed]", ""), "! schema Thing |  | /state | enum removed\n");
    EXPECT_EQ(changed("default: open", "default: closed"),
              "  schema Thing |  | /state | default changed\n");
    // Names of fields are not taken for keywords.
    EXPECT_EQ(changed("required: {type: boolean}", "enum: {type: boolean}"),
              "! schema Thing |  | /type/required | field removed\n"
              "  schema Thing |  | /type/enum | field added\n");
    EXPECT_EQ(changed("state: {type: string,", "state: {nullable: true, type: string,"),
              "! schema Thing |  | /state | type changed\n");
}

TEST(SpecDiff, ASchemaMayGetAnotherName) {
    EXPECT_EQ(changed("Thing", "Item"), "");
    const std::string inlined = base::replace_all(
        base::replace_all(
            kThree, R"($ref: "#/components/responses/Made")",
            R"(description: other, content: {application/json: {schema: {$ref: "#/components/schemas/Thing"}}})"),
        "    Made:", "    Unused:");
    EXPECT_EQ(told(contract(std::string(kThree)), contract(inlined)), "");
}

TEST(SpecDiff, SwaggerSaysTheSameInOtherWords) {
    const std::string two = R"(swagger: "2.0"
info: {title: Things, version: "1"}
consumes: [application/json]
produces: [application/json]
paths:
  /things:
    parameters: [{name: limit, in: query, type: integer, maximum: 100}]
    get:
      responses:
        "200":
          description: d
          headers: {X-Next: {type: string}}
          schema: {type: array, items: {$ref: "#/definitions/Thing"}}
    post:
      parameters: [{name: thing, in: body, required: true, schema: {$ref: "#/definitions/Thing"}}]
      responses: {"201": {description: d, schema: {$ref: "#/definitions/Thing"}}}
definitions:
  Thing:
    type: object
    required: [id]
    properties:
      id: {type: string}
      state: {type: string, enum: [open, closed], default: open}
      type: {type: object, properties: {required: {type: boolean}}}
      parent: {$ref: "#/definitions/Thing"}
)";
    EXPECT_EQ(told(contract(std::string(kThree)), contract(two)), "");
}

TEST(SpecDiff, SchemasNameTheOperationsThatUseThem) {
    const auto changes =
        diff_specs(contract(std::string(kThree)),
                   contract(base::replace_all(kThree, "id: {type: string", "id: {type: integer")));
    ASSERT_EQ(changes.size(), 1U);
    EXPECT_EQ(changes[0].users, (std::vector<std::string>{"GET /things", "POST /things"}));
}

TEST(SpecDiff, WhatIsNoDescriptionIsRefused) {
    for (const auto& [text, why] : {std::pair<std::string, std::string>{"[]", "it is array"},
                                    {"a: 1", "it has neither `openapi` nor `swagger`"},
                                    {"openapi: 4.1.0", "version \"4.1.0\" is not known"}}) {
        const auto document = yaml::read({"api.yaml", text});
        ASSERT_TRUE(document);
        const auto made = contract_of(*document);
        ASSERT_FALSE(made);
        EXPECT_EQ(base::message(made.error()), "api.yaml is no API description: " + why);
    }
}

}  // namespace
}  // namespace understudy::pack
