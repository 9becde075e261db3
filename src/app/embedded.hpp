// The shipped packs and families, as texts inside the binary. The tables are made at build time
// (cmake/embed.cmake).
#pragma once

#include <span>
#include <string_view>

namespace understudy::app {

struct EmbeddedFile {
    std::string_view folder;  // the pack or family; `grammars` for grammars that families share
    std::string_view path;    // below it: "resources/charges.yaml"
    std::string_view text;
};

std::span<const EmbeddedFile> embedded_packs();     // by folder, then by path
std::span<const EmbeddedFile> embedded_families();  // the same

}  // namespace understudy::app
