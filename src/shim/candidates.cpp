// Which recorded calls may answer, and which of them does.
#include "shim/impl/call.hpp"

namespace understudy::shim {

std::vector<std::uint32_t> candidates_by(const KeyMaker& key, const cassette::CommandInput& input,
                                         std::uint32_t program, std::uint32_t way,
                                         const cassette::Index& index) {
    std::vector<std::uint32_t> found;
    const std::string wanted = key(input);
    for (const std::uint32_t number : index.answers(cassette::index_key(program, way, wanted))) {
        const auto recorded = index.input(number);
        // The key in the index is short; the texts decide.
        if (recorded && key(*recorded) == wanted) found.push_back(number);
    }
    return found;
}

Taking take_one(std::span<const std::uint32_t> numbers, const cassette::Index& index,
                Takings& takings) {
    Taking taking;
    for (const std::uint32_t number : numbers) {
        if (takings.state_of(number) != Takings::State::Free) continue;
        taking.awaited = takings.awaited_before(number, index);
        if (taking.awaited) return taking;
        break;
    }
    const auto taken = takings.take(numbers, index);
    if (!taken) return taking;
    if (auto recorded = index.call(*taken)) taking.answer = Answer{*taken, *recorded};
    return taking;
}

}  // namespace understudy::shim
