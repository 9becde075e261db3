// The stand-in's first and last lines.
#include <cstdio>
#include <exception>

#include "shim/stand_in.hpp"

int main(int count, char** words) {
    using understudy::shim::borrowed_name;
    try {
        const auto borrowed = borrowed_name(count > 0 ? words[0] : nullptr);
        if (!borrowed) return 0;  // somebody tries whether it can be started here
        return understudy::shim::stand_in(*borrowed, {words, static_cast<std::size_t>(count)});
    } catch (const std::exception& error) {
        std::fprintf(
            stderr,
            "understudy: bug: %s\n  hint: please report this line, and what you ran, as a bug\n",
            error.what());
        return 70;
    }
}
