// `stream_cut`: a stream of events or lines ends before its end: between two events if the cut is
// clean, else in the middle of one. HTTP/1.1 closes the connection without the end of the body;
// HTTP/2 resets the stream.
#include <array>

#include "http/impl/fault_kind.hpp"
#include "http/impl/fault_steps.hpp"
#include "http/impl/h2_codes.hpp"

namespace understudy::http {

namespace {

void add_cut(Version version, Steps& out) {
    if (version == Version::Http2) return add_reset_stream(out, kH2InternalError);
    add_plain(out, StepKind::Close);
}

// At the first end of an event that is not before the place.
class CleanCut : public WireFault {
public:
    CleanCut(Place place, Version version) : place_(place), version_(version) {}

    void pass(const Part& part, Steps& out) override {
        if (is_over_) return;
        if (const auto* head = std::get_if<AnswerHead>(&part)) {
            boundaries_ = Boundaries(framing_of(head->head));
            has_head_ = true;
            forward(part, out);
            if (place_.count == 0) cut(out);
        } else if (const auto* piece = std::get_if<AnswerPiece>(&part)) {
            take(piece->bytes, out);
        } else if (has_head_ && boundaries_.take_end() && is_past(0)) {
            cut(out);
        } else {
            if (has_head_) remark_ = boundaries_.can_count() ? kNotReached : kCannotCount;
            forward(part, out);
        }
    }

private:
    void take(std::string_view bytes, Steps& out) {
        std::size_t sent = 0;
        bool is_there = false;
        while (!is_there && sent < bytes.size()) {
            const Boundaries::Taken one = boundaries_.take(bytes.substr(sent));
            sent += one.bytes;
            is_there = one.ended && is_past(sent);
        }
        add_body(out, bytes.substr(0, sent));
        bytes_ += sent;
        if (is_there) cut(out);
    }

    bool is_past(std::uint64_t more_bytes) {
        ++events_;
        return (place_.in_events ? events_ : bytes_ + more_bytes) >= place_.count;
    }

    void cut(Steps& out) {
        add_cut(version_, out);
        is_over_ = true;
    }

    Place place_;
    Version version_;
    Boundaries boundaries_{EventFraming::Lines};
    std::uint64_t bytes_ = 0;
    std::uint64_t events_ = 0;
    bool has_head_ = false;
    bool is_over_ = false;
};

// At a byte, or halfway through the event after so many events.
class TornCut : public WireFault {
public:
    TornCut(Place place, Version version, std::size_t held_most)
        : place_(place), finder_(place), version_(version), held_most_(held_most) {}

    void pass(const Part& part, Steps& out) override {
        if (is_over_) return;
        if (const auto* head = std::get_if<AnswerHead>(&part)) {
            finder_.begin(head->head);
            next_ = Boundaries(framing_of(head->head));
            has_head_ = true;
            forward(part, out);
            if (finder_.is_reached() && !place_.in_events) cut(out);
        } else if (const auto* piece = std::get_if<AnswerPiece>(&part)) {
            take(piece->bytes, out);
        } else if (!held_.empty()) {
            tear(out);
        } else {
            if (has_head_) remark_ = finder_.can_count() ? kNotReached : kCannotCount;
            forward(part, out);
        }
    }

private:
    void take(std::string_view bytes, Steps& out) {
        if (!finder_.is_reached()) {
            const std::size_t size = finder_.take(bytes);
            add_body(out, bytes.substr(0, size));
            if (!finder_.is_reached()) return;
            if (!place_.in_events) return cut(out);
            bytes.remove_prefix(size);
        }
        if (!finder_.can_count()) return add_body(out, bytes);
        // The event to be torn is held back until its middle is known.
        const Boundaries::Taken one = next_.take(bytes);
        held_ += bytes.substr(0, one.bytes);
        if (one.ended || held_.size() > held_most_) tear(out);
    }

    void tear(Steps& out) {
        add_body(out, std::string_view(held_).substr(0, (held_.size() + 1) / 2));
        held_ = {};
        cut(out);
    }

    void cut(Steps& out) {
        add_cut(version_, out);
        is_over_ = true;
    }

    Place place_;
    PlaceFinder finder_;
    Version version_;
    std::size_t held_most_;
    Boundaries next_{EventFraming::Lines};
    std::string held_;
    bool has_head_ = false;
    bool is_over_ = false;
};

MadeFault make(const FaultParameters& parameters, const FaultContext& context) {
    const Place place = TRY(parameters.place());
    if (TRY(parameters.flag("clean")).value_or(false)) {
        return std::make_unique<CleanCut>(place, context.version);
    }
    return std::make_unique<TornCut>(place, context.version, context.limits.held_bytes);
}

constexpr std::array<std::string_view, 3> kParameters = {"after_events", "after_bytes", "clean"};

}  // namespace

const FaultKind kStreamCutFault = {"stream_cut", kParameters, true, make};

}  // namespace understudy::http
