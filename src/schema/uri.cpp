// RFC 3986, sections 5.2 and 5.3, and the splitting of appendix B done by hand.
#include "schema/impl/uri.hpp"

namespace understudy::schema {
namespace {

bool is_scheme(std::string_view text) {
    if (text.empty()) return false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        const bool later = (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
        if (!letter && (i == 0 || !later)) return false;
    }
    return true;
}

std::string without_dot_segments(std::string_view in) {
    std::string out;
    const auto drop_last = [&out] {
        const std::size_t slash = out.rfind('/');
        out.resize(slash == std::string::npos ? 0 : slash);
    };
    while (!in.empty()) {
        if (in.starts_with("../")) {
            in.remove_prefix(3);
        } else if (in.starts_with("./") || in.starts_with("/./")) {
            in.remove_prefix(2);
        } else if (in == "/.") {
            in = "/";
        } else if (in.starts_with("/../")) {
            in.remove_prefix(3);
            drop_last();
        } else if (in == "/..") {
            in = "/";
            drop_last();
        } else if (in == "." || in == "..") {
            in = {};
        } else {
            const std::size_t next = in.find('/', 1);
            out += in.substr(0, next);
            in = next == std::string_view::npos ? std::string_view{} : in.substr(next);
        }
    }
    return out;
}

std::string merged_path(const Uri& base, const Uri& reference) {
    if (base.authority && base.path.empty()) return "/" + reference.path;
    const std::size_t slash = base.path.rfind('/');
    if (slash == std::string::npos) return reference.path;
    return base.path.substr(0, slash + 1) + reference.path;
}

}  // namespace

Uri Uri::parse(std::string_view text) {
    Uri uri;
    if (const std::size_t hash = text.find('#'); hash != std::string_view::npos) {
        uri.fragment = std::string(text.substr(hash + 1));
        text = text.substr(0, hash);
    }
    if (const std::size_t mark = text.find('?'); mark != std::string_view::npos) {
        uri.query = std::string(text.substr(mark + 1));
        text = text.substr(0, mark);
    }
    if (const std::size_t colon = text.find(':');
        colon != std::string_view::npos && is_scheme(text.substr(0, colon))) {
        uri.scheme = std::string(text.substr(0, colon));
        text = text.substr(colon + 1);
    }
    if (text.starts_with("//")) {
        text.remove_prefix(2);
        const std::size_t slash = text.find('/');
        uri.authority = std::string(text.substr(0, slash));
        text = slash == std::string_view::npos ? std::string_view{} : text.substr(slash);
    }
    uri.path = std::string(text);
    return uri;
}

std::string Uri::to_text() const {
    std::string out;
    if (scheme) out += *scheme + ":";
    if (authority) out += "//" + *authority;
    out += path;
    if (query) out += "?" + *query;
    if (fragment) out += "#" + *fragment;
    return out;
}

Uri resolve(const Uri& base, const Uri& reference) {
    Uri target;
    target.fragment = reference.fragment;
    if (reference.scheme) {
        target = reference;
        target.path = without_dot_segments(reference.path);
        return target;
    }
    target.scheme = base.scheme;
    if (reference.authority) {
        target.authority = reference.authority;
        target.path = without_dot_segments(reference.path);
        target.query = reference.query;
        return target;
    }
    target.authority = base.authority;
    if (reference.path.empty()) {
        target.path = base.path;
        target.query = reference.query ? reference.query : base.query;
        return target;
    }
    const bool from_root = reference.path.starts_with('/');
    target.path = without_dot_segments(from_root ? reference.path : merged_path(base, reference));
    target.query = reference.query;
    return target;
}

Cut cut_fragment(std::string_view text) {
    const std::size_t hash = text.find('#');
    if (hash == std::string_view::npos) return {text, {}};
    return {text.substr(0, hash), text.substr(hash + 1)};
}

std::string resolve_text(std::string_view base, std::string_view reference) {
    if (reference.starts_with('#')) return std::string(cut_fragment(base).uri).append(reference);
    return resolve(Uri::parse(base), Uri::parse(reference)).to_text();
}

}  // namespace understudy::schema
