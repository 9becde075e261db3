// What a fault or a stub answers.
#include <algorithm>

#include "base/text.hpp"
#include "json/write.hpp"
#include "pack/names.hpp"
#include "world/impl/strike.hpp"

namespace understudy::world {

namespace {

using json::Value;

std::string text_of(const Value& members, std::string_view name) {
    const Value* found = members.find(name);
    return found != nullptr && found->is_string() ? std::string(found->as_string()) : std::string();
}

// The code of the catalogue that is nearest to an unknown one by status: the same, the same class,
// any. Errors of one service look alike.
const pack::ErrorCode* relative_of(const pack::Errors& errors, int status) {
    const pack::ErrorCode* found = nullptr;
    for (const pack::ErrorCode& code : errors.codes) {
        if (code.status == status) return &code;
        const bool same_class = code.status / 100 == status / 100;
        if (found == nullptr || (same_class && found->status / 100 != status / 100)) found = &code;
    }
    return found;
}

// An error with the members that the service's errors have. Texts with holes tell of what went
// wrong there, which is not what goes wrong here: they are left out, and the message is the
// tester's or the code.
Value unknown_error(const pack::Errors& errors, const Value& members, int status) {
    const std::string code = text_of(members, "code");
    const std::string message = text_of(members, "message");
    Value error = Value::object({{"code", code}});
    if (const pack::ErrorCode* relative = relative_of(errors, status)) {
        for (const pack::ErrorMember& member : relative->members) {
            if (member.name == "code" || member.name == "message") {
                error.set(member.name, Value(code));
            } else if (!member.text) {
                error.set(member.name, member.data);
            } else if (member.text->is_literal()) {
                error.set(member.name, Value(member.text->text));
            }
        }
    }
    error.set("message", Value(message.empty() ? code : message));
    return error;
}

}  // namespace

Refusal refusal_of_fault(const Turn& turn, const Value& members, const Facts& facts) {
    const pack::Errors& errors = turn.eyes.pack().errors;
    const auto status = static_cast<int>(members.find("status")->to_int64().value_or(500));
    Refusal refusal;
    refusal.use.code = errors.find(text_of(members, "code"));
    refusal.use.status = status;
    refusal.issue.keyword = "fault";
    if (facts.request != nullptr && facts.request->operation != nullptr) {
        refusal.issue.verb = facts.request->operation->verb;
    }
    if (refusal.use.code == pack::kNone) {
        refusal.error = unknown_error(errors, members, status);
    } else if (const std::string message = text_of(members, "message"); !message.empty()) {
        refusal.attach = Value::object({{"message", message}});
    }
    return refusal;
}

Answer answer_stub(const Value& given) {
    Answer answer;
    answer.status = static_cast<int>(given.find("status")->to_int64().value_or(200));
    if (const Value* headers = given.find("headers")) {
        for (const json::Member& header : headers->members()) {
            answer.headers.add(header.key(), header.value.as_string());
        }
    }
    const Value* body = given.find("body");
    const bool is_text = body != nullptr && body->is_string();
    if (body != nullptr && !answer.headers.find("Content-Type")) {
        answer.headers.add("Content-Type",
                           is_text ? "text/plain; charset=utf-8" : "application/json");
    }
    answer.body = std::make_shared<const std::string>(body == nullptr ? std::string()
                                                      : is_text ? std::string(body->as_string())
                                                                : json::write(*body));
    return answer;
}

}  // namespace understudy::world
