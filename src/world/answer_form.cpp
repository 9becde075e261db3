// From a rendered value to a message. The usual answer (one form, no templates) takes a short way:
// no environment is made for it.
#include "world/impl/answer_form.hpp"

#include "http/message.hpp"
#include "json/write.hpp"
#include "world/impl/answer.hpp"

namespace understudy::world {

namespace {

constexpr std::string_view kJson = "application/json";
// Room for what finish() adds, so that a head is made with two allocations.
constexpr std::size_t kUsualHeaders = 8;
constexpr std::size_t kUsualHeaderBytes = 320;

// "application/json; charset=utf-8", "application/vnd.github.v3+json"
bool is_json(std::string_view type) {
    type = type.substr(0, type.find(';'));
    while (type.ends_with(' ')) type.remove_suffix(1);
    return type.ends_with("/json") || type.ends_with("+json");
}

}  // namespace

AnswerView::AnswerView(const Turn& turn, const Request& request, const ObjectPtr& self,
                       std::size_t locals)
    : env_(turn.eyes.env_of(self, locals)) {
    Facts facts;
    facts.request = &request;
    seen_ = to_json(facts);
    plural_ = turn.eyes.pack().resources[request.operation->resource].name;
    using pack::Name;
    env_.set(pack::slot(Name::Request), seen_);
    env_.set(pack::slot(Name::Plural), plural_);
    env_.set(pack::slot(Name::Input), request.input);
    env_.set(pack::slot(Name::Params), request.params);
    env_.set(pack::slot(Name::Headers), expr::Given::late(request.headers));
    if (request.parent) env_.set(pack::slot(Name::Parent), turn.eyes.see(request.parent));
}

base::Result<const pack::AnswerForm*> choose_form(const Turn& turn, const Request& request,
                                                  const ObjectPtr& self) {
    const auto& forms = request.operation->answers;
    if (!forms.front().when) return &forms.front().what;
    AnswerView view(turn, request, self);
    for (const pack::Choice<pack::AnswerForm>& form : forms)
        if (!form.when || TRY(turn.eyes.holds(*form.when, view.env()))) return &form.what;
    return &forms.back().what;
}

base::Result<Answer> make_answer(const Turn& turn, const Request& request,
                                 const pack::AnswerForm& form, const ObjectPtr& self,
                                 const std::optional<json::Value>& body) {
    Answer answer;
    answer.status = form.status;
    answer.headers.reserve(kUsualHeaders, kUsualHeaderBytes);
    std::string text;
    if (body && http::allows_body(form.status)) {
        const std::string_view type = form.type.empty() ? kJson : std::string_view(form.type);
        answer.headers.add("Content-Type", type);
        text = body->is_string() && !is_json(type) ? std::string(body->as_string())
                                                   : json::write(*body);
    }
    answer.body = std::make_shared<const std::string>(std::move(text));
    if (!form.headers.empty()) {
        AnswerView view(turn, request, self);
        TRY_VOID(set_headers(turn, answer, form.headers, view.env()));
    }
    return answer;
}

Answer make_answer(const pack::AnswerForm& form, std::shared_ptr<const std::string> text) {
    Answer answer;
    answer.status = form.status;
    answer.headers.reserve(kUsualHeaders, kUsualHeaderBytes);
    answer.headers.add("Content-Type", form.type.empty() ? kJson : std::string_view(form.type));
    answer.body = std::move(text);
    return answer;
}

base::Result<void> set_headers(const Turn& turn, Answer& answer,
                               const std::vector<std::pair<std::string, pack::Template>>& headers,
                               const expr::Env& env) {
    for (const auto& [name, shape] : headers) {
        const std::optional<json::Value> value = TRY(turn.eyes.build(shape, env));
        if (!value || value->is_null()) continue;
        if (value->is_string()) {
            answer.headers.set(name, value->as_string());
        } else {
            answer.headers.set(name, json::write(*value));
        }
    }
    return {};
}

void account_for(const pack::Template& shape, std::string_view path, Account& account) {
    using Kind = pack::Template::Kind;
    account.rest = Source::Derived;
    const bool fixed = shape.expression && shape.expression->names_read().empty();
    if (shape.kind == Kind::Literal || fixed)
        account.loose.push_back({std::string(path), Source::Constant});
    const auto below = [&](std::string_view name) {
        return path.empty() ? std::string(name) : std::string(path) + "." + std::string(name);
    };
    for (const pack::TemplateMember& member : shape.members)
        if (member.key.is_literal()) account_for(member.value, below(member.key.text), account);
    for (std::size_t i = 0; i < shape.items.size(); ++i)
        account_for(shape.items[i], below(std::to_string(i)), account);
}

}  // namespace understudy::world
