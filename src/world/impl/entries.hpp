// The entries of a state, one after another, for whoever goes through them in several goes. The
// state must not change meanwhile.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "world/impl/parts.hpp"

namespace understudy::world {

class State::Entries {
public:
    explicit Entries(const State& state);

    std::optional<Change> next();  // nothing: that was all

private:
    using NextKey = std::function<std::optional<std::string>()>;
    struct Source {
        Part part;
        NextKey next_key;
    };

    const Parts& parts_;
    std::vector<Source> sources_;  // in the order in which entries are listed
    std::size_t at_ = 0;
};

}  // namespace understudy::world
