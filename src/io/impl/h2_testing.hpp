// HTTP/2 over a Wire, and the frames the server really sent.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "http/codec.hpp"
#include "io/impl/wire_testing.hpp"

namespace understudy::io {

class H2Wire {
public:
    struct Got {
        std::vector<int> statuses;  // 1xx ones too
        http::Headers headers;      // of the last
        std::string body;
        http::Headers trailers;
        bool ended = false;
        std::optional<std::uint32_t> reset;
        int status() const { return statuses.empty() ? 0 : statuses.back(); }
    };

    explicit H2Wire(Wire& wire) : wire_(wire), codec_(http::make_h2_client({})) {}

    http::StreamId begin(std::string_view method, std::string_view path, http::Length length = 0) {
        http::RequestHead head;
        head.method = method;
        head.target = path;
        head.authority = "x";
        return begin(head, length);
    }
    http::StreamId begin(const http::RequestHead& head, http::Length length = 0) {
        const http::StreamId stream = codec_->request(head, length);
        send();
        return stream;
    }
    void piece(http::StreamId stream, std::string_view bytes) {
        codec_->piece(stream, bytes);
        send();
    }
    void finish(http::StreamId stream, const http::Headers& trailers = {}) {
        codec_->finish(stream, trailers);
        send();
    }
    void reset(http::StreamId stream) {
        codec_->reset(stream, 8);
        send();
    }
    // Sends what is ready, reads what comes. False: the connection is over.
    bool turn() {
        if (!send()) return false;
        const std::string bytes = wire_.read();
        if (bytes.empty()) return false;
        note_frames(bytes);
        http::Events events;
        codec_->feed(bytes, events);
        for (http::Event& event : events) take(event);
        send();
        return true;
    }
    // Until the stream is over one way or the other, or the connection is.
    const Got& wait(http::StreamId stream) {
        while (!got[stream].ended && !got[stream].reset && turn()) {
        }
        return got[stream];
    }
    template <class Condition>
    bool until(const Condition& condition) {
        while (!condition()) {
            if (!turn()) return false;
        }
        return true;
    }
    Got call(std::string_view method, std::string_view path, std::string_view body = {}) {
        const http::StreamId stream = begin(method, path, body.size());
        if (!body.empty()) {
            piece(stream, body);
            finish(stream);
        }
        return wait(stream);
    }
    bool send() {
        bool more = true;
        while (more) {
            std::string out;
            more = codec_->drain(out, 65536);
            if (!wire_.send(out)) return false;
        }
        return true;
    }
    bool can_begin() const { return codec_->can_begin(); }
    std::size_t count(std::string_view frame) const {
        return static_cast<std::size_t>(std::count(frames.begin(), frames.end(), frame));
    }

    std::map<http::StreamId, Got> got;
    std::vector<std::string> frames;  // "GOAWAY 1 0" (last stream, code), "RST_STREAM 1 8", ...
    bool consumes = true;             // lets the server send more

private:
    void take(http::Event& event) {
        if (auto* began = std::get_if<http::ResponseBegan>(&event)) {
            got[began->stream].statuses.push_back(began->head.status);
            got[began->stream].headers = std::move(began->head.headers);
        } else if (const auto* piece = std::get_if<http::BodyPiece>(&event)) {
            got[piece->stream].body += piece->bytes;
            if (consumes) codec_->consumed(piece->stream, piece->bytes.size());
        } else if (auto* ended = std::get_if<http::Ended>(&event)) {
            got[ended->stream].trailers = std::move(ended->trailers);
            got[ended->stream].ended = true;
        } else if (const auto* reset = std::get_if<http::StreamReset>(&event)) {
            got[reset->stream].reset = reset->code;
        }
    }
    static std::uint32_t number(std::string_view bytes) {
        std::uint32_t value = 0;
        for (const char c : bytes) value = (value << 8U) | static_cast<unsigned char>(c);
        return value;
    }
    void note_frames(std::string_view bytes) {
        unread_ += bytes;
        while (unread_.size() >= 9) {
            const std::string_view all = unread_;
            const std::size_t size = number(all.substr(0, 3));
            if (all.size() < 9 + size) return;
            const std::string_view payload = all.substr(9, size);
            const std::string stream = std::to_string(number(all.substr(5, 4)));
            const char type = all[3];
            if (type == 3) {
                frames.push_back("RST_STREAM " + stream + ' ' + std::to_string(number(payload)));
            } else if (type == 7) {
                frames.push_back("GOAWAY " + std::to_string(number(payload.substr(0, 4))) + ' ' +
                                 std::to_string(number(payload.substr(4, 4))));
            }
            unread_.erase(0, 9 + size);
        }
    }

    Wire& wire_;
    std::unique_ptr<http::ClientCodec> codec_;
    std::string unread_;
};

}  // namespace understudy::io
