// What was sealed stays as it is: bytes put in afterwards would be written unseen.
// expect: discards qualifiers
#include "cassette/seal.hpp"

void add(const understudy::cassette::Sealed& sealed, const std::string& raw) {
#ifdef MENDED
    static_cast<void>(sealed.exchanges().front().exchange().id == raw);
#else
    sealed.exchanges().front().exchange().id.append(raw);
#endif
}
