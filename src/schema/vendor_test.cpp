// Real documents: every schema of the vendors' OpenAPI documents compiles. Skipped where the data
// is not there; set UNDERSTUDY_DATA to its folder.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "schema/impl/schema_testing.hpp"

namespace understudy::schema {
namespace {

std::filesystem::path data_folder() {
    if (const char* named = std::getenv("UNDERSTUDY_DATA")) return named;
    return std::filesystem::path(UNDERSTUDY_ROOT).parent_path() / "shared" / "data";
}

class VendorDocuments : public testing::TestWithParam<const char*> {};

TEST_P(VendorDocuments, EverySchemaCompiles) {
    const std::filesystem::path file = data_folder() / "openapi" / GetParam();
    if (!std::filesystem::exists(file)) {
        GTEST_SKIP() << "needs the outside test data: openapi/" << GetParam();
    }
    std::ifstream in(file, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    const base::Result<json::Document> document = json::parse_document({GetParam(), text.str()});
    ASSERT_TRUE(document) << base::render(document.error());
    const std::optional<Dialect> dialect =
        dialect_of_openapi(document->root.find("openapi")->as_string());
    ASSERT_TRUE(dialect);
    std::vector<json::Pointer> pointers;
    const json::Value* components = document->root.find("components");
    const json::Value* schemas = components == nullptr ? nullptr : components->find("schemas");
    ASSERT_NE(schemas, nullptr);
    for (const json::Member& member : schemas->members()) {
        pointers.push_back(json::Pointer({"components", "schemas", std::string(member.key())}));
    }
    const base::Result<std::vector<Schema>> compiled =
        compile_all(*document, pointers, in_dialect(*dialect));
    ASSERT_TRUE(compiled) << base::render(compiled.error());
    EXPECT_EQ(compiled->size(), pointers.size());
}

INSTANTIATE_TEST_SUITE_P(All, VendorDocuments,
                         testing::Values("openai/openapi.json", "twilio/twilio_api_v2010.json",
                                         "twilio/twilio_messaging_v1.json",
                                         "twilio/twilio_messaging_v2.json",
                                         "twilio/twilio_messaging_v3.json"));

}  // namespace
}  // namespace understudy::schema
