#include "app/git_stream.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace understudy::app {

namespace {

// Of a change: the mode and the object it ends with.
struct After {
    std::string_view mode;
    std::string_view object;
};

After after_of(std::string_view change) {
    const std::size_t colons = std::min(change.find_first_not_of(':'), change.size());
    const std::vector<std::string_view> words = base::split(change.substr(colons), ' ');
    // As many modes as there are parents and one more, then as many objects, then the letters.
    if (words.size() != 2 * (colons + 1) + 1) return {};
    return {words[colons], words[2 * colons + 1]};
}

bool is_file(std::string_view mode) {
    return mode.starts_with("100");
}

bool is_nothing(std::string_view object) {
    return object.find_first_not_of('0') == std::string_view::npos;
}

}  // namespace

void RawChangeReader::feed(std::string_view bytes) {
    while (!bytes.empty()) {
        const std::size_t end = bytes.find('\0');
        token_.append(bytes.substr(0, end));
        if (end == std::string_view::npos) return;
        bytes.remove_prefix(end + 1);
        take(token_);
        token_.clear();
    }
}

void RawChangeReader::take(std::string_view token) {
    if (!change_.empty()) {
        const std::string change = std::exchange(change_, {});
        const After after = after_of(change);
        if (!is_file(after.mode) || is_nothing(after.object)) return;
        std::string object(after.object);
        if (!seen_.insert(object).second) return;
        texts_.push_back({std::move(object), std::string(token), commit_});
        return;
    }
    // The first change of a commit stands behind an empty line.
    while (token.starts_with('\n')) token.remove_prefix(1);
    if (token.starts_with(':')) {
        change_ = token;
    } else if (token.starts_with(kCommit)) {
        commit_ = token.substr(kCommit.size());
    }
}

void BatchReader::feed(std::string_view bytes) {
    while (!bytes.empty()) {
        switch (state_) {
            case State::Head: {
                const std::size_t end = bytes.find('\n');
                head_.append(bytes.substr(0, end));
                if (end == std::string_view::npos) return;
                bytes.remove_prefix(end + 1);
                take_head();
                head_.clear();
                break;
            }
            case State::Bytes: {
                const std::size_t part =
                    static_cast<std::size_t>(std::min<std::uint64_t>(left_, bytes.size()));
                reader_.on_bytes(bytes.substr(0, part));
                bytes.remove_prefix(part);
                left_ -= part;
                if (left_ == 0) state_ = State::LineFeed;
                break;
            }
            case State::LineFeed:
                bytes.remove_prefix(1);
                reader_.on_text_end();
                ++count_;
                state_ = State::Head;
                break;
        }
    }
}

void BatchReader::take_head() {
    const std::vector<std::string_view> words = base::split(head_, ' ');
    const auto size = words.size() == 3 ? base::parse_int64(words[2]) : std::nullopt;
    if (!size || *size < 0) {
        reader_.on_missing(count_++);
        return;
    }
    left_ = static_cast<std::uint64_t>(*size);
    reader_.on_text(count_, left_);
    state_ = left_ == 0 ? State::LineFeed : State::Bytes;
}

}  // namespace understudy::app
