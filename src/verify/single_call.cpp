#include "verify/single_call.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "cassette/target.hpp"
#include "verify/code.hpp"

namespace understudy::verify {

namespace {

using cassette::Exchange;

// The transport writes its own.
constexpr std::string_view kNotSent[] = {"host", "content-length", "connection", "accept-encoding",
                                         "transfer-encoding"};

base::Failure no_call(std::string why) {
    return base::fail(code::NoSingleCall, {{"why", std::move(why)}});
}

bool has_lost_input(const cassette::Cassette& cassette) {
    return std::any_of(cassette.redactions.begin(), cassette.redactions.end(),
                       [](const cassette::Redaction& each) {
                           return each.at.find(".input.") != std::string::npos;
                       });
}

plan::Expect anything() {
    using Exit = plan::Expect::Exit;
    plan::Expect expect;
    expect.status = {{100, 599, "any"}};
    expect.exit = {{Exit::Kind::Code, 0, "0"}, {Exit::Kind::Nonzero, 0, "nonzero"}};
    return expect;
}

// `root/src` lies in the project, `scratch` is the folder of the clean room.
std::string folder_of(const std::string& cwd, const std::string& root) {
    constexpr std::string_view kScratch = "scratch";
    if (cwd.starts_with("root")) return root + cwd.substr(4);
    return cwd.size() > kScratch.size() ? cwd.substr(kScratch.size() + 1) : std::string();
}

plan::Command command_of(const cassette::CommandInput& input, const std::string& root) {
    plan::Command command;
    command.words.push_back(input.program);
    command.words.insert(command.words.end(), input.args.begin(), input.args.end());
    if (input.stdin_body) command.input = input.stdin_body->bytes;
    command.folder = folder_of(input.cwd, root);
    command.environment = input.env;
    return command;
}

plan::Request request_of(const cassette::HttpInput& input) {
    plan::Request request;
    request.method = input.method;
    request.path = cassette::target_of(input);
    for (const auto& [name, value] : input.headers) {
        const std::string lower = base::to_lower_ascii(name);
        if (std::find(std::begin(kNotSent), std::end(kNotSent), lower) != std::end(kNotSent)) {
            continue;
        }
        request.headers.emplace_back(name, value);
    }
    if (input.body) {
        request.body_kind = plan::Request::Body::Text;
        request.body = json::Value(input.body->bytes);
    }
    return request;
}

}  // namespace

base::Result<plan::Plan> plan_of(const cassette::Cassette& cassette, const std::string& root) {
    if (cassette.exchanges.size() != 1) {
        return no_call("it holds " + base::plural(cassette.exchanges.size(), "exchange"));
    }
    const Exchange& call = cassette.exchanges.front();
    if (!call.effect) return no_call("it does not say what its call does: `effect: read`");
    if (*call.effect != plan::Effect::Read) {
        return no_call("its call is `" + std::string(plan::name_of(*call.effect)) +
                       "`, and only one that reads can be made again by itself");
    }
    if (has_lost_input(cassette)) {
        return no_call("a secret was taken out of its input; a plan says which login to present");
    }
    const cassette::CommandInput* command = call.command();
    const cassette::HttpInput* http = call.http();
    if (command != nullptr && command->tty) return no_call("its command wants a terminal");
    const bool is_socket =
        call.kind == cassette::Kind::Stream && call.carrier == cassette::Carrier::Websocket;
    if ((command == nullptr && http == nullptr) || is_socket) {
        return no_call("a call of this kind cannot be made by a plan");
    }
    plan::Plan plan;
    plan.name = cassette.name;
    plan.service = cassette.service;
    plan.target = "scratch";
    plan::Step step;
    step.id = call.id;
    step.effect = plan::Effect::Read;
    step.record = cassette.name;
    step.expect = anything();
    if (call.kind == cassette::Kind::Stream) step.stream = cassette::name_of(call.framing);
    if (command != nullptr) {
        step.command = command_of(*command, root);
    } else {
        step.request = request_of(*http);
        plan.url = (http->scheme.empty() ? "https" : http->scheme) + "://" + http->host;
    }
    plan.steps.push_back(std::move(step));
    return plan;
}

}  // namespace understudy::verify
