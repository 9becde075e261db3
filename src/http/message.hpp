// Requests and responses as values. A head is complete when it is seen; a body is pieces.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "http/headers.hpp"

namespace understudy::http {

enum class Version : std::uint8_t { Http10, Http11, Http2 };

struct RequestHead {
    std::string method = "GET";
    // As it was sent: /v1/charges?limit=3 (origin form), http://host/path (absolute form, to a
    // proxy), host:443 (CONNECT) or * (OPTIONS). HTTP/2's :path is origin form.
    std::string target = "/";
    std::string scheme;     // "http" or "https" where the message itself says so; else empty
    std::string authority;  // host[:port]: the target's in absolute form, else Host or :authority
    Version version = Version::Http11;
    Headers headers;  // pseudo headers of HTTP/2 are not among them

    // The target in origin form whatever form it came in: what a route table wants to see.
    std::string_view path_and_query() const;
    friend bool operator==(const RequestHead&, const RequestHead&) = default;
};

struct ResponseHead {
    int status = 200;
    std::string reason;  // empty: the usual one for the status where the protocol has reasons
    Version version = Version::Http11;
    Headers headers;
    friend bool operator==(const ResponseHead&, const ResponseHead&) = default;
};

// Part of a body as it arrived, and when, counted from the moment the request was sent.
struct Piece {
    std::string bytes;
    std::chrono::microseconds at{0};
    friend bool operator==(const Piece&, const Piece&) = default;
};

struct Request {
    RequestHead head;
    std::string body;
};

struct Response {
    ResponseHead head;
    std::vector<Piece> pieces;
    Headers trailers;
    std::string body() const;  // the pieces joined
};

std::string_view usual_reason(int status);  // "Not Found"; "Unknown" for a status nobody named
bool is_informational(int status);          // 1xx
bool allows_body(int status);               // not 1xx, 204, 304

// A plain call that waits for its answer: what the batch verbs need. `io` has the real one.
class Caller {
public:
    virtual ~Caller() = default;
    // `url` is absolute; the head's target and authority are taken from it.
    virtual base::Result<Response> call(std::string_view url, const Request& request) = 0;
};

}  // namespace understudy::http
