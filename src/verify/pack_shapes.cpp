#include "verify/pack_shapes.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "schema/check.hpp"

namespace understudy::verify {

namespace {

using json::Value;

const pack::Operation* operation_of(const pack::Pack& pack, const AnswerSeen& answer) {
    const auto found = pack.routes.find(answer.method, answer.path, "", true);
    return found.match.operation == pack::kNone ? nullptr : &pack.operations[found.match.operation];
}

bool shows_objects(pack::Does does) {
    using pack::Does;
    return does == Does::Create || does == Does::Get || does == Does::Update || does == Does::Move;
}

// Where objects of the resource stand in the answer: at its root, or in the one list that it is of.
std::vector<std::string> places_of(const pack::Operation& operation, const Value& body) {
    if (shows_objects(operation.does)) return {""};
    std::vector<std::string> places;
    if (operation.does != pack::Does::List || !body.is_object()) return places;
    for (const json::Member& member : body.members()) {
        if (member.value.is_array()) places.push_back("/" + std::string(member.key()) + "/*");
    }
    return places.size() == 1 ? places : std::vector<std::string>();
}

// All the values a field can show; empty: any.
std::vector<Value> values_of(const pack::Resource& resource, const pack::Field& field) {
    std::vector<Value> values;
    if (field.from == pack::From::Lifecycle && resource.lifecycle) {
        const auto& states = resource.lifecycle->states;
        for (std::size_t i = pack::kNothing + 1; i < states.size(); ++i) {
            const std::string& state = states[i];
            const auto word = std::find_if(field.words.begin(), field.words.end(),
                                           [&](const auto& each) { return each.first == state; });
            values.emplace_back(word == field.words.end() ? state : word->second);
        }
        return values;
    }
    const Value* list =
        field.schema.written.is_object() ? field.schema.written.find("enum") : nullptr;
    if (list == nullptr || !list->is_array()) return values;
    return {list->items().begin(), list->items().end()};
}

std::string path_of(const pack::Field& field) {
    return "/" + base::replace_all(field.path, ".", "/");
}

const pack::DescribedAnswer* promised(const pack::Pack& pack, const pack::Operation& operation,
                                      int status) {
    if (operation.described == pack::kNone) return nullptr;
    for (const pack::DescribedAnswer& each : pack.descriptions[operation.described].answers) {
        if (each.status == status && each.schema.compiled) return &each;
    }
    return nullptr;
}

}  // namespace

std::vector<ShapeChange> PackShapes::drift(const AnswerSeen& fake, const AnswerSeen& live) const {
    return drift(std::span(&fake, 1), live);
}

std::vector<ShapeChange> PackShapes::drift(std::span<const AnswerSeen> answers,
                                           const AnswerSeen& live) const {
    const AnswerSeen& fake = answers.front();
    if (fake.status != live.status) {
        return {{ShapeClass::Breaking, "",
                 "the status is " + std::to_string(live.status) + ", and was " +
                     std::to_string(fake.status)}};
    }
    if (fake.body == nullptr || live.body == nullptr) {
        if ((fake.body == nullptr) == (live.body == nullptr)) return {};
        return {{ShapeClass::Breaking, "",
                 live.body == nullptr ? "the answer is no JSON, and was"
                                      : "the answer is JSON, and was not"}};
    }
    ExpectedShape expected;
    for (const AnswerSeen& each : answers) {
        if (each.body != nullptr) expected.shape.add(*each.body);
    }
    const pack::Operation* operation = operation_of(pack_, live);
    const bool is_good = live.status < 300;
    if (operation != nullptr && operation->resource != pack::kNone && is_good) {
        const pack::Resource& resource = pack_.resources[operation->resource];
        for (const std::string& place : places_of(*operation, *fake.body)) {
            for (const pack::Field& field : resource.fields) {
                auto values = values_of(resource, field);
                if (!values.empty()) expected.sets[place + path_of(field)] = std::move(values);
            }
        }
    }
    std::vector<ShapeChange> changes = shape_drift(expected, {live.body, 1});
    if (operation != nullptr) {
        if (const auto* answer = promised(pack_, *operation, live.status)) {
            for (ShapeChange& each :
                 broken_promises(schema::check(*answer->schema.compiled, *live.body,
                                               {.direction = schema::Direction::Response}))) {
                changes.push_back(std::move(each));
            }
        }
    }
    return changes;
}

}  // namespace understudy::verify
