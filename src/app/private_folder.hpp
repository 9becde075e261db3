// A folder of our own that nobody else can read and that is gone afterwards.
//
//     const PrivateFolder folder = TRY(PrivateFolder::make("fake"));
#pragma once

#include <filesystem>
#include <string_view>
#include <utility>

#include "base/result.hpp"

namespace understudy::app {

class PrivateFolder {
public:
    // In the folder for temporary files; `purpose` is part of its name.
    static base::Result<PrivateFolder> make(std::string_view purpose);
    ~PrivateFolder();
    PrivateFolder(PrivateFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}
    PrivateFolder& operator=(PrivateFolder&& other) noexcept {
        std::swap(path_, other.path_);
        return *this;
    }

    const std::filesystem::path& path() const { return path_; }  // absolute, without links

private:
    explicit PrivateFolder(std::filesystem::path path) : path_(std::move(path)) {}
    std::filesystem::path path_;
};

}  // namespace understudy::app
