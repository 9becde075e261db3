#include "secret/impl/runs.hpp"

namespace understudy::secret {

// A run of the least length that begins at `i` covers all up to its last place, so that place is
// looked at first: most texts are stepped over in strides.
std::vector<CharacterRun> runs_of(std::string_view text) {
    std::vector<CharacterRun> runs;
    for (std::size_t i = 0; i + kLeastRun <= text.size();) {
        std::size_t at = i + kLeastRun;
        while (at > i && is_run_character(text[at - 1])) --at;
        if (at > i) {
            i = at;
            continue;
        }
        std::size_t end = i + kLeastRun;
        while (end < text.size() && is_run_character(text[end])) ++end;
        runs.push_back({i, end});
        i = end + 1;
    }
    return runs;
}

}  // namespace understudy::secret
