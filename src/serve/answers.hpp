// Recorded answers, as a relay asks for them in the modes that use them.
#pragma once

#include <memory>

#include "cassette/model.hpp"
#include "io/exchange.hpp"

namespace understudy::serve {

// From several threads at once.
class Answers {
public:
    virtual ~Answers() = default;
    // Whoever plays the answer to this call and hears the rest of the exchange; it has begun by
    // then. Null: no recording answers it.
    virtual std::unique_ptr<io::Handler> take(const std::shared_ptr<io::Exchange>& exchange,
                                              const cassette::HttpInput& call, bool by_proxy) = 0;
    // Tells the program that there is no answer.
    virtual void refuse(const std::shared_ptr<io::Exchange>& exchange,
                        const cassette::HttpInput& call, bool by_proxy) = 0;
};

}  // namespace understudy::serve
