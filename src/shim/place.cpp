#include "shim/place.hpp"

#include <sys/auxv.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace understudy::shim {

namespace {

constexpr std::string_view kOwnName = "understudy";

bool has_index(const std::string& folder) {
    return ::access((folder + '/' + kIndexName).c_str(), R_OK) == 0;
}

std::string_view last_part(std::string_view path) {
    return path.substr(path.rfind('/') + 1);
}

// Of the path that was handed to the kernel: `/tmp/understudy-a1b2c3/bin/gh`.
std::string folder_of(std::string_view path) {
    const std::size_t name = path.rfind('/');
    if (name == std::string_view::npos) return {};
    path = path.substr(0, name);
    const std::size_t bin = path.rfind('/');
    if (bin == std::string_view::npos) return {};
    const std::string_view last = path.substr(bin + 1);
    if (last != kShimFolder && last != kWholeFolder) return {};
    return std::string(path.substr(0, bin));
}

}  // namespace

std::optional<Borrowed> borrowed_name(const char* first_word) {
    // NOLINTNEXTLINE(performance-no-int-to-ptr): the kernel hands the address over as a number
    const auto* executed = reinterpret_cast<const char*>(::getauxval(AT_EXECFN));
    if (executed != nullptr) {
        const std::string folder = folder_of(executed);
        if (!folder.empty() && has_index(folder)) {
            return Borrowed{std::string(last_part(executed)), folder};
        }
    }
    const std::string_view name = last_part(first_word == nullptr ? "" : first_word);
    if (name.empty() || name.starts_with(kOwnName)) return std::nullopt;
    const char* session = std::getenv(kSessionVariable);  // NOLINT(concurrency-mt-unsafe)
    if (session == nullptr || *session == '\0' || !has_index(session)) return std::nullopt;
    const std::string link = std::string(session) + '/' + kShimFolder + '/' + std::string(name);
    if (::access(link.c_str(), X_OK) != 0) return std::nullopt;
    return Borrowed{std::string(name), session};
}

}  // namespace understudy::shim
