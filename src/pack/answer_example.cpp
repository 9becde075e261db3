#include "pack/impl/answer_example.hpp"

#include "schema/check.hpp"

namespace understudy::pack {

namespace {

constexpr std::size_t kMostNodes = 5'000;

}  // namespace

ExampleOptions answer_options(const ExampleWish& wish) {
    ExampleOptions options;
    options.document = wish.document.get();
    options.nodes = kMostNodes;
    options.key = wish.key;
    return options;
}

base::Result<json::Value> answer_example(const ExampleWish& wish, ExampleMaker& maker) {
    const schema::CheckOptions checks{.direction = schema::Direction::Response};
    for (const json::Value& each : wish.suggested) {
        if (schema::judge(*wish.schema.compiled, each, checks) == schema::Verdict::Valid) {
            return each;
        }
    }
    return make_example(wish.schema, answer_options(wish), maker);
}

}  // namespace understudy::pack
