// Which recording answers a call over HTTP: keys, calls with secrets in them, the nearest ones when
// there is none.
//
//     http_key(call, policy, rules, true)   equal for calls that may share answers
//     nearest(call, recorded, true, 3)      for the message of a miss
//
// Two calls are the same if these are, each without what says nothing:
//
//     method
//     host      where asked for: in lower case, without the scheme's own port
//     path      escapes undone, but `%2F` is no slash; an empty query is none
//     query     pairs: the order between names does not count, that between equal names does
//     headers   those that `match.headers` names
//     body      compression undone; JSON: its value, 1.0 being 1; a form: its pairs; multipart: its
//     parts,
//               without the boundary; anything else: its bytes. No body is an empty one
//
// `match.body` limits the body to places: a name (`model`), a JSON Pointer (`/messages/0/role`) or
// a JSONPath (`$.messages[*].role`); `*` is all of it, as is an empty list, and `none` nothing.
// Rules that name the inputs `path`, `query`, `request-headers` or `request-body` apply first.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "cassette/match.hpp"
#include "cassette/model.hpp"
#include "cassette/rules.hpp"

namespace understudy::cassette {

// A call over HTTP, also one that carries a stream; not a webhook, which came the other way.
bool is_http_call(const Exchange& exchange);

HttpInput filled(const HttpInput& input, const std::vector<Variable>& vars);
HttpInput unfilled(HttpInput input);

// cassette.bad_match: a place of `match.body` that cannot be read.
base::Result<void> check_match(const Match& policy);

// The header fields that matching looks at, in lower case: whoever has a call at hand need not copy
// the others.
std::vector<std::string> headers_looked_at(const Match& policy);

// `API.Example.test:443` of https as `api.example.test`.
std::string canonical_host(std::string_view host, std::string_view scheme);

std::string http_key(const HttpInput& call, const Match& policy, const Rules& rules,
                     bool with_host);

// The key with every number in it taken for any: `sk_xxxx0001` and `sk_xxxx0002` are pseudonyms
// that may stand for one secret.
std::string without_numbers(std::string_view key);

// How calls are compared.
struct HttpWay {
    const Match& policy;
    const Rules& rules;
    bool with_host = false;
};

// A call with secrets in it, against the recording of such a call: what was sealed is the same but
// for the numbers of the pseudonyms, everything else is the same. `sealed` is the call after
// sealing.
bool fits_sealed(const HttpInput& call, const HttpInput& sealed, const HttpInput& recorded,
                 const HttpWay& how);

// A recorded call, and how calls are compared with it.
struct Recorded {
    const HttpInput* input = nullptr;
    const Match* policy = nullptr;
    const Rules* rules = nullptr;
};
// At most `most`, nearest first. The differences name the method, the segment of the path, the name
// in the query, the header, the place in the body. One without differences had the same call: its
// answers are used up.
std::vector<NearMiss> nearest(const HttpInput& call, std::span<const Recorded> recorded,
                              bool with_host, std::size_t most);

// `GET /v1/things?limit=3`, cut where it is long; with the host, where it is known and asked for.
std::string shown_call(const HttpInput& call, bool with_host);

// A message of a WebSocket as it was recorded, and one that came. Rules for `frame-in` apply.
bool is_same_message(const Piece& recorded, std::string_view came, bool is_text,
                     const Rules& rules);

}  // namespace understudy::cassette
