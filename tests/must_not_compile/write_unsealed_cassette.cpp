// The writer takes what is sealed and nothing else: no raw bytes reach a file by mistake.
// expect: invalid initialization
#include "cassette/write.hpp"

using namespace understudy;

cassette::Written bytes_of_file(const cassette::Cassette& raw, const cassette::Sealed& sealed) {
#ifdef MENDED
    static_cast<void>(raw);
    return cassette::write(sealed, cassette::Form::Yaml);
#else
    static_cast<void>(sealed);
    return cassette::write(raw, cassette::Form::Yaml);
#endif
}
