// Several files replaced together: all of them are written beside their places first, and only when
// every one lies there are they put into them. So whatever goes wrong while writing, nothing has
// changed; and no file is ever half-written.
//
//     FileBatch batch;
//     TRY_VOID(batch.add("a.json", bytes));       // nobody sees it yet
//     TRY_VOID(batch.commit());
//
// A file that is there keeps its permissions and its owner, and is followed where it is a link.
// What is no file, such as a device, is never replaced.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace understudy::app {

class FileBatch {
public:
    FileBatch() = default;
    ~FileBatch();  // takes away what was not put into its place
    FileBatch(const FileBatch&) = delete;
    FileBatch& operator=(const FileBatch&) = delete;

    // app.cannot_write
    base::Result<void> add(const std::string& path, std::string_view bytes);
    base::Result<void> commit();

private:
    struct Pending {
        std::string name;  // as it was given, for errors
        std::string temporary;
        std::string target;
    };
    static int open_pending(const Pending& file);
    base::Result<void> settle() const;

    std::vector<Pending> pending_;
};

}  // namespace understudy::app
