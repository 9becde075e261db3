// Fills the holes of a step's call.
#include "plan/impl/call.hpp"

#include "base/text.hpp"
#include "http/form.hpp"
#include "json/write.hpp"

namespace understudy::plan {

namespace {

constexpr std::size_t kShownBytes = 300;

base::Result<void> fill_body(const Request& request, const Names& names, Call& call) {
    http::Headers& headers = call.request.head.headers;
    const auto usual_type = [&](std::string_view type) {
        if (!headers.has("Content-Type")) headers.add("Content-Type", type);
    };
    switch (request.body_kind) {
        case Request::Body::None: break;
        case Request::Body::Json:
            usual_type("application/json");
            call.request.body = json::write(TRY(fill(request.body, names)));
            break;
        case Request::Body::Form:
            usual_type("application/x-www-form-urlencoded");
            call.request.body =
                http::write_form(TRY(fill(request.body, names)), http::FormStyle::Brackets);
            break;
        case Request::Body::Text:
            usual_type("text/plain; charset=utf-8");
            call.request.body = TRY(fill_text(request.body.as_string(), names));
            break;
    }
    return {};
}

base::Result<AnyCall> make_request(const Step& step, const Names& names, base::Duration timeout) {
    const Request& request = step.request;
    Call call;
    call.step = step.id;
    call.without = step.without;
    call.wrong = step.wrong;
    call.auth = request.auth;
    call.timeout = timeout;
    call.request.head.method = request.method;
    // A path that is one hole was captured whole, escapes and all.
    const auto holes = TRY(holes_in(request.path));
    const bool whole = holes.size() == 1 && request.path == "${" + holes.front() + "}";
    std::string path = TRY(fill_text(request.path, names, whole ? Dress::Plain : Dress::Path));
    const std::string query =
        http::write_form(TRY(fill(request.query, names)), http::FormStyle::Brackets);
    if (!query.empty()) path += (path.find('?') == std::string::npos ? "?" : "&") + query;
    if (request.is_url || path.starts_with("http://") || path.starts_with("https://")) {
        call.url = path;
        const std::size_t slash = path.find('/', path.find("//") + 2);
        call.request.head.target = slash == std::string::npos ? "/" : path.substr(slash);
    } else {
        call.request.head.target = path;
    }
    for (const auto& [name, value] : request.headers) {
        call.request.head.headers.add(name, TRY(fill_text(value, names)));
    }
    TRY_VOID(fill_body(request, names, call));
    return AnyCall(std::move(call));
}

base::Result<AnyCall> make_command(const Step& step, const Names& names, base::Duration timeout) {
    const Command& command = *step.command;
    CommandCall call;
    call.step = step.id;
    call.timeout = timeout;
    call.folder = command.folder;
    call.files = command.files;
    call.without = step.without;
    call.wrong = step.wrong;
    for (const std::string& word : command.words) {
        call.words.push_back(TRY(fill_text(word, names)));
    }
    if (command.input) call.input = TRY(fill_text(*command.input, names));
    for (const auto& [name, value] : command.environment) {
        call.environment.emplace_back(name, TRY(fill_text(value, names)));
    }
    return AnyCall(std::move(call));
}

}  // namespace

base::Result<AnyCall> make_call(const Step& step, const Names& names, base::Duration timeout) {
    if (step.command) return make_command(step, names, timeout);
    return make_request(step, names, timeout);
}

std::string shown_call(const AnyCall& call) {
    if (const auto* request = std::get_if<Call>(&call)) {
        return request->request.head.method + " " +
               (request->url.empty() ? request->request.head.target : request->url);
    }
    std::string text;
    for (const std::string& word : std::get<CommandCall>(call).words) {
        const bool is_plain =
            !word.empty() && word.find_first_of(" \t\r\n\"'\\$") == std::string::npos;
        text += (text.empty() ? "" : " ") + (is_plain ? word : base::quoted(word));
        if (text.size() > kShownBytes) break;
    }
    return text;
}

const base::Mark& mark_of_call(const Step& step) {
    return step.command ? step.command->mark : step.request.mark;
}

}  // namespace understudy::plan
