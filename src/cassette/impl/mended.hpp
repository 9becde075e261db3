// What hangs together in an exchange and is redacted apart: made to fit again once it was put
// together from clean carriers.
//
//     Content-Length, Content-MD5, Digest, Repr-Digest, ETag ...    of the body that is kept
//     pieces of an event stream                                     one an event, as before
//     query_text                                                    says what `query` says
#pragma once

#include "cassette/model.hpp"

namespace understudy::cassette {

// `before` as it was, `after` as it came out of redaction. Only what fitted before is made to fit
// again, and only from what is clean.
void mend(const Exchange& before, Exchange& after);

}  // namespace understudy::cassette
