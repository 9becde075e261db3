// One exchange on its way through a relay: the program's side is the Handler, the upstream's the
// Answer inside it.
//
//     program ⇄ io::Exchange ⇄ Relaying ⇄ io::Call ⇄ upstream
//                                 └─► HttpTaking
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "serve/impl/relay_route.hpp"
#include "serve/impl/relay_state.hpp"

namespace understudy::serve {

// Answers with an error of ours, as JSON.
void answer_error(io::Exchange& exchange, int status, const base::Error& error);

class Relaying final : public io::Handler {
public:
    Relaying(std::shared_ptr<RelayState> state, std::shared_ptr<io::Exchange> exchange,
             RelayRoute route);
    ~Relaying() override;
    Relaying(const Relaying&) = delete;
    Relaying& operator=(const Relaying&) = delete;

    void on_piece(std::string_view bytes) override;
    void on_end(const http::Headers& trailers) override;
    void on_drained() override;
    void on_gone() override;

private:
    class Back final : public io::Answer {
    public:
        explicit Back(Relaying& to) : to_(to) {}
        void on_response(const http::ResponseHead& head) override { to_.answered(head); }
        void on_piece(std::string_view bytes) override { to_.came(bytes); }
        void on_end(const http::Headers& trailers) override { to_.answer_ended(trailers); }
        void on_failed(const base::Error& error) override { to_.answer_failed(error); }
        void on_drained() override { to_.exchange_->hold(false); }

    private:
        Relaying& to_;
    };

    // --- towards the upstream
    void begin();
    void look_up(const http::Headers& trailers);
    void pass(std::string_view bytes);
    // --- back to the program
    void answered(const http::ResponseHead& head);
    void switched(const http::ResponseHead& head);
    void came(std::string_view bytes);
    void answer_ended(const http::Headers& trailers);
    void answer_failed(const base::Error& error);
    void give_up(const base::Error& error);
    // --- what is kept
    std::int64_t now() const;  // milliseconds since this exchange began
    std::string shown_call() const;
    void conclude();
    void drop(const base::Error& error);

    std::shared_ptr<RelayState> state_;
    std::shared_ptr<io::Exchange> exchange_;
    RelayRoute route_;
    Back back_{*this};
    std::shared_ptr<io::Call> call_;
    std::unique_ptr<cassette::HttpTaking> taking_;  // null: nothing is kept
    std::unique_ptr<io::Handler> player_;           // answers instead of the upstream
    io::SteadyTime began_;
    std::string gathered_;
    std::size_t interim_ = 0;
    bool gathers_ = false;
    bool has_head_ = false;  // of the answer, on its way to the program
    bool is_raw_ = false;
    bool program_ended_ = false;  // its direction, after an upgrade
    bool upstream_ended_ = false;
    bool is_over_ = false;
};

}  // namespace understudy::serve
