// Writes YAML that people like to read and that reads back as exactly the same value.
//
//     yaml::write(value)               block style, two spaces, key order and number text kept
//     yaml::rewrite(document, value)   the same value inside the file it came from
//
// read(write(v)) gives v, and write(read(write(v))) gives the same bytes. (A value with repeated
// keys, or nested deeper than the reader's limit, is written all the same; Strict refuses it.)
#pragma once

#include <string>

#include "json/document.hpp"
#include "json/value.hpp"

namespace understudy::yaml {

struct WriteOptions {
    bool literal_blocks = true;  // texts of several lines as `|` blocks, else in double quotes
};

std::string write(const json::Value& value, const WriteOptions& options = {});

// The text of `before.source` changed so that it holds `after`. Bytes of parts that did not change
// are kept, with their comments, quotes and layout; changed, new and removed entries are written
// anew at the indentation of their neighbours. What cannot be changed in place safely (say, an
// anchor that aliases elsewhere need) is written anew together with its parent, up to the whole
// document.
//
//     read(rewrite(d, v)) gives v;  rewrite(d, d.root) gives the bytes of the source
//
// A comment above an entry goes where the entry goes, and away with it.
std::string rewrite(const json::Document& before, const json::Value& after);

}  // namespace understudy::yaml
