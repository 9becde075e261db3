// A TOML text under a cursor, and the parts of it that stand for themselves: blank space, comments,
// strings, keys, numbers, dates. What belongs to what is toml.cpp's business.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/mark.hpp"
#include "base/result.hpp"
#include "json/value.hpp"

namespace understudy::secret {

class TomlText {
public:
    // The text must be UTF-8.
    explicit TomlText(const base::Source& source) : source_(source), text_(source.text) {}

    std::size_t at() const { return at_; }
    bool is_at_end() const { return at_ == text_.size(); }
    bool sees(std::string_view what) const { return text_.substr(at_).starts_with(what); }
    bool takes(std::string_view what);  // moves past it if it is there

    // secret.bad_toml about a place, or about the character under the cursor.
    base::Failure fail(std::string_view why, std::size_t begin, std::size_t end) const;
    base::Failure fail(std::string_view why) const { return fail(why, at_, at_); }

    void skip_blanks();                                 // on the line
    base::Result<void> skip_comment();                  // up to the line break
    base::Result<void> skip_blank_lines();              // blanks, comments and line breaks
    base::Result<void> take_end_of_line();              // a comment may stand before it
    base::Result<std::vector<std::string>> take_key();  // a.b."c d"
    base::Result<std::string> take_string();            // any of the four forms
    base::Result<json::Value> take_bare_value();        // true, a number, a date

private:
    base::Result<std::string> take_key_part();
    base::Result<std::string> take_single_line(char quote);
    base::Result<std::string> take_multi_line(char quote);
    base::Result<void> take_escape(std::string& out, std::size_t begin);
    base::Result<void> take_code_point(std::string& out, std::size_t digits, std::size_t begin);
    bool takes_line_break();
    bool takes_folded_line_end();

    const base::Source& source_;
    std::string_view text_;
    std::size_t at_ = 0;
};

}  // namespace understudy::secret
