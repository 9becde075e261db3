// Which recorded calls of a session were taken: one number for each, in a file that all its
// processes share. Taking is one atomic step, so that two calls never get the same answer, however
// many processes and threads ask at once.
//
//     Takings takings = TRY(Takings::open(folder + "/state"));
//     if (const auto number = takings.take(index.answers(key), index)) ...
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "base/result.hpp"
#include "cassette/index.hpp"
#include "shim/impl/mapped_file.hpp"

namespace understudy::shim {

class Takings {
public:
    enum class State : std::uint32_t { Free = 0, Taken = 1, Ended = 2 };

    static base::Result<Takings> open(const std::string& path);
    static std::string empty_file(std::size_t calls);  // the bytes to begin with

    // The first of them that is free; if none is, the last one that may answer again.
    std::optional<std::uint32_t> take(std::span<const std::uint32_t> calls,
                                      const cassette::Index& index);
    void set_ended(std::uint32_t call);
    State state_of(std::uint32_t call);

    // In a strict session: a call that had ended when this one began, and has not yet. Nothing: it
    // may come now.
    std::optional<std::uint32_t> awaited_before(std::uint32_t call, const cassette::Index& index);

private:
    explicit Takings(MappedFile file) : file_(std::move(file)) {}
    std::uint32_t* cell(std::uint32_t call);

    MappedFile file_;
};

}  // namespace understudy::shim
