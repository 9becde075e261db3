// What was redacted stays as it is: a secret put in afterwards would be kept as clean.
// expect: discards qualifiers
#include "secret/scrub.hpp"

void note(const understudy::secret::Redacted& clean, const std::string& raw) {
#ifdef MENDED
    static_cast<void>(clean.carriers().front().bytes == raw);
#else
    clean.carriers().front().bytes.append(raw);
#endif
}
