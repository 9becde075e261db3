// Brings a cassette of an older version forward, one version at a time.
//
//     Migrated migrated = TRY(migrate(source));
//     if (migrated.from == kVersion) ...              // there was nothing to do
//
// Version 1 is the first, so no step ships yet; a later version adds one to the table, and files of
// version 1 stay readable through it.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "base/result.hpp"
#include "cassette/model.hpp"
#include "cassette/read.hpp"
#include "json/value.hpp"

namespace understudy::cassette {

// From version `from` to the next. It is handed a whole YAML file, or each line of JSON Lines.
struct Migration {
    enum class Part : std::uint8_t { Whole, Head, Line };
    int from = 0;
    void (*apply)(json::Value& value, Part part) = nullptr;
};
std::span<const Migration> shipped_migrations();

struct Migrated {
    int from = kVersion;
    std::string text;  // with the layout and the comments of what did not change, and its digest
};

// cassette.no_version, cassette.wrong_version (a newer one), cassette.cannot_migrate. `bodies` is
// needed to make the digest.
base::Result<Migrated> migrate(base::Source source, const Bodies* bodies,
                               std::span<const Migration> migrations = shipped_migrations());

}  // namespace understudy::cassette
