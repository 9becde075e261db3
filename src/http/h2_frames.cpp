#include "http/impl/h2_frames.hpp"

#include <utility>

namespace understudy::http {

namespace {

constexpr std::size_t kHead = 9;
constexpr std::size_t kLargest = 16384;  // as long as we announce nothing else
constexpr char kDataKind = 0;

std::size_t length(std::string_view head) {
    std::size_t size = 0;
    for (const char c : head.substr(0, 3)) size = size * 256 + static_cast<unsigned char>(c);
    return size;
}

bool is_body(std::string_view head) {
    return head[3] == kDataKind;
}

}  // namespace

std::string_view H2Frames::next(std::string_view& bytes) {
    if (std::exchange(handed_on_, false)) partial_.clear();
    if (left_ > 0) return take(bytes);
    if (partial_.empty() && bytes.size() >= kHead && length(bytes) <= kLargest &&
        (is_body(bytes) || bytes.size() - kHead >= length(bytes))) {
        left_ = kHead + length(bytes);
        return take(bytes);
    }
    while (!bytes.empty() && !too_large_) {
        const std::string_view more = bytes.substr(0, needed() - partial_.size());
        partial_ += more;
        bytes.remove_prefix(more.size());
        too_large_ = partial_.size() >= kHead && length(partial_) > kLargest;
        if (too_large_ || partial_.size() < needed()) continue;
        left_ = kHead + length(partial_) - partial_.size();
        handed_on_ = true;
        return partial_;
    }
    return {};
}

std::size_t H2Frames::needed() const {
    if (partial_.size() < kHead || is_body(partial_)) return kHead;
    return kHead + length(partial_);
}

std::string_view H2Frames::take(std::string_view& bytes) {
    const std::string_view taken = bytes.substr(0, left_);
    bytes.remove_prefix(taken.size());
    left_ -= taken.size();
    return taken;
}

}  // namespace understudy::http
