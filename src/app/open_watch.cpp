#include "app/open_watch.hpp"

#include <sys/inotify.h>
#include <unistd.h>

namespace understudy::app {

OpenWatch::OpenWatch(const std::vector<std::filesystem::path>& files)
    : watch_(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {
    for (const std::filesystem::path& file : files) {
        if (watch_ < 0 || watched_ >= kMostFiles) break;
        if (::inotify_add_watch(watch_, file.c_str(), IN_OPEN | IN_ACCESS) >= 0) ++watched_;
    }
}

OpenWatch::~OpenWatch() {
    if (watch_ >= 0) ::close(watch_);
}

bool OpenWatch::was_opened() {
    if (watch_ < 0) return false;
    alignas(inotify_event) char buffer[16'384];
    bool has_event = false;
    // Any event will do, an overflow too: it takes thousands of opens to make one.
    while (::read(watch_, buffer, sizeof buffer) > 0) has_event = true;
    return has_event;
}

}  // namespace understudy::app
