#include "app/control_client.hpp"

#include "app/code.hpp"
#include "base/text.hpp"
#include "http/url.hpp"
#include "json/parse.hpp"
#include "report/shown.hpp"

namespace understudy::app {

namespace {

// An advance may fire a million timers before it answers.
constexpr std::chrono::minutes kPatience{10};
constexpr std::string_view kContractHeader = "X-Understudy-Contract";
constexpr std::string_view kContract = "1";

std::string from_environment(const io::Environment& environment, std::string_view name) {
    for (const std::string_view prefix : {"UNDERSTUDY_", "PRODBREAK_"}) {
        const auto value = environment(std::string(prefix) + std::string(name));
        if (value && !value->empty()) return *value;
    }
    return {};
}

Server::Key key_of(const Arguments& arguments, std::string_view option,
                   const io::Environment& environment, std::string_view name) {
    if (arguments.has(option)) return {std::string(arguments.value(option)), true};
    return {from_environment(environment, name), false};
}

std::string first_of(std::initializer_list<const Server::Key*> keys) {
    for (const Server::Key* key : keys) {
        if (!key->text.empty()) return key->text;
    }
    return {};
}

std::string text_of(const json::Value& object, std::string_view name) {
    const json::Value* value = object.find(name);
    return value == nullptr || !value->is_string() ? std::string()
                                                   : report::shown(value->as_string());
}

}  // namespace

base::Result<Server> find_server(const Arguments& arguments, const io::Environment& environment) {
    Server server;
    server.url = arguments.has("--url") ? std::string(arguments.value("--url"))
                                        : from_environment(environment, "URL");
    server.key = key_of(arguments, "--key", environment, "KEY");
    server.admin_key = key_of(arguments, "--admin-key", environment, "ADMIN_KEY");
    server.world = arguments.value("--world");
    if (server.url.empty()) return server;
    const auto url = http::parse_url(server.url);
    if (!url) {
        return base::fail(code::BadServer, {{"url", base::quoted(server.url)}}, {}, {url.error()});
    }
    while (server.url.ends_with('/')) server.url.pop_back();
    return server;
}

std::string choose_key(const Server& server, Whose whose) {
    const Server::Key& own = server.key;
    const Server::Key& admin = server.admin_key;
    if (whose == Whose::Nobody) return {};
    // A key that was said for this call is meant for this call.
    if (own.is_option != admin.is_option) return own.is_option ? own.text : admin.text;
    switch (whose) {
        case Whose::Operator:
        case Whose::Family: return first_of({&admin, &own});
        case Whose::World:
            return server.world.empty() ? first_of({&own, &admin}) : first_of({&admin, &own});
        case Whose::Nobody:
        case Whose::Anybody: break;
    }
    return first_of({&own, &admin});
}

base::Result<http::RequestHead> head_of(const Server& server, const ControlRequest& request,
                                        Whose whose) {
    http::RequestHead head;
    head.method = request.method;
    const std::string key = choose_key(server, whose);
    if (key.empty() && whose == Whose::Operator) return base::fail(code::NoAdminKey);
    if (key.empty() && whose != Whose::Nobody) return base::fail(code::NoKey);
    if (!key.empty()) head.headers.add("Authorization", "Bearer " + key);
    if (!server.world.empty()) head.headers.add("X-Understudy-World", server.world);
    head.headers.add(kContractHeader, kContract);
    if (request.body) head.headers.add("Content-Type", "application/json");
    return head;
}

io::ClientOptions control_client_options() {
    io::ClientOptions options;
    options.offer_h2 = false;
    return options;
}

base::Result<std::unique_ptr<http::Caller>> make_control_caller() {
    return io::make_caller(control_client_options(), kPatience);
}

base::Result<std::string> ControlClient::exchange(const ControlRequest& request, Whose whose) {
    http::Request sent;
    sent.head = TRY(head_of(server_, request, whose));
    sent.body = request.body.value_or(std::string());
    const std::string url = server_.url + request.target();
    const http::Response response = TRY(caller_.call(url, sent));
    TRY_VOID(check_head(response.head, url));
    const int status = response.head.status;
    if (status < 200 || status > 299) return base::fail(refusal_of(status, url, response.body()));
    return response.body();
}

base::Result<void> check_head(const http::ResponseHead& head, std::string_view url) {
    if (head.headers.has(kContractHeader)) return {};
    return base::fail(code::OddAnswer, {{"url", base::quoted(url)},
                                        {"why", "status " + std::to_string(head.status)}});
}

base::Error refusal_of(int status, std::string_view url, std::string_view bytes) {
    const auto value = json::parse(bytes);
    const json::Value* error = value ? value->find("error") : nullptr;
    const std::string code = error == nullptr ? std::string() : text_of(*error, "code");
    const std::string message = error == nullptr ? std::string() : text_of(*error, "message");
    if (code.empty() || message.empty()) {
        return {code::OddAnswer,
                {{"url", base::quoted(url)}, {"why", "status " + std::to_string(status)}},
                {},
                {}};
    }
    const std::string field = text_of(*error, "field");
    return {code::Refused,
            {{"message", message},
             {"place", field.empty() ? std::string() : " at " + field},
             {"code", code},
             {"status", std::to_string(status)},
             {"hint", text_of(*error, "hint")}},
            {},
            {}};
}

ExitCode exit_code_of(const base::Error& error) {
    const std::string_view name = base::name_of(error.code);
    if (error.code == code::Refused || error.code == code::NoTrace) return ExitCode::Differed;
    const bool unknown = error.code == code::NoKey || error.code == code::NoAdminKey ||
                         error.code == code::OddAnswer || error.code == code::FeedEnded ||
                         name.starts_with("io.") || name.starts_with("http.");
    return unknown ? ExitCode::Unknown : ExitCode::Misuse;
}

}  // namespace understudy::app
