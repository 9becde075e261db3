// A capture on disk as a tree of files, wherever it lies: git may ignore it, and it need not be in
// the project. In it are the capture, what stands beside it (sidecars, manifests, receipts), and
// for a bundle all files below its folder.
#pragma once

#include <memory>
#include <string>

#include "base/result.hpp"
#include "fixture/tree.hpp"

namespace understudy::app {

struct Capture {
    std::unique_ptr<fixture::Tree> tree;
    std::string name;  // of the capture in the tree
    bool is_folder = false;
};

// Nothing: there is no such file or folder. Files are named as the user named them where that
// leads down from here, else from the folder the capture stands in.
base::Result<std::optional<Capture>> open_capture(const std::string& path);

}  // namespace understudy::app
