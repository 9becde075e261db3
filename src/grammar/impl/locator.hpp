// A field's place inside a record: a JSON pointer in which `*` stands for every item or member, and
// which, with a leading `@`, points into what is known about the record instead.
//
//     /message/content/*/id      @/file/sequence
//
// What the stars stood for is kept with each hit, so that a second locator can be asked for the
// value beside the first: fragment `/calls/*/text`, key `/calls/*/index`.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "json/value.hpp"

namespace understudy::grammar {

class Locator {
public:
    static base::Result<Locator> parse(std::string_view text);

    struct Hit {
        const json::Value* value = nullptr;
        std::vector<std::string> stars;
    };
    std::vector<Hit> find(const json::Value& record, const json::Value& about) const;

    // The one value with the stars filled in, in order; nullptr: nothing there.
    const json::Value* resolve(const json::Value& record, const json::Value& about,
                               std::span<const std::string> stars = {}) const;

    bool is_about() const { return about_; }
    bool has_stars() const { return stars_ != 0; }
    std::size_t stars() const { return stars_; }
    const std::vector<std::string>& tokens() const { return tokens_; }
    const std::string& text() const { return text_; }

    // Does this place hold the other, or lie in it, or are they the same?
    bool overlaps(const Locator& other) const;
    bool is_inside(const Locator& other) const;  // or the same

private:
    std::string text_;
    bool about_ = false;
    std::size_t stars_ = 0;
    std::vector<std::string> tokens_;
};

}  // namespace understudy::grammar
