// Exchanges as the exporters of HTTP formats need them: variables filled in, and what a format
// cannot hold told.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.hpp"
#include "cassette/export/exporter.hpp"

namespace understudy::cassette {

// What a format has a place for, beside method, address, header fields, bodies and status.
struct Holds {
    bool times = false;      // when a call was made
    bool durations = false;  // and how long it took
    bool protocol = false;
    bool errors = false;   // calls without an answer
    bool sockets = false;  // messages of a WebSocket
    bool repeats = false;  // header fields of one name apart from each other
};

// One exchange that can be written, with its call as it was sent.
struct HttpCall {
    const Exchange* exchange = nullptr;
    HttpInput input;
    std::string body;  // of the answer, all of it

    const Output& output() const { return exchange->output; }
};

// The calls over HTTP of a cassette. Everything else, and what `holds` says is lost, is told.
// Losses that only the exporter sees are added with tell() between the calls.
class HttpCalls {
public:
    HttpCalls(const Sealed& sealed, Holds holds, Exported& into);

    // nullptr: there are no more.
    const HttpCall* next();
    void tell(Carried carried, std::string what, std::string why);
    // When the call was made. Where the cassette does not know when it begins, counted from 1970.
    base::Instant time() const;
    bool knows_time() const { return start_.has_value(); }

private:
    bool is_left_out(const Exchange& exchange);
    void tell_losses();
    void tell_head();

    const Sealed& sealed_;
    const Cassette head_;
    Holds holds_;
    Exported& into_;
    std::size_t next_ = 0;
    HttpCall call_;
    std::optional<base::Instant> start_;
};

// Header fields by name, in the order of first occurrence.
std::vector<std::pair<std::string, std::vector<std::string>>> grouped(const Pairs& pairs);

}  // namespace understudy::cassette
