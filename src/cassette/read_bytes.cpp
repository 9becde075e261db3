// Bytes in a file: text where they are text, base64 where they are not, a file beside the cassette
// where they are many. Nothing is trimmed, folded or converted on the way.
#include "base/bytes.hpp"
#include "base/text.hpp"
#include "cassette/impl/file_reader.hpp"

namespace understudy::cassette {

using json::MapReader;
using json::Node;

namespace {

constexpr std::string_view kDigestPrefix = "sha256:";

}  // namespace

std::string FileReader::plain(const Node& node, std::string_view what) {
    if (!node) return {};
    if (!node.value->is_string()) {
        reader_.wrong_kind(node, what, "a text");
        return {};
    }
    const std::string_view text = node.value->as_string();
    if (!is_plain_text(text)) {
        reader_.problem(node, std::string(what),
                        "holds control characters, which only `base64` may");
    }
    return std::string(text);
}

std::string FileReader::bytes(const Node& node, std::string_view what) {
    if (!node || !node.value->is_object()) return plain(node, what);
    MapReader map(reader_, node, std::string(what));
    const Node base64 = map.need("base64");
    map.done();
    const std::string text = plain(base64, map.what("base64"));
    const auto decoded = base::from_base64(text);
    if (!decoded) reader_.problem(base64, map.what("base64"), "is no base64");
    return decoded.value_or("");
}

Pairs FileReader::pairs(const Node& node, std::string_view what) {
    Pairs found;
    for (const Node& pair : reader_.list(node, what)) {
        if (!pair.value->is_array() || pair.value->size() != 2) {
            reader_.problem(pair, std::string(what), "must be a list of pairs: [name, value]");
            continue;
        }
        found.emplace_back(bytes(pair.item(0), what), bytes(pair.item(1), what));
    }
    return found;
}

Pairs FileReader::members(const Node& node, std::string_view what) {
    Pairs found;
    for (const auto& [name, value] : reader_.members(node, what)) {
        found.emplace_back(name, bytes(value, "`" + name + "` in " + std::string(what)));
    }
    return found;
}

std::string FileReader::digest(const Node& node, const std::string& what) {
    const auto text = reader_.text(node, what);
    if (!text) return {};
    if (!is_digest_text(*text)) {
        reader_.problem(node, what, "must be \"sha256:\" and 64 hexadecimal digits");
        return {};
    }
    return *text;
}

std::string FileReader::optional_text(MapReader& map, std::string_view key) {
    return reader_.text(map.get(key), map.what(key)).value_or("");
}

std::string FileReader::needed_text(MapReader& map, std::string_view key) {
    const Node node = map.need(key);
    const auto text = reader_.text(node, map.what(key));
    if (text && text->empty()) reader_.problem(node, map.what(key), "must not be empty");
    return text.value_or("");
}

// The bytes of a body are found by their digest and nothing else: no path can be said, so none can
// lead out of the folder.
std::string FileReader::outside(MapReader& map, const Node& file) {
    const std::string said = digest(file, map.what("file"));
    const Node size = map.need("size");
    const auto bytes =
        reader_.whole(size, map.what("size"), 0, static_cast<std::int64_t>(kMaxBodyBytes));
    if (said.empty() || !bytes) return {};
    const std::string hexadecimal = said.substr(kDigestPrefix.size());
    bodies_.push_back(hexadecimal);
    if (options_.bodies == nullptr) {
        reader_.problem(file, map.what("file"), "there is no folder `bodies` to look in");
        return {};
    }
    auto found = options_.bodies->read(hexadecimal);
    if (!found) {
        reader_.problem(file, map.what("file"), std::move(found).error());
    } else if (digest_text(*found) != said) {
        reader_.problem(
            file, map.what("file"),
            "the file in `bodies` was changed: it is " + digest_text(*found).substr(0, 19) + "...");
    } else if (found->size() != static_cast<std::size_t>(*bytes)) {
        reader_.problem(size, map.what("size"),
                        "the file has " + std::to_string(found->size()) + " bytes");
    } else {
        return std::move(*found);
    }
    return {};
}

std::string FileReader::content(MapReader& map) {
    const Node text = map.get("text");
    const Node base64 = map.get("base64");
    const Node file = map.get("file");
    const int given = (text ? 1 : 0) + (base64 ? 1 : 0) + (file ? 1 : 0);
    if (given != 1) {
        if (map.is_map()) {
            reader_.problem(map.node(), map.what(),
                            "must have exactly one of `text`, `base64` and `file`");
        }
        static_cast<void>(map.get("size"));
        return {};
    }
    if (file) return outside(map, file);
    if (text) return plain(text, map.what("text"));
    const auto decoded = base::from_base64(plain(base64, map.what("base64")));
    if (!decoded) reader_.problem(base64, map.what("base64"), "is no base64");
    return decoded.value_or("");
}

std::optional<Body> FileReader::body(const Node& node, const std::string& what) {
    if (!node) return std::nullopt;
    MapReader map(reader_, node, what);
    Body body;
    body.bytes = content(map);
    body.media_type = optional_text(map, "media_type");
    map.done();
    return body;
}

}  // namespace understudy::cassette
