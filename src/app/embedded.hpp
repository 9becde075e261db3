// The shipped packs, as texts inside the binary. The table is made at build time
// (cmake/embed.cmake).
#pragma once

#include <span>
#include <string_view>

namespace understudy::app {

struct EmbeddedFile {
    std::string_view pack;
    std::string_view path;  // below the pack's folder: "resources/charges.yaml"
    std::string_view text;
};

std::span<const EmbeddedFile> embedded_files();  // by pack, then by path

}  // namespace understudy::app
