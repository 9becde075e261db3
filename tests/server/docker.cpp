// Enough of a Docker engine for attach, exec and wait (spec/clients.md, section 5): connections
// that are hijacked, heads that leave before their bodies, frames of the raw stream.
#include "base/text.hpp"
#include "tests/server/stage.hpp"

namespace understudy::tests {

namespace {

// Eight bytes of head, then the payload: stream 1 is standard output.
std::string frame(std::string_view payload) {
    std::string out("\x01\0\0\0", 4);
    for (int shift = 24; shift >= 0; shift -= 8) {
        out += static_cast<char>((payload.size() >> shift) & 0xff);
    }
    out += payload;
    return out;
}

void end_container(Container& container) {
    container.over = true;
    for (const auto& tell : std::exchange(container.waiting, {})) tell();
}

// What goes in comes out, framed; at the client's half-close a last word, then the end.
class Attached final : public io::Handler {
public:
    Attached(Stage& stage, ExchangePtr exchange, std::string container)
        : stage_(stage), exchange_(std::move(exchange)), container_(std::move(container)) {}

    void on_piece(std::string_view bytes) override {
        if (raw_) exchange_->piece(frame(bytes));
    }
    void on_end(const http::Headers& /*trailers*/) override {
        if (raw_) {
            exchange_->piece(frame("bye\n"));
            exchange_->finish();
            if (!container_.empty()) end_container(stage_.containers[container_]);
            return;
        }
        http::ResponseHead head;
        head.headers.add("Content-Type", "application/vnd.docker.raw-stream");
        if (!exchange_->request().headers.has_word("connection", "upgrade")) {
            // Output only: nobody can send input, so there is none to wait for.
            exchange_->respond(head, std::nullopt);
            exchange_->piece(frame("bye\n"));
            exchange_->finish();
            return;
        }
        head.status = 101;
        head.reason = "UPGRADED";
        head.headers.add("Connection", "Upgrade");
        head.headers.add("Upgrade", "tcp");
        raw_ = exchange_->upgrade(head);
        if (!container_.empty()) stage_.containers[container_].attached = raw_;
    }

private:
    Stage& stage_;
    ExchangePtr exchange_;
    std::string container_;
    bool raw_ = false;
};

HandlerPtr wait_for(Stage& stage, const ExchangePtr& exchange, const std::string& id) {
    return when_read(exchange,
                     [&stage, exchange, id](io::Exchange& one, std::string&, const http::Headers&) {
                         // The head at once: the command line does not post `start` before it has
                         // it.
                         http::ResponseHead head;
                         head.headers.add("Content-Type", "application/json");
                         one.respond(head, std::nullopt);
                         const auto tell = [exchange] {
                             exchange->piece("{\"StatusCode\":0}\n");
                             exchange->finish();
                         };
                         Container& container = stage.containers[id];
                         if (container.over) {
                             tell();
                         } else {
                             container.waiting.emplace_back(tell);
                         }
                     });
}

HandlerPtr container_route(Stage& stage, const ExchangePtr& exchange, const std::string& id,
                           std::string_view verb) {
    if (verb == "attach") return std::make_unique<Attached>(stage, exchange, id);
    if (verb == "wait") return wait_for(stage, exchange, id);
    return when_read(exchange, [&stage, id, verb = std::string(verb)](
                                   io::Exchange& one, std::string&, const http::Headers&) {
        if (verb == "start") {
            answer_text(one, 204, "application/json", "");
            Container& container = stage.containers[id];
            container.started = true;
            if (!container.attached) end_container(container);
        } else if (verb == "json") {
            answer_json(
                one, 200,
                "{\"Id\":\"" + id +
                    "\",\"Config\":{\"Tty\":false},\"State\":{\"Running\":true,\"ExitCode\":0}}");
        } else if (verb == "exec") {
            answer_json(one, 201, "{\"Id\":\"e1\"}");
        } else {
            answer_text(one, 204, "application/json", "");
        }
    });
}

}  // namespace

HandlerPtr docker_route(Stage& stage, const ExchangePtr& exchange) {
    std::string path = path_of(*exchange);
    if (path.starts_with("/v1.")) path = path.substr(path.find('/', 1));
    if (path == "/_ping") {
        return when_read(exchange, [](io::Exchange& one, std::string&, const http::Headers&) {
            http::ResponseHead head;
            head.headers.add("Api-Version", "1.47");
            head.headers.add("Content-Type", "text/plain; charset=utf-8");
            one.answer(head, "OK");
        });
    }
    const std::vector<std::string_view> words = base::split(path, '/');
    if (words.size() == 3 && words[1] == "containers" && words[2] == "create") {
        return when_read(exchange, [&stage](io::Exchange& one, std::string&, const http::Headers&) {
            const std::size_t count = stage.containers.size();
            const std::string id = "c0ffee" + (count == 0 ? std::string() : std::to_string(count));
            stage.containers[id] = {};
            answer_json(one, 201, "{\"Id\":\"" + id + "\",\"Warnings\":[]}");
        });
    }
    if (words.size() == 4 && words[1] == "containers") {
        return container_route(stage, exchange, std::string(words[2]), words[3]);
    }
    if (words.size() == 4 && words[1] == "exec" && words[3] == "start") {
        return std::make_unique<Attached>(stage, exchange, std::string());
    }
    if (words.size() == 4 && words[1] == "exec" && words[3] == "json") {
        return when_read(exchange, [](io::Exchange& one, std::string&, const http::Headers&) {
            answer_json(one, 200, "{\"ID\":\"e1\",\"Running\":false,\"ExitCode\":0}");
        });
    }
    return nullptr;
}

}  // namespace understudy::tests
