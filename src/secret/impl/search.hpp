// The secrets of a text and of everything that is wrapped in it, and the changes that would replace
// them. Scanning and scrubbing are the same walk.
//
//        text ---- spots of its own
//         |---- views (escapes, percent, colours, frames) -- each a text again
//         `---- wrapped parts (base64, gzip, ...)          -- each a text again
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "secret/find.hpp"
#include "secret/impl/spot.hpp"
#include "secret/impl/unwrap.hpp"
#include "secret/impl/view.hpp"

namespace understudy::secret {

// A spot, seen from the text around it.
struct Item {
    std::size_t begin = 0, end = 0;  // in that text
    Spot spot;
    std::vector<Layer> layers;    // from the outside in
    std::vector<Splice> changes;  // to that text; empty where nothing is to be replaced
    bool is_enclosed = false;     // inside a wrapping that is undone as a whole
};

class Search {
public:
    // What shall stand in place of a spot's secret.
    using Replace = std::function<std::string(const Spot&)>;

    explicit Search(const Policy& policy) : policy_(policy), spotter_(policy) {}

    // `replace` may be empty: then nothing is changed. In order, none inside another.
    std::vector<Item> look(const Text& text, const Replace& replace);
    void learn(std::string_view secret) { spotter_.learn(secret); }

private:
    std::vector<Item> descend(std::string_view text, std::size_t depth, bool is_joined);
    void add_own(std::string_view text, const std::vector<CharacterRun>& runs, bool is_joined,
                 std::vector<Item>& items);
    void add_views(std::string_view text, std::string_view plain, std::size_t depth,
                   std::vector<Item>& items);
    void add_wrapped(std::string_view text, const Wrapped& wrapped, std::size_t depth,
                     std::vector<Item>& items);
    Item stopped(std::size_t begin, std::size_t end, Layer layer, std::string why) const;

    const Policy& policy_;
    Spotter spotter_;
    std::string_view name_;
    const Replace* replace_ = nullptr;
    std::size_t unwrapped_ = 0;  // bytes so far
};

}  // namespace understudy::secret
