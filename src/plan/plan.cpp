// Words of the model, and places in a body.
#include "plan/plan.hpp"

namespace understudy::plan {

std::string_view name_of(Effect effect) {
    switch (effect) {
        case Effect::Read: return "read";
        case Effect::Write: return "write";
        case Effect::Destructive: return "destructive";
    }
    return "";
}

std::string_view name_of(Phase phase) {
    switch (phase) {
        case Phase::Setup: return "setup";
        case Phase::Step: return "step";
        case Phase::Variation: return "variation";
        case Phase::Teardown: return "teardown";
    }
    return "";
}

std::string_view name_of(Capture::From from) {
    switch (from) {
        case Capture::From::Body: return "body";
        case Capture::From::Header: return "header";
        case Capture::From::Status: return "status";
        case Capture::From::Stdout: return "stdout";
        case Capture::From::Stderr: return "stderr";
        case Capture::From::Exit: return "exit";
    }
    return "";
}

std::string_view name_of(Capture::Type type) {
    switch (type) {
        case Capture::Type::Any: return "any";
        case Capture::Type::String: return "string";
        case Capture::Type::Integer: return "integer";
        case Capture::Type::Number: return "number";
        case Capture::Type::Boolean: return "boolean";
    }
    return "";
}

base::Result<Place> Place::parse(std::string_view text) {
    if (!text.empty() && text.front() == '$') {
        json::Path path = TRY(json::Path::parse(text));
        return Place{std::string(text), std::move(path)};
    }
    json::Pointer pointer = TRY(json::Pointer::parse(text));
    return Place{std::string(text), std::move(pointer)};
}

std::vector<const json::Value*> Place::select(const json::Value& root) const {
    std::vector<const json::Value*> found;
    if (const auto* pointer = std::get_if<json::Pointer>(&at)) {
        if (const json::Value* value = pointer->resolve(root)) found.push_back(value);
        return found;
    }
    auto hits = std::get<json::Path>(at).select(root, 100'000);
    if (!hits) return found;
    for (const json::Path::Hit& hit : *hits) found.push_back(hit.value);
    return found;
}

}  // namespace understudy::plan
