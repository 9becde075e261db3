// Packed: for each frame its wait, the bytes shared with the beginning and with the end of the one
// before, and the bytes between, with their number. Numbers have seven bits a byte, low ones first.
#include "world/frames.hpp"

#include <algorithm>

namespace understudy::world {

namespace {

constexpr unsigned kBits = 7;
constexpr std::uint64_t kMore = 1U << kBits;

void put(std::string& out, std::uint64_t number) {
    for (; number >= kMore; number >>= kBits) {
        out.push_back(static_cast<char>((number & (kMore - 1)) | kMore));
    }
    out.push_back(static_cast<char>(number));
}

std::size_t shared_beginning(std::string_view a, std::string_view b) {
    const std::size_t most = std::min(a.size(), b.size());
    const auto [end, other] =
        std::mismatch(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(most), b.begin());
    return static_cast<std::size_t>(end - a.begin());
}

std::size_t shared_end(std::string_view a, std::string_view b) {
    std::size_t count = 0;
    const std::size_t most = std::min(a.size(), b.size());
    while (count < most && a[a.size() - 1 - count] == b[b.size() - 1 - count]) ++count;
    return count;
}

}  // namespace

void Frames::add(std::string_view frame, std::uint32_t wait) {
    const std::size_t front = shared_beginning(last_, frame);
    const std::size_t back = shared_end(std::string_view(last_).substr(front), frame.substr(front));
    const std::string_view between = frame.substr(front, frame.size() - front - back);
    put(packed_, wait);
    put(packed_, front);
    put(packed_, back);
    put(packed_, between.size());
    packed_ += between;
    last_ = frame;
    ++size_;
    bytes_ += frame.size();
}

void Frames::seal() {
    packed_.shrink_to_fit();
    last_ = {};
}

std::string Frames::text() const {
    std::string all;
    all.reserve(bytes_);
    // The reader lives no longer than this call.
    FrameReader reader(std::shared_ptr<const Frames>(std::shared_ptr<void>(), this));
    while (reader.next()) all += reader.text();
    return all;
}

bool FrameReader::next() {
    if (at_ == frames_->packed_.size()) return false;
    wait_ = static_cast<std::uint32_t>(number());
    const std::size_t front = number(), back = number(), between = number();
    text_.replace(front, text_.size() - front - back, frames_->packed_, at_, between);
    at_ += between;
    return true;
}

base::Duration FrameReader::wait() const {
    constexpr std::int64_t kWhole = Frames::kEven;
    constexpr std::int64_t kSecond = 1'000'000'000;
    const base::Duration pace = frames_->pace;
    const std::int64_t parts = pace.seconds * wait_;
    const std::int64_t rest =
        parts % kWhole * (kSecond / kWhole) + std::int64_t{pace.nanoseconds} * wait_ / kWhole;
    return {parts / kWhole + rest / kSecond, static_cast<std::int32_t>(rest % kSecond)};
}

std::uint64_t FrameReader::number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += kBits) {
        const auto byte = static_cast<unsigned char>(frames_->packed_[at_++]);
        value |= (byte & (kMore - 1)) << shift;
        if (byte < kMore) return value;
    }
}

}  // namespace understudy::world
