// Failures are made here, out of line.
#include "base/result.hpp"

namespace understudy::base {

Failure fail(Error error) {
    return Failure(std::move(error));
}

Failure fail(Code code, std::vector<Arg> args, Mark where, std::vector<Error> because) {
    return Failure(Error{code, std::move(args), std::move(where), std::move(because)});
}

}  // namespace understudy::base
