// Reads a pack. Everything wrong with it is reported at once, each problem with its mark.
//
//     Loaded loaded = load(folder);
//     for (const Problem& problem : loaded.problems) print(render(problem.error));
//
// Loading runs nothing, opens nothing and follows no path: it sees the files it is handed.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "base/mark.hpp"
#include "pack/pack.hpp"

namespace understudy::pack {

struct Folder {
    std::string name;                 // as the user named it: "packs/parcel"
    std::vector<base::Source> files;  // Source::name is the path below the folder: "pack.yaml"

    const base::Source* find(std::string_view path) const;
};

enum class Level : std::uint8_t { Error, Warning };

struct Problem {
    Level level = Level::Error;
    base::Error error;
};

struct Loaded {
    std::shared_ptr<const Pack> pack;  // empty if there is an error among the problems
    std::vector<Problem> problems;     // in the order of their places

    bool has_errors() const;
    base::Error as_error() const;  // code::Problems with all errors as reasons
};

// Warnings are worked out only if asked for: serving does not need them.
enum class Thoroughness : std::uint8_t { Load, Lint };
Loaded load(const Folder& folder, Thoroughness thoroughness = Thoroughness::Load);

// A pack of shapes only, from an API description as it is. `source` may be JSON or YAML.
Loaded load_description(const base::Source& source);

}  // namespace understudy::pack
