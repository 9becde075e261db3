#include "secret/impl/search.hpp"

#include <algorithm>
#include <map>

#include "secret/code.hpp"
#include "secret/impl/placeholder.hpp"

namespace understudy::secret {

namespace {

bool overlap(const Item& a, const Item& b) {
    return a.begin < b.end && b.begin < a.end;
}

bool is_same_range(const Item& a, const Item& b) {
    return a.begin == b.begin && a.end == b.end;
}

bool is_stop(const Item& item) {
    return item.spot.code == code::TooDeep;
}

// What was read with its escapes or colours as letters: the view without them knows better where it
// ends.
bool is_read_better(const Item& item, const Item& view, std::string_view text) {
    if (view.layers.empty()) return false;
    const Layer layer = view.layers.front();
    const bool is_of_view = !item.layers.empty() && item.layers.front() == layer;
    const auto has = [&](char c) { return item.spot.secret.find(c) != std::string::npos; };
    // What was read over two frames, the text between them included, in whatever view.
    const bool is_joined = layer == Layer::Frames || layer == Layer::Lines;
    if (is_joined) return has('"') && !is_of_view;
    // Codes are blanks everywhere but in their view.
    if (layer == Layer::Colours && !is_of_view) {
        return text.substr(item.begin, item.end - item.begin).find('\x1b') !=
               std::string_view::npos;
    }
    if (!item.layers.empty()) return false;
    // What begins inside it and ends behind it went over a mark that counts only unescaped: the `@`
    // of an address.
    if (layer == Layer::Percent && view.begin > item.begin && view.end > item.end) return false;
    return (layer == Layer::Escapes && has('\\')) || (layer == Layer::Percent && has('%'));
}

bool is_of_lines(const Item& item) {
    return !item.layers.empty() && item.layers.front() == Layer::Lines;
}

// Lines of JSON are records more often than pieces of one text, so what is whole on a line stays.
// It does not where it is doubtful, or where it stands at the end of a text and goes on in the next
// one: a value of its own fills its text, and a new sentence begins with a word.
bool goes_on_in_lines(const Item& whole, const Item& joined, std::string_view text) {
    if (!whole.spot.is_breaking && joined.spot.is_breaking) return true;
    if (joined.begin > whole.begin || joined.end < whole.end) return false;
    // An escaped quote is none of the text's own.
    const std::string_view before = text.substr(0, whole.begin);
    const bool is_first = before.ends_with('"') && !before.ends_with("\\\"");
    const bool is_last = text.substr(whole.end).starts_with('"');
    if (is_first == is_last) return false;
    // A name takes whatever stands behind it; a format that goes on there knows its length.
    if (rank_of(whole.spot) < 2 && rank_of(joined.spot) > 2) return true;
    const std::size_t begin = is_last ? text.rfind('"', joined.end - 1) + 1 : joined.begin;
    const std::size_t end = is_last ? joined.end : text.find('"', joined.begin);
    const std::string_view added = text.substr(begin, std::max(begin, end) - begin);
    const std::size_t equals = added.find('=');  // a name of its own, or padding
    return !added.empty() && !reads_like_words(added) &&
           added.find_first_not_of('=', equals) == std::string_view::npos;
}

// A joined item that takes two secrets of different lines is none: these lines are records.
void drop_joined_records(std::vector<Item>& items, std::string_view text) {
    if (std::none_of(items.begin(), items.end(), is_of_lines)) return;
    std::vector<std::size_t> whole;  // where the secrets of single lines begin
    for (const Item& item : items) {
        if (!is_of_lines(item) && item.spot.is_breaking) whole.push_back(item.begin);
    }
    std::sort(whole.begin(), whole.end());
    std::erase_if(items, [&](const Item& item) {
        if (!is_of_lines(item)) return false;
        const auto first = std::lower_bound(whole.begin(), whole.end(), item.begin);
        if (first == whole.end() || *first >= item.end) return false;
        const auto behind = std::lower_bound(first, whole.end(), item.end);
        const std::size_t last = *std::prev(behind);
        return text.substr(*first, last - *first).find('\n') != std::string_view::npos;
    });
}

// Which of two that overlap says more. `text`: the one that both stand in.
bool says_more(const Item& a, const Item& b, std::string_view text) {
    if (is_read_better(a, b, text)) return false;
    if (is_read_better(b, a, text)) return true;
    if (is_of_lines(a) != is_of_lines(b)) {
        return is_of_lines(a) ? goes_on_in_lines(b, a, text) : !goes_on_in_lines(a, b, text);
    }
    // Inside a wrapping the real thing was found; around it only a name or a look.
    const int rank_a = rank_of(a.spot), rank_b = rank_of(b.spot);
    if (a.is_enclosed != b.is_enclosed) {
        const Item& enclosed = a.is_enclosed ? a : b;
        const Item& open = a.is_enclosed ? b : a;
        const bool takes_enclosed =
            !is_stop(enclosed) && rank_of(open.spot) <= 2 && rank_of(enclosed.spot) >= 1;
        return a.is_enclosed == takes_enclosed;
    }
    const bool weak_a = rank_a < 2, weak_b = rank_b < 2;
    if (weak_a != weak_b) return weak_b;
    const std::size_t size_a = a.end - a.begin, size_b = b.end - b.begin;
    if (size_a != size_b) return size_a > size_b;
    if (rank_a != rank_b) return rank_a > rank_b;
    return a.layers.size() < b.layers.size();
}

// Drops what another item says better. Several secrets in one wrapping share its range and stay.
std::vector<Item> resolved(std::vector<Item> items, std::string_view text) {
    drop_joined_records(items, text);
    std::stable_sort(items.begin(), items.end(),
                     [](const Item& a, const Item& b) { return a.begin < b.begin; });
    std::vector<Item> kept;
    for (Item& item : items) {
        bool is_dropped = false;
        while (!kept.empty()) {
            Item& other = kept.back();
            if (!overlap(other, item)) break;
            const bool are_siblings = other.is_enclosed && item.is_enclosed &&
                                      is_same_range(other, item) && other.layers == item.layers;
            if (are_siblings && other.spot.secret != item.spot.secret) break;
            // One change for all of a wrapping: whoever stays has it.
            const bool is_same_wrapping =
                other.is_enclosed && item.is_enclosed && is_same_range(other, item);
            if (are_siblings || !says_more(item, other, text)) {
                if (is_same_wrapping && other.changes.empty()) other.changes = item.changes;
                is_dropped = true;
                break;
            }
            if (is_same_wrapping && item.changes.empty()) item.changes = other.changes;
            kept.pop_back();
        }
        if (!is_dropped) kept.push_back(std::move(item));
    }
    return kept;
}

// The secret, or what tells that it is one: `password = "` may end in the frame before.
bool lies_in_two_frames(const Spot& spot, const View& view, std::string_view text) {
    const bool is_told = spot.told_begin < spot.told_end;
    const std::size_t begin = view.raw_begin(is_told ? spot.told_begin : spot.begin);
    const std::size_t end = view.raw_end(is_told ? spot.told_end : spot.end);
    return text.substr(begin, end - begin).find('\n') != std::string_view::npos;
}

// Compressed bytes are no text: what they seem to say is chance. The text with blanks in their
// place, or nothing where there are none.
std::string without_compressed(std::string_view text, const std::vector<Wrapped>& wrapped) {
    std::string masked;
    for (const Wrapped& part : wrapped) {
        if (part.layer == Layer::Base64) continue;
        if (masked.empty()) masked = text;
        std::fill_n(masked.begin() + static_cast<std::ptrdiff_t>(part.begin), part.end - part.begin,
                    ' ');
    }
    return masked;
}

// A secret over several frames whose part in the first one is whole by itself and stands for a
// secret already: what follows it is another text.
bool begins_with_placeholder(const View& view, const Item& item, std::size_t frame_end) {
    constexpr std::size_t kBefore = 200;
    const Rule* rule = item.spot.from;
    if (rule == nullptr) return false;
    std::size_t cut = item.begin;
    while (cut < item.end && view.raw_begin(cut) < frame_end) ++cut;
    const std::string_view part = std::string_view(view.text()).substr(0, cut);
    std::size_t from = item.begin > kBefore ? item.begin - kBefore : 0;
    while (const auto match = rule->finds.get().find(part, from)) {
        if (match->begin > item.begin || match->end == match->begin) return false;
        if (match->end > item.begin) return is_placeholder(part.substr(item.begin), rule);
        from = match->end;
    }
    return false;
}

}  // namespace

std::vector<Item> Search::look(const Text& text, const Replace& replace) {
    name_ = text.name;
    replace_ = replace ? &replace : nullptr;
    unwrapped_ = 0;
    return descend(text.bytes, 0, false);
}

std::vector<Item> Search::descend(std::string_view text, std::size_t depth, bool is_joined) {
    std::vector<Item> items;
    // A text put together from several has no wrappings of its own and none of its runs is judged:
    // its parts were looked through.
    const std::vector<CharacterRun> runs = is_joined ? std::vector<CharacterRun>() : runs_of(text);
    const std::vector<Wrapped> wrapped =
        wrapped_in(text, depth == 0 ? name_ : std::string_view(), runs);
    const std::string masked = without_compressed(text, wrapped);
    const std::string_view readable = masked.empty() ? text : masked;
    const std::string plain = without_colours(readable);
    const std::string_view own = plain.empty() ? readable : plain;
    add_own(own, own.data() == text.data() || is_joined ? runs : runs_of(own), is_joined, items);
    if (is_joined) return resolved(std::move(items), text);
    add_views(readable, own, depth, items);
    for (const Wrapped& part : wrapped) add_wrapped(text, part, depth, items);
    return resolved(std::move(items), text);
}

void Search::add_own(std::string_view text, const std::vector<CharacterRun>& runs, bool is_joined,
                     std::vector<Item>& items) {
    for (Spot& spot : spotter_.look(text, name_, runs, is_joined)) {
        Item item;
        item.begin = spot.begin;
        item.end = spot.end;
        if (replace_ != nullptr) {
            item.changes.push_back({spot.begin, spot.end, (*replace_)(spot)});
        }
        item.spot = std::move(spot);
        items.push_back(std::move(item));
    }
}

Item Search::stopped(std::size_t begin, std::size_t end, Layer layer, std::string why) const {
    Item item;
    item.begin = begin;
    item.end = end;
    item.layers = {layer};
    item.spot.code = code::TooDeep;
    item.spot.rule = "bounds";
    item.spot.about = std::move(why);
    item.is_enclosed = true;
    return item;
}

void Search::add_views(std::string_view text, std::string_view plain, std::size_t depth,
                       std::vector<Item>& items) {
    for (const View& view : views_of(text, plain)) {
        if (depth >= policy_.bounds.depth) {
            items.push_back(stopped(
                view.raw_begin(0), view.raw_end(1), view.layer(),
                "it is wrapped more than " + std::to_string(policy_.bounds.depth) + " times"));
            return;
        }
        const bool is_joined = view.layer() == Layer::Frames || view.layer() == Layer::Lines;
        for (Item& inner : descend(view.text(), depth + 1, is_joined)) {
            Item item;
            item.begin = view.raw_begin(inner.begin);
            item.end = view.raw_end(inner.end);
            // What lies in one frame was found there; only what goes on in the next one is news.
            if (is_joined) {
                if (!lies_in_two_frames(inner.spot, view, text)) continue;
                const std::size_t line_end = text.substr(0, item.end).find('\n', item.begin);
                if (line_end != std::string_view::npos &&
                    begins_with_placeholder(view, inner, line_end)) {
                    continue;
                }
            }
            for (const Splice& change : inner.changes) view.add_raw(change, item.changes);
            item.spot = std::move(inner.spot);
            item.layers = std::move(inner.layers);
            item.layers.insert(item.layers.begin(), view.layer());
            item.is_enclosed = inner.is_enclosed;
            items.push_back(std::move(item));
        }
    }
}

void Search::add_wrapped(std::string_view text, const Wrapped& wrapped, std::size_t depth,
                         std::vector<Item>& items) {
    constexpr std::size_t kLeastRoom = std::size_t{64} << 10U;
    const auto stop = [&](std::string why) {
        items.push_back(stopped(wrapped.begin, wrapped.end, wrapped.layer, std::move(why)));
    };
    if (depth >= policy_.bounds.depth) {
        stop("it is wrapped more than " + std::to_string(policy_.bounds.depth) + " times");
        return;
    }
    const std::size_t left =
        policy_.bounds.unwrapped - std::min(unwrapped_, policy_.bounds.unwrapped);
    const std::size_t by_ratio =
        std::max(kLeastRoom, (wrapped.end - wrapped.begin) * policy_.bounds.expansion);
    const Unwrapped inner = unwrap(wrapped, text, std::min(left, by_ratio));
    unwrapped_ += inner.text.size();
    if (inner.is_cut || (left == 0 && inner.text.empty())) {
        stop("it unpacks to more than " + std::to_string(std::min(left, by_ratio)) + " bytes");
    }
    const bool is_certain = wrapped.layer != Layer::Deflate && wrapped.layer != Layer::Base64;
    if (inner.is_damaged && is_certain) {
        stop(std::string(name_of(wrapped.layer)) + " is damaged or cut short");
    }
    std::vector<Item> found = descend(inner.text, depth + 1, false);
    if (found.empty()) return;
    // One change for all that was found: the part is wrapped again once.
    std::vector<Splice> changes;
    for (Item& item : found) {
        for (Splice& change : item.changes) changes.push_back(std::move(change));
    }
    std::vector<Splice> outer;
    if (!changes.empty() && !inner.is_cut && !inner.is_damaged) {
        outer.push_back(
            {wrapped.begin, wrapped.end,
             wrap(wrapped, text, spliced(inner.text, without_overlaps(std::move(changes))))});
    }
    for (std::size_t i = 0; i < found.size(); ++i) {
        Item item;
        item.begin = wrapped.begin;
        item.end = wrapped.end;
        item.spot = std::move(found[i].spot);
        item.layers = std::move(found[i].layers);
        item.layers.insert(item.layers.begin(), wrapped.layer);
        item.is_enclosed = true;
        if (i == 0) item.changes = outer;
        items.push_back(std::move(item));
    }
}

}  // namespace understudy::secret
