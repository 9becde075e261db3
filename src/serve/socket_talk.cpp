#include "serve/socket_talk.hpp"

#include "base/text.hpp"
#include "http/sse.hpp"
#include "http/ws_handshake.hpp"
#include "json/parse.hpp"
#include "json/write.hpp"

namespace understudy::serve {

namespace {

constexpr std::uint16_t kNotUnderstood = 1008;  // RFC 6455: the message breaks a rule of ours
constexpr std::uint16_t kCannotGoOn = 1011;

// The body as its fault leaves it, and the last thing the connection is to do.
struct Passed {
    std::string text;
    http::StepKind end = http::StepKind::End;
};

Passed pass(const VendorAnswer& answer) {
    Passed passed{*answer.body};
    if (!answer.wire) return passed;
    http::FaultContext context;
    context.seed = answer.wire->seed;
    context.fault_id = answer.wire->fault;
    context.match = answer.wire->match;
    const auto fault = http::make_fault(answer.wire->transport, context);
    if (!fault) return passed;  // it was checked when it was armed
    http::Steps steps;
    if (!answer.wire->unanswered) {
        (*fault)->pass(http::AnswerHead{answer.head, answer.body->size()}, steps);
        (*fault)->pass(http::AnswerPiece{*answer.body}, steps);
    }
    (*fault)->pass(http::AnswerEnd{}, steps);
    passed.text.clear();
    for (const http::Step& step : steps) {
        if (step.kind == http::StepKind::Body) passed.text += step.bytes;
        passed.end = step.kind;
    }
    return passed;
}

// One message for an event of the stream.
std::vector<std::string> messages_of(std::string_view text) {
    http::SseReader reader;
    http::SseBlocks blocks;
    std::vector<std::string> messages;
    if (!reader.feed(text, blocks) || !reader.end(blocks)) return messages;
    for (http::SseBlock& block : blocks) messages.push_back(std::move(block.data));
    return messages;
}

}  // namespace

SocketTalk::SocketTalk(std::shared_ptr<io::Exchange> exchange, Hub& hub, Arrival arrival,
                       std::shared_ptr<const pack::Pack> pack, pack::Index operation)
    : exchange_(std::move(exchange)),
      hub_(hub),
      arrival_(std::move(arrival)),
      pack_(std::move(pack)),
      operation_(pack_->operations[operation]),
      socket_(http::WebSocket::as_server({})) {}

void SocketTalk::start() {
    const auto head = http::accept_handshake(exchange_->request());
    if (!head) {
        is_over_ = true;
        exchange_->answer(http::refuse_handshake(head.error()),
                          "understudy: " + base::message(head.error()) + '\n');
    } else if (!exchange_->upgrade(*head)) {
        is_over_ = true;
        http::ResponseHead refused;
        refused.status = 501;
        refused.headers.add("Content-Type", "text/plain; charset=utf-8");
        exchange_->answer(refused, "understudy: a WebSocket needs HTTP/1.1 here\n");
    }
}

void SocketTalk::feed(std::string_view bytes) {
    http::WsEvents events;
    socket_.feed(bytes, events);
    take(events);
}

void SocketTalk::feed_end() {
    http::WsEvents events;
    socket_.feed_end(events);
    take(events);
}

void SocketTalk::take(http::WsEvents& events) {
    for (const http::WsEvent& event : events) {
        if (is_over_) return;
        if (const auto* message = std::get_if<http::WsMessage>(&event)) hear(*message);
    }
    flush();
}

void SocketTalk::hear(const http::WsMessage& message) {
    auto value = json::parse(message.bytes);
    const json::Value* type = value ? value->find("type") : nullptr;
    if (type == nullptr || !type->is_string()) {
        return close(kNotUnderstood, "a message is a JSON object with a type");
    }
    for (const pack::MessageRule& rule : operation_.stream->on) {
        if (rule.type == type->as_string()) return call(rule, std::move(*value));
    }
    close(kNotUnderstood, "no message has the type " + base::quoted(type->as_string()));
}

void SocketTalk::call(const pack::MessageRule& rule, json::Value message) {
    message.erase("type");
    for (const json::Member& member : rule.adds.members()) message.set(member.key(), member.value);
    http::Request request;
    request.head = exchange_->request();
    request.head.method = pack_->operations[rule.call].routes.front().method;
    for (const char* name : {"Upgrade", "Connection", "Sec-WebSocket-Key", "Sec-WebSocket-Version",
                             "Sec-WebSocket-Extensions", "Sec-WebSocket-Protocol"}) {
        request.head.headers.remove(name);
    }
    request.head.headers.set("Content-Type", "application/json");
    request.body = json::write(message);
    VendorAnswer answer = answer_vendor(hub_, arrival_, std::move(request));
    const auto leave = [self = shared_from_this(), answer](const base::Result<void>& kept) {
        if (self->is_over_) return;
        if (kept) {
            self->tell(answer);
        } else {
            self->close(kCannotGoOn, base::message(kept.error()));
        }
        self->flush();
        if (answer.release) answer.release();
        if (answer.owing) answer.owing->send_due();
    };
    world::Journal& journal = hub_.journal();
    if (!journal.keeps_rows()) return leave({});
    // Told by the store's thread; what is said is said on the exchange's own.
    const auto told = [exchange = exchange_, leave](const base::Result<void>& kept) {
        exchange->loop().post([leave, kept] { leave(kept); });
    };
    const base::Result<bool> kept = journal.when_kept(told);
    if (!kept) {
        leave(base::fail(kept.error()));
    } else if (*kept) {
        leave({});
    }
}

void SocketTalk::tell(const VendorAnswer& answer) {
    const std::string_view type = answer.head.headers.get("Content-Type");
    const bool is_stream = type.starts_with("text/event-stream");
    if (!is_stream && !(answer.wire && answer.wire->unanswered)) return tell_error(answer);
    const Passed passed = pass(answer);
    for (const std::string& message : messages_of(passed.text)) socket_.send_text(message);
    switch (passed.end) {
        case http::StepKind::Close:
        case http::StepKind::Raw:
            flush();
            is_over_ = true;
            exchange_->finish();
            return;
        case http::StepKind::Reset:
        case http::StepKind::ResetStream:
            flush();
            is_over_ = true;
            exchange_->reset(0);
            return;
        default: return;
    }
}

// What would have been a status and a body is a message with both.
void SocketTalk::tell_error(const VendorAnswer& answer) {
    json::Value message = json::Value::object({{"type", "error"}, {"status", answer.head.status}});
    if (const auto body = json::parse(*answer.body); body && body->is_object()) {
        for (const json::Member& member : body->members()) {
            if (!message.has(member.key())) message.set(member.key(), member.value);
        }
    }
    socket_.send_text(json::write(message));
}

void SocketTalk::close(std::uint16_t code, std::string_view reason) {
    socket_.send_close(code, reason);
}

void SocketTalk::flush() {
    if (is_over_ || !exchange_->is_open()) return;
    std::string out;
    socket_.drain(out);
    if (!out.empty()) exchange_->piece(out);
    if (!socket_.wants_close()) return;
    is_over_ = true;
    exchange_->finish();
}

}  // namespace understudy::serve
