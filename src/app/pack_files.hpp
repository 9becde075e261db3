// Where packs come from: a folder that is named, --pack-dir, ./packs, or the binary itself.
//
//     const PackFiles files = TRY(find_pack_files("parcel", {.pack_dir = ""}));
//     const pack::Loaded loaded = pack::load(files.folder);
//
// A pack's folder is hostile input: its size and depth are bounded, and nothing outside it is read,
// whatever its links say.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "pack/load.hpp"

namespace understudy::app {

enum class PackPlace : std::uint8_t { Named, PackDir, Packs, Embedded };
std::string_view name_of(PackPlace place);  // "named folder", "--pack-dir", "./packs", "built in"

struct PackFiles {
    std::string name;  // of its folder
    PackPlace place = PackPlace::Named;
    std::string path;  // of the folder; empty if it is embedded
    pack::Folder folder;
};

// `wanted` is a name, a name@version, or a path (with a slash in it, or a folder that holds a
// pack.yaml). Code pack.not_found says where was looked, with the nearest name.
base::Result<PackFiles> find_pack_files(std::string_view wanted, std::string_view pack_dir);

// All that can be found by name, sorted; a name hides those of later places.
std::vector<PackFiles> list_pack_files(std::string_view pack_dir);

base::Result<pack::Folder> read_pack_folder(const std::string& path);

}  // namespace understudy::app
