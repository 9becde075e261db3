// The parts of the reader of WireMock's mappings.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "cassette/import/http_conversion.hpp"

namespace understudy::cassette::wiremock {

// What of a mapping does not stand in its exchange, and says which calls it answers and when.
struct Stub {
    std::string scenario, required, next;  // states; empty: any, none
    std::int64_t priority = 5;
    std::set<std::string> headers = {};  // that a call must have, in small letters
    bool has_body = false;               // that a call must have
    std::size_t exchanges = 1;           // with the webhooks it sets off
};

// False: it answers calls that cannot be named one by one. Told.
bool read_request(HttpConversion& made, const json::Node& node, Stub& stub);
// False: it has no answer of its own. Told.
bool read_response(HttpConversion& made, const json::Node& node, const ForeignBodies* bodies);
// What is sent off after the answer.
std::vector<Exchange> read_webhooks(HttpConversion& made, ForeignMap& mapping,
                                    const std::string& cause);

// A template of Handlebars, which we never run.
bool is_template(std::string_view text);

// One file with its stubs, one for each of its calls in their order.
struct Mappings {
    ImportedFile file;
    std::vector<Stub> stubs;
};

// Scenarios as sequences: stubs of one scenario go into one cassette, in the order of its states,
// also out of several files. Then every cassette gets what its stubs ask of a call.
std::vector<ImportedFile> put_together(std::vector<Mappings> files);

}  // namespace understudy::cassette::wiremock
