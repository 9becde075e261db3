// Starting one program: its descriptors, its place, its name on the PATH. What happens to it
// afterwards is process.cpp's.
#pragma once

#include <memory>
#include <string>

#include "base/result.hpp"
#include "io/fd.hpp"
#include "io/impl/process_tree.hpp"
#include "io/process.hpp"

namespace understudy::io {

struct Spawned {
    std::unique_ptr<ProcessTree> tree;
    Fd watch;   // readable once it has ended
    Fd input;   // none for Input::None without a terminal
    Fd output;  // with a terminal: everything
    Fd error;   // none with a terminal
};

base::Result<Spawned> spawn(const Program& program);

// The path to hand to the kernel, which looks at it from program.folder.
base::Result<std::string> find_program(const Program& program);

}  // namespace understudy::io
