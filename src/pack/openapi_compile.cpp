// Compiles the schemas of an API document together, and makes an example of every answer.
//
// The schemas are put into one list that is added to the document, so that they can be named by
// pointer wherever they stood, and references inside them still point into the document. If the
// whole list does not compile, halves of it are tried, until the bad ones are alone.
#include <algorithm>

#include "base/error.hpp"
#include "pack/impl/answer_example.hpp"
#include "pack/impl/api_reader.hpp"

namespace understudy::pack {

namespace {

constexpr std::string_view kList = "x-understudy-schemas";
constexpr std::size_t kMostCompiles = 400;
constexpr std::size_t kMostSteps = 20'000'000;  // of all answers together

}  // namespace

void ApiReader::compile_range(const json::Value& document, std::vector<json::Pointer>& pointers,
                              std::size_t begin, std::size_t end) {
    if (begin == end) return;
    schema::CompileOptions options;
    options.dialect = api_.dialect;
    base::Result<std::vector<schema::Schema>> made = schema::compile_all(
        document, std::span<const json::Pointer>(pointers).subspan(begin, end - begin), options);
    if (made) {
        for (std::size_t i = begin; i < end; ++i) schemas_[i].compiled = (*made)[i - begin];
        return;
    }
    const bool give_up = ++compiles_ > kMostCompiles;
    if (end - begin == 1 || give_up) {
        for (std::size_t i = begin; i < end; ++i) {
            problem(users_[i], "one of its schemas is none: " + base::message(made.error()));
            schemas_[i].written = json::Value();
        }
        return;
    }
    const std::size_t middle = begin + (end - begin) / 2;
    compile_range(document, pointers, begin, middle);
    compile_range(document, pointers, middle, end);
}

void ApiReader::compile() {
    json::Value document = *api_.root;
    json::Value list = json::Value::array();
    std::vector<json::Pointer> pointers;
    pointers.reserve(schemas_.size());
    for (const FieldSchema& schema : schemas_) {
        pointers.push_back(json::Pointer({std::string(kList), std::to_string(list.size())}));
        list.push_back(schema.written);
    }
    document.set(kList, std::move(list));
    compile_range(document, pointers, 0, schemas_.size());

    const auto schema_of = [&](Slot slot) {
        return slot == 0 ? FieldSchema{} : schemas_[slot - 1];
    };
    for (std::size_t i = 0; i < api_.operations.size(); ++i) {
        Description& description = api_.operations[i];
        const Pending& pending = pending_[i];
        for (std::size_t p = 0; p < description.parameters.size(); ++p) {
            description.parameters[p].schema = schema_of(pending.parameters[p]);
        }
        description.body = schema_of(pending.body);
        for (std::size_t a = 0; a < description.answers.size(); ++a) {
            description.answers[a].schema = schema_of(pending.answers[a]);
        }
    }
}

void ApiReader::make_examples(Examples when) {
    ExampleWish none;
    none.document = api_.root;
    ExampleMaker maker(*api_.root, answer_options(none));
    for (std::size_t i = 0; i < api_.operations.size(); ++i) {
        Description& description = api_.operations[i];
        for (std::size_t a = 0; a < description.answers.size(); ++a) {
            DescribedAnswer& answer = description.answers[a];
            if (!answer.schema.compiled) continue;
            ExampleWish wish{
                answer.schema, std::move(pending_[i].suggested[a]), api_.root,
                description.method + " " + description.path + " " + std::to_string(answer.status)};
            if (when == Examples::Later) {
                answer.example = LateExample(std::move(wish));
                continue;
            }
            if (maker.total_steps() > kMostSteps) {
                problem(wish.key, "the document takes too long to make examples of");
                answer.schema = {};
                continue;
            }
            auto made = answer_example(wish, maker);
            if (made) {
                answer.example = LateExample(std::move(*made));
            } else {
                problem(wish.key, base::message(made.error()));
                answer.schema = {};
            }
        }
        std::stable_sort(
            description.answers.begin(), description.answers.end(),
            [](const DescribedAnswer& x, const DescribedAnswer& y) { return x.status < y.status; });
    }
}

}  // namespace understudy::pack
