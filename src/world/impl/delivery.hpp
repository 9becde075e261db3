// One event, or one change of an object with a callback, on its way to one receiver: what is sent,
// how often it was tried, what came of it. Immutable once stored, like everything in the state.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "base/time.hpp"
#include "json/value.hpp"
#include "pack/pack.hpp"

namespace understudy::world {

using Lines = std::vector<std::pair<std::string, std::string>>;  // headers, as they were sent

// One attempt to deliver.
struct Attempt {
    base::Instant due = {}, at = {};
    std::string outcome = {};  // "ok", "status", "timeout", ...; empty: it is under way
    std::string fault = {};    // id of the delivery fault that acted
    // As sent. The body is the delivery's, unless it was tampered with.
    std::string url = {};
    Lines headers = {};
    std::shared_ptr<const std::string> body = {};
    // As answered; status 0: there was no answer.
    int status = 0;
    Lines answer_headers = {};
    std::shared_ptr<const std::string> answer = {};
    std::uint64_t elapsed_ms = 0;  // of real time
};

struct Delivery {
    enum class State : std::uint8_t {
        Scheduled,
        InFlight,
        Delivered,
        Retrying,
        Failed,
        Dropped,
        Held,
        Suppressed,
        Cancelled,
    };

    std::uint64_t number = 0;       // order of creation; its name is dlv_<number>
    std::uint64_t place = 0;        // among deliveries due at one instant: order of scheduling
    std::uint64_t after_timer = 0;  // timers up to this number are due before it
    pack::Index kind = pack::kNone;
    pack::Index resource = pack::kNone;  // of the endpoint; of a callback: of its object
    std::string key = {};                // of that object
    bool is_callback = false;
    std::string url = {};
    json::Value event_id = {};  // null: a callback
    std::string event_type = {};
    bool is_form = false;  // how the body is written
    std::shared_ptr<const std::string> body = {};
    std::string cause = {}, caused_by = {};  // "call", "trc_2"
    base::Instant created = {}, due = {};
    State state = State::Scheduled;
    std::string reason = {};  // of Suppressed and Cancelled
    std::uint64_t duplicate_of = 0, redelivery_of = 0;
    // What a fault has decided about the attempt to come.
    std::string fault = {};       // its id; it has struck and does not strike again
    std::string tamper = {};      // part
    std::uint64_t waits_for = 0;  // Held: this many later deliveries must be attempted first
    std::uint64_t awaits = 0;     // trace of the call that caused it, whose answer has not left yet
    std::vector<Attempt> attempts = {};

    std::string id() const;  // "dlv_3"
    bool is_waiting() const { return state == State::Scheduled || state == State::Retrying; }
    // It waits for the delay of its sender, and for nothing else.
    bool is_first() const {
        return attempts.empty() && fault.empty() && duplicate_of == 0 && redelivery_of == 0;
    }
    bool is_open() const {
        return is_waiting() || state == State::InFlight || state == State::Held;
    }
    bool is_to_same_receiver(const Delivery& other) const;
};
using DeliveryPtr = std::shared_ptr<const Delivery>;

std::string_view name_of(Delivery::State state);                    // "in_flight"
std::optional<std::uint64_t> delivery_number(std::string_view id);  // of "dlv_3"

// As the journal writes it, and back.
json::Value to_json(const Delivery& delivery, const pack::Pack& pack);
base::Result<Delivery> delivery_from_json(const json::Value& value, const pack::Pack& pack);

// As the control plane shows it. `wall`: with real times.
json::Value delivery_record(const Delivery& delivery, bool wall);

// May webhooks go there: is it this machine, or on the list?
bool may_reach(std::string_view url, const std::vector<std::string>& allowed_hosts);

}  // namespace understudy::world
