#include "http/multipart.hpp"

#include <algorithm>

#include "base/bytes.hpp"
#include "base/hash.hpp"
#include "base/text.hpp"
#include "http/impl/disposition.hpp"
#include "http/impl/parameters.hpp"
#include "http/media_type.hpp"

namespace understudy::http {

namespace {

using base::Code;

constexpr std::string_view kLineEnd = "\r\n";

base::Error bad_multipart(std::string why) {
    return {Code::HttpBadMultipart, {{"why", std::move(why)}}, {}, {}};
}

// How many of the last bytes of `text` could be the beginning of `word`.
std::size_t overlap(std::string_view text, std::string_view word) {
    const std::size_t most = std::min(text.size(), word.size() - 1);
    for (std::size_t size = most; size > 0; --size) {
        if (text.substr(text.size() - size) == word.substr(0, size)) return size;
    }
    return 0;
}

// The fields of a part's head. A line that begins with a blank goes on with the one before.
base::Result<Headers> parse_head(std::string_view text, std::size_t field_limit) {
    std::vector<std::pair<std::string_view, std::string>> fields;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(kLineEnd), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + kLineEnd.size(), text.size()));
        const bool goes_on = line.starts_with(' ') || line.starts_with('\t');
        const std::size_t colon = goes_on ? 0 : line.find(':');
        const bool is_field =
            goes_on ? !fields.empty()
                    : colon != std::string_view::npos && is_token(line.substr(0, colon));
        if (!is_field) {
            return base::fail(bad_multipart("a part's header " + base::quoted(line, 40) +
                                            " is not a name, a colon and a value"));
        }
        const bool has_control = std::any_of(line.begin(), line.end(), [](char c) {
            return (static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7F;
        });
        if (has_control) {
            return base::fail(bad_multipart("a part's header holds a control character"));
        }
        if (goes_on) {
            fields.back().second += " ";
            fields.back().second += base::trim(line);
            continue;
        }
        if (fields.size() == field_limit) {
            return base::fail(bad_multipart("a part has more than the limit of " +
                                            std::to_string(field_limit) + " headers"));
        }
        fields.emplace_back(line.substr(0, colon), base::trim(line.substr(colon + 1)));
    }
    Headers headers;
    for (const auto& [name, value] : fields) headers.add(name, value);
    return headers;
}

base::Result<PartBegan> read_head(std::string_view text, std::size_t field_limit) {
    PartBegan began;
    began.headers = TRY(parse_head(text, field_limit));
    const auto header = began.headers.find("Content-Disposition");
    if (!header) return began;
    auto disposition = parse_disposition(*header);
    if (!disposition) {
        return base::fail(bad_multipart("the Content-Disposition " + base::quoted(*header) +
                                        " of a part cannot be read"));
    }
    began.name = std::move(disposition->name);
    began.filename = std::move(disposition->filename);
    return began;
}

}  // namespace

base::Result<std::string> boundary_of(std::string_view content_type) {
    const auto type = parse_media_type(content_type);
    if (!type || !is_multipart(*type)) {
        return base::fail(bad_multipart("its content type is " + base::quoted(content_type)));
    }
    const auto boundary = type->parameter("boundary");
    if (!boundary) return base::fail(bad_multipart("its content type has no boundary"));
    constexpr std::size_t kLongest = 70;  // RFC 2046
    const bool is_plain = std::all_of(boundary->begin(), boundary->end(),
                                      [](char c) { return c >= ' ' && c <= '~'; });
    if (boundary->empty() || boundary->size() > kLongest || boundary->back() == ' ' || !is_plain) {
        return base::fail(
            bad_multipart("its boundary is not 1 to 70 printable characters without a blank at the "
                          "end"));
    }
    return std::string(*boundary);
}

MultipartReader::MultipartReader(std::string_view boundary, const MultipartLimits& limits)
    : delimiter_("\r\n--" + std::string(boundary)),
      limits_(limits),
      buffer_(kLineEnd) {}  // so that a boundary at the very start is found like any other

base::Result<void> MultipartReader::feed(std::string_view bytes, PartEvents& events) {
    if (state_ != State::Failed) {
        if (state_ != State::Epilogue) buffer_ += bytes;
        while (step(events)) {
        }
        buffer_.erase(0, at_);
        at_ = 0;
    }
    if (state_ == State::Failed) return base::fail(error_);
    return {};
}

base::Result<void> MultipartReader::end() {
    if (state_ != State::Epilogue && state_ != State::Failed) {
        fail_with("it ends before the closing boundary");
    }
    if (state_ == State::Failed) return base::fail(error_);
    return {};
}

bool MultipartReader::step(PartEvents& events) {
    switch (state_) {
        case State::Preamble: return step_preamble();
        case State::AfterBoundary: return step_after_boundary();
        case State::Head: return step_head(events);
        case State::Content: return step_content(events);
        case State::Epilogue: drop(waiting().size()); return false;
        case State::Failed: return false;
    }
    return false;
}

bool MultipartReader::fail_with(std::string why) {
    return fail_with(bad_multipart(std::move(why)));
}

