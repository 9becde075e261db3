// The ways to change one exchange. Each gives the changed copies it can make, most telling first.
#pragma once

#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cassette/model.hpp"
#include "cassette/parsed.hpp"

namespace understudy::cassette {

struct Altered {
    Exchange exchange;
    std::string about;
};

// What a mutation may look at.
struct Ground {
    const Exchange& exchange;
    const std::vector<Part>& parts;        // as they came
    const std::set<std::string>& covered;  // "part path" of what rules replaced
    std::size_t most;                      // changes of one kind
    std::string_view grammar;              // of the stream; empty: none

    bool is_covered(std::string_view part, std::string_view path) const;
    const Part* find(std::string_view name) const;
};

using MakeMutation = std::vector<Altered> (*)(const Ground& ground);
struct MutationKind {
    std::string_view name;
    MakeMutation make;
};
std::span<const MutationKind> mutation_kinds();

// The same exchange with other bytes in one source; the first piece of it holds them all.
Exchange with_bytes(const Exchange& exchange, From from, std::string bytes);
std::optional<From> source_of_part(std::string_view name);

// mutate_values.cpp
std::vector<Altered> drop_field(const Ground& ground);
std::vector<Altered> retype_field(const Ground& ground);
std::vector<Altered> rename_field(const Ground& ground);
std::vector<Altered> swap_order(const Ground& ground);
std::vector<Altered> change_value(const Ground& ground);

// mutate_text.cpp
std::vector<Altered> change_exit(const Ground& ground);
std::vector<Altered> drop_event(const Ground& ground);
std::vector<Altered> cut_last_line(const Ground& ground);
std::vector<Altered> empty_output(const Ground& ground);
std::vector<Altered> change_stderr(const Ground& ground);
// One character of the first line that no rule touches.
std::vector<Altered> change_line(const Ground& ground, const Part& part);
std::vector<Altered> swap_lines(const Ground& ground, const Part& part);

}  // namespace understudy::cassette
