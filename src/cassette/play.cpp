#include "cassette/play.hpp"

#include "base/text.hpp"
#include "cassette/code.hpp"
#include "cassette/http_match.hpp"
#include "json/parse.hpp"

namespace understudy::cassette {

namespace {

constexpr std::string_view kNobodysWord = "understudy-no-such-operation";
constexpr int kFirstSuccess = 200;
constexpr int kFirstRedirect = 300;

void bind(std::vector<Variable>& vars, const plan::Capture& capture, json::Value value) {
    for (Variable& variable : vars) {
        if (variable.name == capture.name) {
            variable.value = std::move(value);
            return;
        }
    }
    vars.push_back({capture.name, capture.type, std::move(value)});
}

bool says_nothing(std::string_view bytes) {
    const std::string_view text = base::trim(bytes);
    if (text.empty() || text == "null") return true;
    if (text.front() != '[' && text.front() != '{') return false;
    const auto value = json::parse(text);
    return value && value->size() == 0;
}

}  // namespace

Exchange filled(const Exchange& call, const std::vector<Variable>& vars) {
    Exchange whole = call;
    if (const CommandInput* command = call.command()) whole.input = filled(*command, vars);
    if (const HttpInput* http = call.http()) whole.input = filled(*http, vars);
    return whole;
}

Played play(const Cassette& cassette, Player& player) {
    Played played;
    std::vector<Variable> vars = cassette.vars;
    const auto stop = [&](base::Error error, std::size_t at) {
        played.trouble = std::move(error);
        played.trouble_at = at;
    };
    player.begin(cassette);
    if (auto ready = player.reset(cassette.given); !ready) {
        stop(std::move(ready).error(), 0);
        return played;
    }
    for (std::size_t i = 0; i < cassette.exchanges.size(); ++i) {
        const Exchange& recorded = cassette.exchanges[i];
        if (recorded.phase == plan::Phase::Teardown) continue;
        if (recorded.kind == Kind::Webhook) {
            auto sent = player.webhook(recorded);
            if (!sent) {
                stop(std::move(sent).error(), i);
                return played;
            }
            if (!*sent) {
                played.not_played.push_back(recorded.id);
                continue;
            }
            played.expected.push_back(recorded);
            played.actual.push_back(std::move(**sent));
            continue;
        }
        auto answered = player.play(filled(recorded, vars), vars);
        if (!answered) {
            stop(std::move(answered).error(), i);
            return played;
        }
        Exchange expected = recorded;
        if (!answered->has_files) expected.output.files.clear();
        Exchange actual = recorded;
        actual.output = std::move(answered->output);
        played.expected.push_back(std::move(expected));
        played.actual.push_back(std::move(actual));
        for (const plan::Capture& capture : recorded.captures) {
            auto value = captured(capture, played.actual.back().output);
            if (!value) {
                stop(std::move(value).error(), i);
                return played;
            }
            bind(vars, capture, std::move(*value));
        }
    }
    return played;
}

bool is_empty_success(const Output& output) {
    const bool is_exit = output.ended && *output.ended == Ended{};
    const bool is_status = output.answer && output.answer->status >= kFirstSuccess &&
                           output.answer->status < kFirstRedirect;
    if (!is_exit && !is_status) return false;
    return says_nothing(bytes_of(output, is_exit ? From::Stdout : From::Body)) &&
           says_nothing(bytes_of(output, From::Stderr));
}

Exchange unknown_call(const Exchange& like) {
    Exchange call;
    call.id = kNobodysWord;
    call.kind = like.kind;
    call.carrier = like.carrier;
    call.framing = like.framing;
    if (const CommandInput* command = like.command()) {
        CommandInput input;
        input.program = command->program;
        input.args = {std::string(kNobodysWord), "--" + std::string(kNobodysWord)};
        input.cwd = "scratch";
        call.input = std::move(input);
    } else if (const HttpInput* http = like.http()) {
        HttpInput input;
        input.method = "GET";
        input.host = http->host;
        input.path = "/" + std::string(kNobodysWord);
        input.headers = http->headers;  // a login may be among them
        input.protocol = http->protocol;
        call.input = std::move(input);
    }
    return call;
}

bool is_unobserved(const base::Error& error) {
    return error.code == code::FakeNotStarted || error.code == code::FakeCannotPlay;
}

}  // namespace understudy::cassette
