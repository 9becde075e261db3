#include "cassette/impl/mended.hpp"

#include <algorithm>

#include "base/bytes.hpp"
#include "base/hash.hpp"
#include "base/text.hpp"
#include "cassette/impl/stream_parts.hpp"
#include "cassette/target.hpp"
#include "http/query.hpp"

namespace understudy::cassette {

namespace {

// A digest of a body in all the ways headers write it, of the body as it was and as it is.
struct Restated {
    std::string before, after;
};

std::vector<Restated> digests_of(std::string_view before, std::string_view after) {
    using base::Digest;
    std::vector<Restated> all;
    for (const Digest kind :
         {Digest::Sha512, Digest::Sha384, Digest::Sha256, Digest::Sha1, Digest::Md5}) {
        const std::string old_digest = base::digest(kind, before);
        const std::string new_digest = base::digest(kind, after);
        all.push_back({base::to_hex(old_digest), base::to_hex(new_digest)});
        all.push_back({base::to_base64(old_digest), base::to_base64(new_digest)});
    }
    return all;
}

// What is left of a header beside digests: names of algorithms, separators, weak marks.
bool is_only_syntax(std::string_view rest) {
    constexpr std::string_view kWords[] = {"sha-512", "sha-384", "sha-256", "sha512", "sha384",
                                           "sha256",  "sha-1",   "sha1",    "sha",    "md5"};
    std::string left = base::to_lower_ascii(rest);
    for (const std::string_view word : kWords) left = base::replace_all(left, word, "");
    return left.find_first_not_of(" \t=:,;\"/w-") == std::string::npos;
}

// The bytes of one message beside its headers, before and after.
class Message {
public:
    Message(std::string_view before, std::string_view after) : before_(before), after_(after) {}

    void mend(const Pairs& before, Pairs& after) {
        if (before.size() != after.size()) return;
        for (std::size_t i = 0; i < before.size(); ++i) {
            const std::string& name = before[i].first;
            const std::string& old_value = before[i].second;
            std::string& value = after[i].second;
            if (base::equal_ignoring_case(name, "content-length")) {
                const bool fitted = old_value == std::to_string(before_.size());
                if (fitted) value = std::to_string(after_.size());
            } else if (base::equal_ignoring_case(name, "content-range")) {
                mend_range(old_value, value);
            } else if (before_ != after_ || value != old_value) {
                mend_digest(old_value, value);
            }
        }
    }

private:
    // bytes 0-99/200
    void mend_range(const std::string& old_value, std::string& value) const {
        const std::size_t dash = old_value.find('-');
        const std::size_t slash = old_value.find('/');
        if (!old_value.starts_with("bytes ") || dash == std::string::npos ||
            slash == std::string::npos || slash < dash) {
            return;
        }
        const std::string_view text = old_value;
        const auto first = base::parse_int64(text.substr(6, dash - 6));
        const auto last = base::parse_int64(text.substr(dash + 1, slash - dash - 1));
        const auto whole = base::parse_int64(text.substr(slash + 1));
        const auto size = static_cast<std::int64_t>(before_.size());
        if (!first || !last || *last - *first + 1 != size) return;
        const std::int64_t more = static_cast<std::int64_t>(after_.size()) - size;
        value = "bytes " + std::to_string(*first) + '-' + std::to_string(*last + more) + '/' +
                (whole ? std::to_string(*whole + more) : std::string(text.substr(slash + 1)));
    }

    void mend_digest(const std::string& old_value, std::string& value) {
        constexpr std::size_t kShortest = 24;  // MD5 in base64
        if (before_.empty() || old_value.size() < kShortest) return;
        if (digests_.empty()) digests_ = digests_of(before_, after_);
        std::string restated = old_value;
        std::string rest = old_value;
        for (const Restated& digest : digests_) {
            restated = base::replace_all(restated, digest.before, digest.after);
            rest = base::replace_all(rest, digest.before, "");
        }
        if (rest == old_value) return;
        if (value == old_value) {
            value = std::move(restated);
        } else if (is_only_syntax(rest)) {
            // Taken for a secret, which it would be if it were random.
            value = std::move(restated);
        }
    }

    std::string_view before_, after_;
    std::vector<Restated> digests_;  // made when they are first needed
};

std::string_view bytes_of(const std::optional<Body>& body) {
    return body ? std::string_view(body->bytes) : std::string_view();
}

void mend_query(HttpInput& after) {
    if (after.query_text.empty()) return;
    Pairs said;
    for (const http::QueryPair& pair : http::parse_query(after.query_text)) {
        said.emplace_back(pair.name, pair.value.value_or(""));
    }
    // The pairs are what is looked at; a text that says something else says nothing.
    if (said != after.query) after.query_text.clear();
}

// Pieces that were one an event are so again, as long as the events are as many as before.
void mend_events(const Exchange& before, Exchange& after, From from) {
    if (bytes_of(before.output, from) == bytes_of(after.output, from)) return;
    const auto old_parts = parts_of(bytes_of(before.output, from), before.framing);
    auto parts = parts_of(bytes_of(after.output, from), after.framing);
    if (!parts || !old_parts || parts->size() != old_parts->size()) return;
    std::size_t next = 0;
    for (const Piece& piece : before.output.pieces) {
        if (piece.from != from) continue;
        if (next == old_parts->size() || piece.bytes != (*old_parts)[next]) return;
        ++next;
    }
    if (next != parts->size()) return;
    next = 0;
    for (Piece& piece : after.output.pieces) {
        if (piece.from == from) piece.bytes = std::move((*parts)[next++]);
    }
}

}  // namespace

void mend(const Exchange& before, Exchange& after) {
    if (before.http() != nullptr) {
        Message request(bytes_of(before.http()->body), bytes_of(after.http()->body));
        HttpInput& input = std::get<HttpInput>(after.input);
        request.mend(before.http()->headers, input.headers);
        request.mend(before.http()->trailers, input.trailers);
        mend_query(input);
    } else if (before.webhook() != nullptr) {
        Message request(bytes_of(before.webhook()->body), bytes_of(after.webhook()->body));
        request.mend(before.webhook()->headers, std::get<WebhookInput>(after.input).headers);
    }
    if (before.output.answer && after.output.answer) {
        const std::string old_body = bytes_of(before.output, From::Body);
        const std::string new_body = bytes_of(after.output, From::Body);
        Message answer(old_body, new_body);
        answer.mend(before.output.answer->headers, after.output.answer->headers);
        answer.mend(before.output.answer->trailers, after.output.answer->trailers);
    }
    if (before.kind == Kind::Stream) {
        mend_events(before, after, From::Body);
        mend_events(before, after, From::Stdout);
    }
}

}  // namespace understudy::cassette
