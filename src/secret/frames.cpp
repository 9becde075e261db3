// A secret that a stream carries in several frames: `data: {"delta": "ghp_ab"}`, then
// `data: {"delta": "cdef..."}`. Frames of an event stream and lines of JSON are read alike: the
// texts that stand at one place in each of them are joined, and plain data lines too.
#include <algorithm>
#include <unordered_map>

#include "base/hash.hpp"
#include "secret/impl/strides.hpp"
#include "secret/impl/view.hpp"

namespace understudy::secret {

namespace {

// Of a longer piece only both ends can be part of something that goes on in a neighbour: so much of
// it, and more only while one word or one key goes on.
constexpr std::size_t kLongPiece = 600;
constexpr std::size_t kEnds = 300;
constexpr std::size_t kLongestEnd = 4096;
constexpr std::size_t kDeepest = 64;

struct Piece {
    std::size_t begin = 0, end = 0;  // of the text between the quotes
};

// The texts of one JSON value, by place. Wrong JSON gives what was read until then.
class Leaves {
public:
    Leaves(std::string_view text, std::size_t begin, std::size_t end)
        : text_(text.substr(0, end)), at_(begin), end_(end) {}

    template <class Take>
    void each(Take take) {
        value(0, 0, take);
    }

private:
    void skip_space() {
        while (at_ < end_ && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\r')) ++at_;
    }
    bool takes(char c) {
        skip_space();
        if (at_ >= end_ || text_[at_] != c) return false;
        ++at_;
        return true;
    }
    bool string(Piece& piece) {
        if (!takes('"')) return false;
        piece.begin = at_;
        while ((at_ = find_any_of(text_, at_, '"', '\\')) < end_ && text_[at_] == '\\') at_ += 2;
        if (at_ >= end_) return false;
        piece.end = at_++;
        return true;
    }

    template <class Take>
    bool value(std::uint64_t place, std::size_t depth, Take& take) {
        skip_space();
        if (at_ >= end_ || depth > kDeepest) return false;
        if (text_[at_] == '"') {
            Piece piece;
            if (!string(piece)) return false;
            take(place, piece);
            return true;
        }
        if (text_[at_] == '{') return object(place, depth, take);
        if (text_[at_] == '[') return array(place, depth, take);
        while (at_ < end_ && text_[at_] != ',' && text_[at_] != '}' && text_[at_] != ']') ++at_;
        return true;
    }
    template <class Take>
    bool object(std::uint64_t place, std::size_t depth, Take& take) {
        ++at_;
        if (takes('}')) return true;
        do {
            Piece key;
            if (!string(key) || !takes(':')) return false;
            const auto name = text_.substr(key.begin, key.end - key.begin);
            if (!value(base::fast_hash(name, place + 1), depth + 1, take)) return false;
        } while (takes(','));
        return takes('}');
    }
    template <class Take>
    bool array(std::uint64_t place, std::size_t depth, Take& take) {
        ++at_;
        if (takes(']')) return true;
        std::uint64_t index = 0;
        do {
            if (!value(place * 31 + ++index, depth + 1, take)) return false;
        } while (takes(','));
        return takes(']');
    }

    std::string_view text_;
    std::size_t at_, end_;
};

void add_part(std::string_view text, std::size_t begin, std::size_t end, View& view) {
    const std::string_view part = text.substr(0, end);
    std::size_t plain = begin;
    for (std::size_t i = find_any_of(part, begin, '\\'); i < end; i = find_any_of(part, i, '\\')) {
        view.add_plain(plain, i);
        const std::size_t width = add_escape(text, i, view);
        plain = i + width;
        i += std::max<std::size_t>(width, 1);
    }
    view.add_plain(plain, end);
}

// Whether something may begin in one piece and go on in the next. What is said again and again (a
// type, a role) is no part of anything.
bool may_go_on(std::string_view text, Piece one, Piece next) {
    if (one.begin == one.end || next.begin == next.end) return false;
    return text.substr(one.begin, one.end - one.begin) !=
           text.substr(next.begin, next.end - next.begin);
}

// Up to where the beginning of a long piece may belong to what the piece before it began.
std::size_t head_end(std::string_view text, Piece piece) {
    const std::size_t most = std::min(piece.begin + kLongestEnd, piece.end);
    const std::string_view head = text.substr(0, most);
    std::size_t end = std::min(piece.begin + kEnds, most);
    while (end < most && text[end] != ' ') ++end;
    constexpr std::string_view kLabel = "-----END ";
    if (const std::size_t label = head.find(kLabel, piece.begin); label < most) {
        end = std::max(end, std::min(head.find("-----", label + kLabel.size()), most - 5) + 5);
    }
    return end;
}

// From where the end of a long piece may belong to what the piece behind it ends.
std::size_t tail_begin(std::string_view text, Piece piece) {
    const std::size_t least = piece.end - std::min(kLongestEnd, piece.end - piece.begin);
    std::size_t begin = std::max(least, piece.end - kEnds);
    while (begin > least && text[begin - 1] != ' ') --begin;
    const std::size_t label = text.substr(least, piece.end - least).rfind("-----BEGIN ");
    return label == std::string_view::npos ? begin : std::min(begin, least + label);
}

// The piece, or those of its ends that touch a neighbour.
void add_piece(std::string_view text, Piece piece, bool from_before, bool to_next, View& view) {
    if (piece.end - piece.begin <= kLongPiece) {
        add_part(text, piece.begin, piece.end, view);
        return;
    }
    const std::size_t head = from_before ? head_end(text, piece) : piece.begin;
    const std::size_t tail = to_next ? tail_begin(text, piece) : piece.end;
    if (head >= tail) {
        add_part(text, piece.begin, piece.end, view);
        return;
    }
    add_part(text, piece.begin, head, view);
    view.add_separator(head);
    add_part(text, tail, piece.end, view);
}

class Joiner {
public:
    Joiner(std::string_view text, Layer layer) : text_(text), layer_(layer) {}

