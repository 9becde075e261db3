// The files below some paths, for verbs that look at whole trees.
//
//     FileTree tree = list_files(paths, skips);
//     for (const TreeFile& file : tree.files) ...
//
// The paths come in the order they were given, the files of each by the bytes of their paths, and
// no file twice. A link is followed where it was named, never where it was met: so no loop is
// possible, and nothing outside the tree is read. Folders called `.git` are left out. What cannot
// be read is said, not passed over.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace understudy::app {

struct TreeFile {
    std::string path;  // as it was named, without `./` and double slashes
    std::uint64_t size = 0;
};

// A file or folder that exists and could not be looked at, or was named and is not there.
struct UnreadFile {
    std::string path;
    std::string why;  // "Permission denied"
};

struct FileTree {
    std::vector<TreeFile> files;
    std::vector<UnreadFile> unread;
    std::size_t skipped = 0;  // links, pipes, sockets, devices, and what `skips` said
};

enum class TreeEntry : std::uint8_t { File, Folder };

// Should this not be looked at? Of a folder it is asked whether all that is in it is skipped.
using Skips = std::function<bool(const std::string& path, TreeEntry entry)>;

FileTree list_files(std::span<const std::string> paths, const Skips& skips = {});

}  // namespace understudy::app
