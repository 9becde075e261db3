// A message's body as a value: its Content-Encoding undone, its Content-Type read.
//
//     nothing at all         null, whatever the type says
//     JSON (and +json)       the value, number texts kept
//     form                   an object (form.hpp)
//     multipart/form-data    an object: text parts like a form's pairs; a part with a file name or
//                            with bytes that are no text is a file
//     multipart/*            a list of files
//     anything else          a string, if the bytes are UTF-8; else refused
//
// A file is {"name": "photo.png", "type": "image/png", "size": 3, "content": "AAEC"}: name is null
// if there is none, type is null if the part has no Content-Type, content is base64.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "http/encoding.hpp"
#include "http/form.hpp"
#include "http/headers.hpp"
#include "http/media_type.hpp"
#include "http/multipart.hpp"
#include "json/parse.hpp"
#include "json/value.hpp"

namespace understudy::http {

struct BodyLimits {
    std::uint64_t decoded_bytes = kDecodedBytes;
    json::Limits json = {};
    FormLimits form = {};
    MultipartLimits multipart = {};
};

// Code::HttpBadBody with the cause among its reasons. An encoding we do not know and a body that
// decodes past the limit keep their own codes, because servers answer them differently (415, 413).
base::Result<json::Value> read_body(const Headers& headers, std::string_view body, FormStyle style,
                                    const BodyLimits& limits = {});

// The same for a caller who has read the Content-Type already; nothing: it is none.
base::Result<json::Value> read_body(const Headers& headers, const std::optional<MediaType>& type,
                                    std::string_view body, FormStyle style,
                                    const BodyLimits& limits = {});

}  // namespace understudy::http
