// Finds secrets in bytes, through whatever they are wrapped in.
//
//     Finder finder(policy, salt);                          // one for each thread
//     for (const Hit& hit : finder.find({"a.json", text}).hits) ...
//     report::Finding finding = to_finding(hit, "a.json", text);
//
// A Hit never carries the secret: kind, place, length and a keyed digest are all that leaves here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/code.hpp"
#include "report/finding.hpp"
#include "secret/policy.hpp"

namespace understudy::secret {

// What a secret was wrapped in.
enum class Layer : std::uint8_t {
    Escapes,
    Percent,
    Base64,
    Gzip,
    Deflate,
    Brotli,
    Zstd,
    Colours,
    Frames,
    Lines,
    Utf16,
};
std::string_view name_of(Layer layer);  // "base64"

struct Hit {
    base::Code code{};  // fixture.secret.value, ...
    std::string rule;   // "github.personal_token", "key.password"
    std::string about;  // in words
    bool is_breaking = true;
    std::size_t begin = 0, end = 0;  // in the outermost text: the secret, or what it is wrapped in
    std::vector<Layer> layers;       // from the outside in
    std::size_t length = 0;          // of the secret, in bytes
    std::string digest;              // tells two secrets apart, and says nothing of either
};

struct Found {
    std::vector<Hit> hits;  // in the order of their places, none inside another of the same layers
};

// A JSON document inside a text: a line, the data of an event.
struct Part {
    std::size_t begin = 0, end = 0;
};

// A text to look through. Its name decides nothing but which rules apply by path, and that `*.br`
// is brotli.
struct Text {
    std::string_view name;
    std::string_view bytes;
    Class is = Class::None;  // of the whole text, where a carrier has one
    // Where its documents stand, if they are known: the classes of a policy count from the root of
    // each. None: the whole text may be one.
    std::span<const Part> parts = {};
};

class Finder {
public:
    // `salt` keys the digests.
    Finder(std::shared_ptr<const Policy> policy, std::string salt);
    Finder(Finder&&) noexcept;
    Finder& operator=(Finder&&) noexcept;
    ~Finder();

    Found find(const Text& text);

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

// What a hit says to a person: without excerpt, with a JSON Pointer where the text is JSON (or
// JSON Lines). `first_line` counts the lines before the text, where it is a part of a file.
std::vector<report::Finding> to_findings(const Found& found, const Text& text,
                                         std::uint32_t lines_before = 0);

// A path or another name as it may be shown: with secrets in it replaced by `<secret>`.
std::string shown_name(Finder& finder, std::string_view name);

}  // namespace understudy::secret
