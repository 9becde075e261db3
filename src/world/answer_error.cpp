// Errors as the vendor writes them: the code's members in the order of the catalogue, what this use
// adds or replaces, what a move attaches, all of it in the pack's envelope.
#include <memory>

#include "base/error.hpp"
#include "json/write.hpp"
#include "pack/names.hpp"
#include "world/impl/answer.hpp"
#include "world/impl/front.hpp"

namespace understudy::world {

namespace {

using base::Result;
using expr::Given;
using json::Value;
using pack::Name;
using pack::slot;

// `error` in expressions: the members as they will be shown, and `status` beside them, which is
// shown only by a pack whose envelope asks for it.
class ErrorSeen final : public expr::Object {
public:
    ErrorSeen(const Value& members, int status) : members_(members), status_(status) {}

    Result<std::optional<Given>> member(std::string_view name) const override {
        if (const Value* found = members_.find(name)) return Given(*found);
        if (name == "status") return Given::own(Value(status_));
        return std::nullopt;
    }
    Result<Value> whole() const override { return members_; }

private:
    const Value& members_;
    int status_;
};

int status_of(const pack::Errors& errors, const pack::ErrorUse& use) {
    if (use.status) return *use.status;
    return use.code == pack::kNone ? 400 : errors.codes[use.code].status;
}

// What a refusal's texts may read: the call as far as it was understood.
expr::Env env_for(const Turn& turn, const Facts& facts, const Value& request,
                  std::size_t locals = 0) {
    expr::Env env =
        facts.request ? env_of_call(turn, *facts.request, locals) : turn.eyes.env(locals);
    env.set(slot(Name::Request), Given(request));
    return env;
}

Result<void> add_catalogue(const Turn& turn, const pack::ErrorCode& code, expr::Env& env,
                           int status, Value& error) {
    const ErrorSeen seen(error, status);
    env.set(slot(Name::Error), Given::object(seen));
    bool places_code = false;
    for (const pack::ErrorMember& member : code.members) {
        places_code = places_code || member.name == "code";
    }
    if (!places_code) error.set("code", Value(code.name));
    for (const pack::ErrorMember& member : code.members) {
        if (!member.text) {
            error.set(member.name, member.data);
            continue;
        }
        auto value = TRY(pack::fill(*member.text, env, {}, turn.eyes.allowance().steps));
        if (value) error.set(member.name, std::move(*value));
    }
    return {};
}

Result<void> add_with(const Turn& turn, const pack::Template& with, expr::Env& env, int status,
                      Value& error) {
    const ErrorSeen seen(error, status);
    env.set(slot(Name::Error), Given::object(seen));
    Value changed = error;  // every right-hand side sees the error as the catalogue made it
    for (const pack::TemplateMember& member : with.members) {
        const auto key = TRY(pack::fill(member.key, env, {}, turn.eyes.allowance().steps));
        if (!key || !key->is_string()) continue;
        auto value = TRY(turn.eyes.build(member.value, env));
        if (value) {
            changed.set(key->as_string(), std::move(*value));
        } else {
            changed.erase(key->as_string());
        }
    }
    error = std::move(changed);
    return {};
}

Result<void> add_collected(const Turn& turn, const std::vector<Issue>& all, expr::Env& env,
                           Value& error) {
    const pack::Errors& errors = turn.eyes.pack().errors;
    if (errors.collect_into.empty() || all.empty()) return {};
    Value list = Value::array();
    for (const Issue& issue : all) {
        const Value seen = issue.to_json();
        env.set(slot(Name::Issue), Given(seen));
        auto entry = TRY(turn.eyes.build(errors.collect_each, env));
        if (entry) list.push_back(std::move(*entry));
    }
    error.set(errors.collect_into, std::move(list));
    return {};
}

Result<Value> wrap(const Turn& turn, const Value& error, int status, expr::Env& env) {
    const pack::Template& envelope = turn.eyes.pack().errors.envelope;
    if (envelope.kind == pack::Template::Kind::Literal && envelope.literal.is_null()) return error;
    const ErrorSeen seen(error, status);
    env.set(slot(Name::Error), Given::object(seen));
    auto wrapped = TRY(turn.eyes.build(envelope, env));
    return wrapped ? std::move(*wrapped) : Value();
}

Answer json_answer(int status, const Value& body) {
    Answer answer;
    answer.status = status;
    answer.headers.add("Content-Type", "application/json");
    answer.body = std::make_shared<const std::string>(json::write(body));
    return answer;
}

}  // namespace

namespace {

// With what a move attaches and what was collected.
Result<Value> whole_error(const Turn& turn, const Refusal& refusal, expr::Env& env) {
    Value error = refusal.error;
    if (error.is_null()) error = TRY(make_error(turn, refusal.use, refusal.issue, env));
    for (const json::Member& member :
         refusal.attach.is_object() ? refusal.attach.members() : std::span<const json::Member>()) {
        error.set(member.key(), member.value);
    }
    TRY_VOID(add_collected(turn, refusal.all, env, error));
    return error;
}

}  // namespace

Result<Value> make_error(const Turn& turn, const pack::ErrorUse& use, const Issue& issue,
                         const expr::Env& given) {
    const pack::Errors& errors = turn.eyes.pack().errors;
    const int status = status_of(errors, use);
    const Value issue_seen = issue.to_json();
    const Value request_seen = to_json(Facts{.request = turn.request, .original = {}});
    expr::Env env = given;
    env.set(slot(Name::Issue), Given(issue_seen));
    const Given* known = env.find(slot(Name::Request));
    if (!known || std::holds_alternative<std::monostate>(known->held())) {
        env.set(slot(Name::Request), Given(request_seen));
    }
    Value error = Value::object();
    if (use.code != pack::kNone) {
        TRY_VOID(add_catalogue(turn, errors.codes[use.code], env, status, error));
    } else {
        error.set("message", Value("the request was refused: " + issue.keyword));
    }
    TRY_VOID(add_with(turn, use.with, env, status, error));
    return error;
}

Result<ToldInStream> tell_in_stream(const Turn& turn, const Refusal& refusal, const Facts& facts,
                                    std::uint64_t position) {
    const pack::StreamForm& stream = *facts.request->operation->stream;
    const int status = status_of(turn.eyes.pack().errors, refusal.use);
    const Value request = to_json(facts);
    const Value issue = refusal.issue.to_json();
    expr::Env env = env_for(turn, facts, request, stream.locals);
    const Value error = TRY(whole_error(turn, refusal, env));
    env.set(slot(Name::Issue), Given(issue));
    if (!stream.error) return ToldInStream{{}, TRY(wrap(turn, error, status, env))};
    const ErrorSeen seen(error, status);
    env.set(slot(Name::Error), Given::object(seen));
    env.set(stream.position, Given::own(Value(static_cast<std::int64_t>(position))));
    auto data = TRY(turn.eyes.build(stream.error->body, env));
    return ToldInStream{stream.error->event, data ? std::move(*data) : Value()};
}

Result<Answer> render_refusal(const Turn& turn, const Refusal& refusal, const Facts& facts) {
    const pack::Errors& errors = turn.eyes.pack().errors;
    const int status = status_of(errors, refusal.use);
    const Value request = to_json(facts);
    const Value issue = refusal.issue.to_json();
    expr::Env env = env_for(turn, facts, request);
    const Value error = TRY(whole_error(turn, refusal, env));
    env.set(slot(Name::Issue), Given(issue));
    Answer answer = json_answer(status, TRY(wrap(turn, error, status, env)));
    if (refusal.use.code == pack::kNone) return answer;
    for (const auto& [name, value] : errors.codes[refusal.use.code].headers) {
        const auto built = TRY(turn.eyes.build(value, env));
        const auto text = built ? header_text(*built) : std::nullopt;
        if (text) answer.headers.set(name, *text);
    }
    return answer;
}

Answer render_failure(const Turn& turn, const base::Error& error, const Facts& facts) {
    const Value members = Value::object({{"code", base::name_of(error.code)},
                                         {"type", "understudy"},
                                         {"message", base::message(error)}});
    const Value request = to_json(facts);
    const Value issue = Issue{}.to_json();
    // What failed may have used up the change's steps; the envelope gets its own.
    Allowance allowance;
    const Eyes eyes(turn.eyes.pack(), turn.state, turn.config, allowance);
    expr::Env env = eyes.env();
    env.set(slot(Name::Request), Given(request));
    env.set(slot(Name::Issue), Given(issue));
    const ErrorSeen seen(members, 500);
    env.set(slot(Name::Error), Given::object(seen));
    const pack::Template& envelope = eyes.pack().errors.envelope;
    if (envelope.kind != pack::Template::Kind::Literal) {
        const auto wrapped = eyes.build(envelope, env);
        if (wrapped && *wrapped) return json_answer(500, **wrapped);
    }
    return json_answer(500, members);
}

}  // namespace understudy::world
