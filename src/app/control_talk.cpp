#include "app/control_talk.hpp"

#include <algorithm>
#include <cstdlib>

#include "app/code.hpp"
#include "app/files.hpp"
#include "app/shown_table.hpp"
#include "base/text.hpp"
#include "json/parse.hpp"

namespace understudy::app {

namespace {

using json::Value;

constexpr std::int64_t kMostOfAPage = 1'000;  // the server gives no more at once

base::Result<std::string> read_body(const std::string& path) {
    return TRY(read_file(path)).text;
}

std::optional<std::string> environment_of_process(std::string_view name) {
    const char* value = std::getenv(std::string(name).c_str());
    if (value == nullptr) return std::nullopt;
    return std::string(value);
}

// One page more at the end of what there is.
void append_page(Value& all, Value page) {
    if (all.is_null()) {
        all = std::move(page);
        return;
    }
    for (const Value& record : page.find("data")->items()) {
        all.find_mutable("data")->push_back(record);
    }
    all.set("next", *page.find("next"));
}

}  // namespace

base::Result<ControlRequest> ControlTalk::request() const {
    return make_request(verb_, route_, arguments_, read_body);
}

base::Result<Value> ControlTalk::parse(const std::string& bytes) const {
    auto value = json::parse(bytes);
    if (value) return value;
    return base::fail(code::OddAnswer,
                      {{"url", base::quoted(server().url)}, {"why", "that is no JSON"}});
}

base::Result<std::int64_t> ControlTalk::limit() const {
    if (!arguments_.has("--limit")) return INT64_MAX;
    const std::string_view text = arguments_.value("--limit");
    const auto limit = base::parse_int64(text);
    if (limit && *limit > 0) return *limit;
    return base::fail(code::BadArguments,
                      {{"why", "--limit is a number from 1 on, not " + base::quoted(text)},
                       {"verb", std::string(verb_.name)}});
}

base::Result<ExitCode> ControlTalk::show(const std::string& bytes) {
    const Face& face = route_.face;
    if (wants_json() || (face.text == nullptr && face.columns.empty())) {
        terminal_.out(bytes);
    } else {
        terminal_.out(shown_answer(face, TRY(parse(bytes)), {terminal_.wants_colour()}));
    }
    return ExitCode::Done;
}

// Pages are asked for until there are no more, or --limit records. As JSON each leaves as it came;
// for people they become one list.
base::Result<ExitCode> ControlTalk::run_list(ControlRequest request) {
    std::int64_t left = TRY(limit());
    const std::size_t own_query = request.query.size();
    Value all;
    for (Value next; all.is_null() || (!next.is_null() && left > 0);) {
        request.query.resize(own_query);
        request.query.push_back({"limit", std::to_string(std::min(left, kMostOfAPage))});
        if (next.is_string()) request.query.push_back({"cursor", std::string(next.as_string())});
        const std::string bytes = TRY(ask(request));
        if (wants_json()) terminal_.out(bytes);
        Value page = TRY(parse(bytes));
        if (!page.has("next") || page.find("data") == nullptr || !page.find("data")->is_array()) {
            return base::fail(code::OddAnswer,
                              {{"url", base::quoted(server().url)}, {"why", "that is no list"}});
        }
        left -= static_cast<std::int64_t>(page.find("data")->size());
        next = *page.find("next");
        append_page(all, std::move(page));
    }
    if (!wants_json()) {
        terminal_.out(shown_answer(route_.face, all, {terminal_.wants_colour()}));
    }
    return ExitCode::Done;
}

base::Result<ExitCode> ControlTalk::run() {
    if (route_.perform != nullptr) return route_.perform(*this);
    ControlRequest request = TRY(this->request());
    if (route_.is_list) return run_list(std::move(request));
    return show(TRY(ask(request)));
}

ExitCode talk(const Verb& verb, const Arguments& arguments, ControlClient& client,
              Terminal& terminal) {
    const auto run = [&]() -> base::Result<ExitCode> {
        const ControlRoute& route = *TRY(choose_route(verb, arguments));
        return ControlTalk(verb, route, arguments, client, terminal).run();
    };
    const base::Result<ExitCode> code = run();
    if (code) return *code;
    terminal.error(base::render(code.error(), {.colour = terminal.wants_error_colour()}));
    return exit_code_of(code.error());
}

base::Result<ExitCode> run_control(const Verb& verb, const Arguments& arguments,
                                   Terminal& terminal) {
    const Server server = TRY(find_server(arguments, environment_of_process));
    if (server.url.empty()) {
        if (verb.run != nullptr) return verb.run(arguments, terminal);
        return base::fail(code::NoServer);
    }
    const auto caller = TRY(make_control_caller());
    ControlClient client(server, *caller);
    return talk(verb, arguments, client, terminal);
}

}  // namespace understudy::app