bool MultipartReader::fail_with(base::Error error) {
    error_ = std::move(error);
    state_ = State::Failed;
    buffer_.clear();
    at_ = 0;
    return false;
}

bool MultipartReader::step_preamble() {
    const std::string_view text = waiting();
    const std::size_t found = text.find(delimiter_);
    if (found == std::string_view::npos) {
        drop(text.size() - overlap(text, delimiter_));
        return false;
    }
    drop(found + delimiter_.size());
    padded_ = false;
    state_ = State::AfterBoundary;
    return true;
}

// `--` closes; blanks and a line end open the next part.
bool MultipartReader::step_after_boundary() {
    std::string_view text = waiting();
    while (!text.empty() && (text[0] == ' ' || text[0] == '\t')) {
        padded_ = true;
        drop(1);
        text.remove_prefix(1);
    }
    const std::string_view start = text.substr(0, 2);
    if (start == kLineEnd) {
        if (++parts_ > limits_.parts) {
            return fail_with("it has more than the limit of " +
                             base::with_thousands(limits_.parts) + " parts");
        }
        // The line end is left: a part without headers goes on with another one.
        searched_ = 0;
        state_ = State::Head;
        return true;
    }
    if (start == "--" && !padded_) {
        drop(2);
        state_ = State::Epilogue;
        return true;
    }
    if (kLineEnd.starts_with(start) || (start == "-" && !padded_)) return false;
    return fail_with("something other than a line end follows a boundary");
}

// From the line end after the boundary to the empty line, which is two line ends in a row.
bool MultipartReader::step_head(PartEvents& events) {
    constexpr std::string_view kHeadEnd = "\r\n\r\n";
    const std::string_view text = waiting();
    const std::size_t found = text.find(kHeadEnd, searched_);
    // What is certainly head, however the bytes were cut; the first line end is the boundary's.
    const std::size_t size = found != std::string_view::npos
                                 ? found
                                 : text.size() - std::min<std::size_t>(text.size(), 3);
    if (size > limits_.head_bytes + kLineEnd.size()) {
        return fail_with("the head of a part is larger than the limit of " +
                         base::with_thousands(limits_.head_bytes) + " bytes");
    }
    if (found == std::string_view::npos) {
        searched_ = size;
        return false;
    }
    auto began =
        read_head(found == 0 ? std::string_view() : text.substr(2, found - 2), limits_.head_fields);
    if (!began) return fail_with(std::move(began.error()));
    events.emplace_back(std::move(*began));
    // The empty line is left too: it may be the one in front of the next boundary, of a part that
    // has no content at all.
    drop(found + kLineEnd.size());
    skip_ = kLineEnd.size();
    state_ = State::Content;
    return true;
}

bool MultipartReader::step_content(PartEvents& events) {
    const std::string_view text = waiting();
    const std::size_t found = text.find(delimiter_);
    const bool ends = found != std::string_view::npos;
    const std::size_t size = ends ? found : text.size() - overlap(text, delimiter_);
    if (size > skip_) {
        events.emplace_back(PartPiece{std::string(text.substr(skip_, size - skip_))});
    }
    if (size >= skip_) skip_ = 0;
    drop(size);
    if (!ends) return false;
    drop(delimiter_.size());
    events.emplace_back(PartEnded{});
    padded_ = false;
    state_ = State::AfterBoundary;
    return true;
}

base::Result<std::vector<Part>> read_multipart(std::string_view content_type, std::string_view body,
                                               const MultipartLimits& limits) {
    MultipartReader reader(TRY(boundary_of(content_type)), limits);
    PartEvents events;
    TRY_VOID(reader.feed(body, events));
    TRY_VOID(reader.end());
    std::vector<Part> parts;
    for (PartEvent& event : events) {
        if (auto* began = std::get_if<PartBegan>(&event)) {
            parts.push_back({std::move(began->headers),
                             std::move(began->name),
                             std::move(began->filename),
                             {}});
        } else if (auto* piece = std::get_if<PartPiece>(&event)) {
            parts.back().content += piece->bytes;
        }
    }
    return parts;
}

std::string write_multipart(std::span<const Part> parts, std::string_view boundary) {
    std::string out;
    for (const Part& part : parts) {
        out += "--";
        out += boundary;
        out += kLineEnd;
        if (!part.headers.has("Content-Disposition") && (part.name || part.filename)) {
            out += "Content-Disposition: " + to_text(Disposition{part.name, part.filename});
            out += kLineEnd;
        }
        for (const Field field : part.headers) {
            out += field.name;
            out += ": ";
            out += field.value;
            out += kLineEnd;
        }
        out += kLineEnd;
        out += part.content;
        out += kLineEnd;
    }
    out += "--";
    out += boundary;
    out += "--\r\n";
    return out;
}

std::string boundary_for(std::span<const Part> parts) {
    // A digest of the contents: nobody can make contents that hold their own digest.
    std::string digests;
    for (const Part& part : parts) digests += base::sha256(part.content);
    return "----part-" + base::to_hex(base::sha256(digests)).substr(0, 32);
}

}  // namespace understudy::http
