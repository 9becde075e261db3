// A place in the body of an answer: after so many bytes, or after so many events. The same place is
// found whatever pieces the body comes in.
#pragma once

#include <cstdint>
#include <string_view>

#include "http/impl/boundaries.hpp"
#include "http/message.hpp"

namespace understudy::http {

struct Place {
    std::uint64_t count = 0;
    bool in_events = false;
};

class PlaceFinder {
public:
    explicit PlaceFinder(Place place) : place_(place) {}

    void begin(const ResponseHead& head) { boundaries_ = Boundaries(framing_of(head)); }
    // How many of these bytes lie before the place.
    std::size_t take(std::string_view bytes);
    void end();  // the body is over
    bool is_reached() const { return seen_ == place_.count; }
    bool can_count() const { return !place_.in_events || boundaries_.can_count(); }

private:
    Place place_;
    std::uint64_t seen_ = 0;
    Boundaries boundaries_{EventFraming::Lines};
};

}  // namespace understudy::http
