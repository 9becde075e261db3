// Whole API descriptions of vendors as worlds: every operation takes the request its own
// description asks for and answers with a body that its own schema accepts.
#include <gtest/gtest.h>

#include "http/form.hpp"
#include "http/query.hpp"
#include "json/parse.hpp"
#include "json/write.hpp"
#include "pack/api_testing.hpp"
#include "pack/example.hpp"
#include "pack/load.hpp"
#include "schema/check.hpp"
#include "world/world.hpp"

namespace understudy::world {

namespace {

std::string text_of(const json::Value& value) {
    return value.is_string() ? std::string(value.as_string()) : json::write(value);
}

json::Value example(const pack::Pack& pack, const pack::FieldSchema& schema,
                    const char* otherwise) {
    if (!schema.compiled) return otherwise;
    pack::ExampleOptions options;
    if (!pack.shapes.empty()) options.document = pack.shapes.front().document.get();
    options.direction = schema::Direction::Request;
    const auto made = pack::make_example(schema, options);
    return made ? *made : json::Value(otherwise);
}

std::string escaped(const std::string& text) {
    const http::QueryPair pair{text, std::nullopt};
    return http::to_query(std::span(&pair, 1));
}

// One part for each pair of the form the same body would be.
std::string parts_of(const json::Value& body) {
    std::string text;
    for (const auto& pair : http::parse_query(http::write_form(body, http::FormStyle::Brackets))) {
        text += "--edge\r\nContent-Disposition: form-data; name=\"" + pair.name + "\"\r\n\r\n" +
                pair.value.value_or("") + "\r\n";
    }
    return text + "--edge--\r\n";
}

// The request the description asks for: what is required, and nothing else.
Call ask(const pack::Pack& pack, const pack::Description& description) {
    Call call;
    call.origin = "http://127.0.0.1";
    call.credential = "usw_vendor";
    call.request.head.method = description.method;
    std::string path = pack.serve.hosts.front().base + description.path;
    json::Value query = json::Value::object();
    for (const pack::DescribedParameter& parameter : description.parameters) {
        const json::Value value = example(pack, parameter.schema, "x");
        if (parameter.in == "path") {
            const std::string hole = "{" + parameter.name + "}";
            const std::string text = escaped(text_of(value).empty() ? "x" : text_of(value));
            if (const auto at = path.find(hole); at != std::string::npos) {
                path.replace(at, hole.size(), text);
            }
        } else if (parameter.required && parameter.in == "query") {
            query.set(parameter.name, value);
        } else if (parameter.required && parameter.in == "header") {
            call.request.head.headers.add(parameter.name, text_of(value));
        }
    }
    while (path.find('{') != std::string::npos) {  // parameters of the prefix
        path.replace(path.find('{'), path.find('}') - path.find('{') + 1, "x");
    }
    const std::string text = http::write_form(query, http::FormStyle::Brackets);
    call.request.head.target = text.empty() ? path : path + "?" + text;
    if (description.body_required) {
        const json::Value body = example(pack, description.body, "x");
        const std::string kind = description.input.empty() ? "json" : description.input.front();
        if (kind == "json") {
            call.request.head.headers.add("Content-Type", "application/json");
            call.request.body = json::write(body);
        } else if (kind == "form") {
            call.request.head.headers.add("Content-Type", "application/x-www-form-urlencoded");
            call.request.body = http::write_form(body, http::FormStyle::Brackets);
        } else if (kind == "multipart") {
            call.request.head.headers.add("Content-Type", "multipart/form-data; boundary=edge");
            call.request.body = parts_of(body);
        } else {
            call.request.head.headers.add("Content-Type", "application/octet-stream");
            call.request.body = "bytes";
        }
    }
    return call;
}

class VendorWorlds : public testing::TestWithParam<const char*> {};

TEST_P(VendorWorlds, AnswerEveryOperationInItsOwnShape) {
    const std::string name = GetParam();
    if (!std::filesystem::exists(pack::vendor_file_for_test(name))) {
        GTEST_SKIP() << "needs the outside test data: openapi/" << name;
    }
    const pack::Loaded loaded = pack::load_description(pack::vendor_source_for_test(name));
    ASSERT_TRUE(loaded.pack) << base::render(loaded.as_error());
    base::Result<World> world = World::create(loaded.pack, {.id = "w_1"});
    ASSERT_TRUE(world.has_value());
    std::size_t asked = 0;
    std::string problems;
    std::size_t wrong = 0;
    for (const pack::Operation& operation : loaded.pack->operations) {
        const pack::Description& description = loaded.pack->descriptions[operation.described];
        const Call call = ask(*loaded.pack, description);
        const auto done = world->apply(call);
        const Outcome& outcome = std::get<Outcome>(done);
        const pack::DescribedAnswer& promised = description.success();
        ++asked;
        std::string problem;
        if (outcome.answer.status != promised.status) {
            problem = std::to_string(outcome.answer.status) + " " + *outcome.answer.body;
        } else if (promised.schema.compiled && description.method != "HEAD") {
            const bool is_json = promised.type.find("json") != std::string::npos;
            const auto body = is_json ? json::parse(*outcome.answer.body)
                                      : base::Result<json::Value>(*outcome.answer.body);
            if (!body || schema::judge(*promised.schema.compiled, *body,
                                       {.direction = schema::Direction::Response}) ==
                             schema::Verdict::Invalid) {
                problem = "its schema refuses " + outcome.answer.body->substr(0, 200);
            }
        }
        if (problem.empty()) continue;
        ++wrong;
        if (wrong <= 10) {
            problems += call.request.head.method + " " + call.request.head.target + ": " +
                        problem.substr(0, 300) + "\n";
        }
    }
    EXPECT_EQ(wrong, 0U) << wrong << " of " << asked << " operations:\n" << problems;
    EXPECT_GT(asked, 0U);
}

INSTANTIATE_TEST_SUITE_P(All, VendorWorlds, testing::ValuesIn(pack::kVendorDocuments));

}  // namespace

}  // namespace understudy::world
