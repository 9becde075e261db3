// Files for one pair of eyes: a folder with mode 0700, a lock, files that appear whole or not at
// all with the mode they are to have.
#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>

#include "base/result.hpp"
#include "io/fd.hpp"

namespace understudy::io {

// Makes the folder and those above it. One that others may write to is refused: they could put
// their own files there. IoCannotStore.
base::Result<void> make_private_folder(const std::string& folder);

enum class Hold : unsigned char { Shared, Alone };
// Held until the descriptor is closed. Waits for others. A reader makes no lock file: where there
// is none, nobody has written yet.
Fd lock_folder(const std::string& folder, Hold hold);

// Replaces what is there. IoCannotStore.
base::Result<void> store_file(const std::string& path, std::string_view bytes, mode_t mode);

struct FileText {
    std::string text;
    mode_t mode = 0;  // permission bits
    int trouble = 0;  // errno; ENOENT: there is none
};
FileText load_file(const std::string& path);  // up to 64 KiB; larger: EFBIG

}  // namespace understudy::io
