// Verbs of the control plane without a socket: a caller that answers from a list and remembers what
// it was asked.
#pragma once

#include <gtest/gtest.h>

#include <deque>
#include <string>
#include <vector>

#include "app/cli.hpp"
#include "app/control_talk.hpp"
#include "app/terminal_testing.hpp"
#include "base/text.hpp"

namespace understudy::app {

struct ParsedWords {
    const Verb* verb = nullptr;
    Arguments arguments;
};

// "fault arm" and the words after it.
inline ParsedWords parsed(std::string_view name, const std::vector<std::string>& words) {
    for (const Verb* verb : all_verbs()) {
        if (verb->name != name) continue;
        auto arguments = parse_arguments(*verb, words);
        EXPECT_TRUE(arguments.has_value()) << (arguments ? "" : base::render(arguments.error()));
        return {verb, arguments ? *arguments : Arguments()};
    }
    ADD_FAILURE() << "there is no verb " << name;
    return {};
}

class ListedCaller final : public http::Caller {
public:
    struct Listed {
        int status = 200;
        std::string body;
        bool is_ours = true;  // names its contract
    };

    base::Result<http::Response> call(std::string_view url, const http::Request& request) override {
        asked.push_back(request.head.method + ' ' + std::string(url) +
                        (request.body.empty() ? "" : ' ' + request.body));
        heads.push_back(request.head);
        if (answers.empty()) return base::fail(base::Code::IoTimedOut);
        const Listed answer = answers.front();
        answers.pop_front();
        http::Response response;
        response.head.status = answer.status;
        if (answer.is_ours) response.head.headers.add("X-Understudy-Contract", "1");
        response.pieces.push_back({answer.body, {}});
        return response;
    }

    std::deque<Listed> answers;
    std::vector<std::string> asked;
    std::vector<http::RequestHead> heads;
};

struct Said {
    ExitCode code;
    std::string output;
    std::string errors;
};

inline Said said(ListedCaller& caller, std::string_view name,
                 const std::vector<std::string>& words) {
    RecordingTerminal terminal;
    ControlClient client(
        {"http://there", {"key-of-the-world", false}, {"key-of-the-operator", false}, {}}, caller);
    const ParsedWords given = parsed(name, words);
    const ExitCode code = talk(*given.verb, given.arguments, client, terminal);
    return {code, terminal.output, terminal.errors};
}

}  // namespace understudy::app
