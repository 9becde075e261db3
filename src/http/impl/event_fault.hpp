// A wire fault that acts on one event of a stream: gathers that event and hands it whole to the
// kind, which says what is sent in its place.
#pragma once

#include "http/impl/boundaries.hpp"
#include "http/impl/fault_kind.hpp"

namespace understudy::http {

// Which event of a stream: by its number, or whichever comes last.
struct EventAt {
    std::uint64_t number = 0;  // from 1; 0: the last
};
inline constexpr std::string_view kAtEvent = "at_event", kLast = "last";
base::Result<EventAt> event_at(const FaultParameters& parameters);  // at_event or last: one of them

class EventFault : public WireFault {
public:
    EventFault(EventAt at, std::size_t held_most) : at_(at), held_most_(held_most) {}

    void pass(const Part& part, Steps& out) final;

protected:
    // What is sent instead of the event: its bytes with the blank line or line feed that ends it,
    // and comments and blank lines before it. Nothing: it cannot be done to this one.
    virtual std::optional<std::string> instead_of(std::string_view event) const = 0;
    EventFraming framing() const { return framing_; }

private:
    void begin(const AnswerHead& head, Steps& out);
    void take(std::string_view bytes, Steps& out);
    void event_ended(Steps& out);
    void strike(std::string& event, Steps& out);
    void finish(const Part& end, Steps& out);

    EventAt at_;
    std::size_t held_most_;
    EventFraming framing_ = EventFraming::Lines;
    Boundaries boundaries_{EventFraming::Lines};
    std::string event_;  // as far as it came, where it may be the one
    std::string last_;   // the event before it, where the last is sought
    std::uint64_t seen_ = 0;
    bool has_head_ = false;
    bool is_done_ = false;  // nothing more is changed
};

// The head of an answer whose body is not as long as it was going to be.
ResponseHead without_length(ResponseHead head);

}  // namespace understudy::http
