// Reads YAML 1.2 into the same json::Document that the JSON reader makes: a Value, and the bytes
// each part of it came from.
//
//     json::Document pack = TRY(yaml::read(Source{"pack.yaml", text}));
//     pack.root.find("name");                    // a Value
//     pack.mark(pointer);                        // pack.yaml:7:3, for an error
//
// Strict is for our own files, Foreign for imports and vendor documents:
//
//                        Strict                         Foreign
//   plain scalars        core schema (1.2) only         the same
//   repeated keys        refused, both places shown     all kept, a note each
//   keys not scalar      refused                        become their JSON text, a note each
//   tags                 core tags only                 others ignored, a note each
//   !binary, !!binary    refused                        decoded, see ForeignDocument
//   .inf, .nan           refused                        kept as text, a note each
//   flow indentation     as the standard says           loose
//
// In both: numbers keep their text where JSON knows it (10.50 stays 10.50; 0x1F becomes 31), keys
// are texts (`1:` is the key "1"), `<<` is a key like any other, dates are texts, an alias is
// replaced by what its anchor holds. An empty text is one document that is null.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "json/document.hpp"

namespace understudy::yaml {

enum class Mode : std::uint8_t { Strict, Foreign };

// Each is checked before the memory or time it guards is spent.
struct Limits {
    std::size_t bytes = std::size_t{64} << 20;  // of the whole text
    std::size_t depth = 128;  // nesting, aliases included; 1000 at most, whatever is said here
    std::size_t nodes = 5'000'000;                     // written values and keys
    std::size_t alias_nodes = 5'000'000;               // values that all aliases together stand for
    std::size_t alias_bytes = std::size_t{256} << 20;  // the same in bytes of text
    std::size_t scalar_bytes = std::size_t{64} << 20;  // of one scalar
    std::size_t documents = 100'000;                   // in one text
};

struct ReadOptions {
    Mode mode = Mode::Strict;
    Limits limits;
};

// One document. A second one in the same text is an error.
base::Result<json::Document> read(base::Source source, const ReadOptions& options = {});

// All documents of a text; they share the source. None for a text without any.
base::Result<std::vector<json::Document>> read_all(base::Source source,
                                                   const ReadOptions& options = {});

// A document and the exact bytes behind its binary scalars. In the Value such a scalar is the
// decoded text where the bytes are valid UTF-8, else its base64 text (standard alphabet, padded,
// no line breaks): a Value holds UTF-8 only. Whoever needs the bytes asks binary_at first.
struct ForeignDocument {
    struct Binary {
        std::uint32_t row = 0;  // in document.marks.rows
        std::shared_ptr<const std::string> bytes;
    };

    json::Document document;
    std::vector<Binary> binaries;  // by row

    // nullptr: the value there was not tagged as binary.
    const std::string* binary_at(const json::Pointer& pointer) const;
};

// Mode::Foreign, whatever `options` says.
base::Result<ForeignDocument> read_foreign(base::Source source, const ReadOptions& options = {});
base::Result<std::vector<ForeignDocument>> read_foreign_all(base::Source source,
                                                            const ReadOptions& options = {});

}  // namespace understudy::yaml
