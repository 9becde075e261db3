// Sees whether some files are opened, by asking the operating system.
//
//     OpenWatch watch(files);
//     run();
//     watch.was_opened();
#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

namespace understudy::app {

class OpenWatch {
public:
    static constexpr std::size_t kMostFiles = 4'000;  // further ones are not watched

    explicit OpenWatch(const std::vector<std::filesystem::path>& files);
    ~OpenWatch();
    OpenWatch(const OpenWatch&) = delete;
    OpenWatch& operator=(const OpenWatch&) = delete;

    bool is_watching() const { return watched_ > 0; }
    // Since it was last asked.
    bool was_opened();

private:
    int watch_ = -1;
    std::size_t watched_ = 0;
};

}  // namespace understudy::app
