// Multipart bodies (RFC 2046, multipart/form-data of RFC 7578) read piece by piece, and written.
// Contents are bytes: nothing in them is looked at but the boundary.
//
//     MultipartReader reader(TRY(boundary_of(content_type)));
//     TRY_VOID(reader.feed(bytes, events));     // PartBegan, PartPiece..., PartEnded, ...
//     TRY_VOID(reader.end());
//
// The events are the same for any cut of the bytes, the pieces of a part joined. Lines end with
// CR LF and nothing else; a boundary's line holds nothing but the boundary; what stands before the
// first and after the last boundary is skipped.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.hpp"
#include "http/headers.hpp"

namespace understudy::http {

struct MultipartLimits {
    std::size_t parts = 1000;
    std::size_t head_bytes = std::size_t{16} * 1024;  // of one part
    std::size_t head_fields = 64;                     // of one part
};

struct PartBegan {
    Headers headers;
    // From Content-Disposition; name* and filename* (RFC 5987) are decoded and go first. Bytes, not
    // necessarily UTF-8.
    std::optional<std::string> name;
    std::optional<std::string> filename;
    friend bool operator==(const PartBegan&, const PartBegan&) = default;
};
struct PartPiece {
    std::string bytes;
    friend bool operator==(const PartPiece&, const PartPiece&) = default;
};
struct PartEnded {
    friend bool operator==(const PartEnded&, const PartEnded&) = default;
};
using PartEvent = std::variant<PartBegan, PartPiece, PartEnded>;
using PartEvents = std::vector<PartEvent>;

// The boundary in a Content-Type, quoted or not; 1 to 70 characters. Code::HttpBadMultipart.
base::Result<std::string> boundary_of(std::string_view content_type);

// Every failure is Code::HttpBadMultipart; after one, every call repeats it.
class MultipartReader {
public:
    explicit MultipartReader(std::string_view boundary, const MultipartLimits& limits = {});

    base::Result<void> feed(std::string_view bytes, PartEvents& events);
    base::Result<void> end();  // fails if the closing boundary has not come

private:
    enum class State : std::uint8_t { Preamble, AfterBoundary, Head, Content, Epilogue, Failed };

    bool step(PartEvents& events);  // false: more bytes are needed
    bool step_preamble();
    bool step_after_boundary();
    bool step_head(PartEvents& events);
    bool step_content(PartEvents& events);
    bool fail_with(std::string why);
    bool fail_with(base::Error error);
    void drop(std::size_t bytes) { at_ += bytes; }
    std::string_view waiting() const { return std::string_view(buffer_).substr(at_); }

    std::string delimiter_;  // CR LF -- boundary
    MultipartLimits limits_;
    State state_ = State::Preamble;
    std::string buffer_;        // what was fed and not dealt with
    std::size_t at_ = 0;        // in buffer_
    std::size_t searched_ = 0;  // bytes of waiting() known not to hold the end of the head
    std::size_t skip_ = 0;      // bytes of waiting() that precede the content
    std::size_t parts_ = 0;
    bool padded_ = false;  // blanks have followed the boundary
    base::Error error_;
};

struct Part {
    Headers headers;
    std::optional<std::string> name;
    std::optional<std::string> filename;
    std::string content;
    friend bool operator==(const Part&, const Part&) = default;
};

base::Result<std::vector<Part>> read_multipart(std::string_view content_type, std::string_view body,
                                               const MultipartLimits& limits = {});

// Parts that have no Content-Disposition get one: quotes and line breaks in names as %22, %0D and
// %0A, as browsers do, a backslash doubled. Headers are the caller's and written as they are.
std::string write_multipart(std::span<const Part> parts, std::string_view boundary);

// A boundary that none of the parts holds; the same for the same parts.
std::string boundary_for(std::span<const Part> parts);

}  // namespace understudy::http