    void add_frame(std::size_t begin, std::size_t end) {
        while (begin < end && (text_[begin] == ' ' || text_[begin] == '\t')) ++begin;
        while (end > begin && (text_[end - 1] == '\r' || text_[end - 1] == ' ')) --end;
        if (begin == end) return;
        if (text_[begin] == '{' || text_[begin] == '[') {
            Leaves(text_, begin, end).each([&](std::uint64_t place, Piece piece) {
                pieces_[place].push_back(piece);
            });
        } else {
            plain_.push_back({begin, end});
        }
    }

    void take(std::vector<View>& views) {
        View view(layer_, text_);
        for (const auto& [place, pieces] : pieces_) add(pieces, view);
        add(plain_, view);
        if (!view.text().empty()) views.push_back(std::move(view));
    }

private:
    void add(const std::vector<Piece>& pieces, View& view) const {
        bool from_before = false;
        for (std::size_t i = 0; i < pieces.size(); ++i) {
            const bool to_next =
                i + 1 < pieces.size() && may_go_on(text_, pieces[i], pieces[i + 1]);
            if (from_before || to_next) add_piece(text_, pieces[i], from_before, to_next, view);
            if (from_before && !to_next) view.add_separator(pieces[i].end);
            from_before = to_next;
        }
    }

    std::string_view text_;
    Layer layer_;
    std::unordered_map<std::uint64_t, std::vector<Piece>> pieces_;
    std::vector<Piece> plain_;
};

constexpr std::string_view kData = "data:";

}  // namespace

void add_frames(std::string_view text, std::vector<View>& views) {
    const bool is_stream =
        text.starts_with(kData) || find_word(text, "\ndata:") != std::string_view::npos;
    const bool is_lines =
        !text.empty() && text.front() == '{' && find_word(text, "}\n{") != std::string_view::npos;
    if (!is_stream && !is_lines) return;
    Joiner joiner(text, is_stream ? Layer::Frames : Layer::Lines);
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t line_end = std::min(text.find('\n', at), text.size());
        const std::string_view line = text.substr(at, line_end - at);
        if (is_stream && line.starts_with(kData)) {
            joiner.add_frame(at + kData.size(), line_end);
        } else if (is_lines && line.starts_with('{')) {
            joiner.add_frame(at, line_end);
        }
        at = line_end + 1;
    }
    joiner.take(views);
}

}  // namespace understudy::secret
