// The content digest: SHA-256 over a form in which nothing can be taken for something else. Every
// text stands behind its length, every list behind its count, and what is missing is marked, so
// that ["a\nb"] and ["a", "b"], or a missing stdin and an empty one, never meet:
//
//     text "ab"      2:ab        list of two     [2;       missing     -
//     number 41      i41;        empty text      0:        there       +
//
// docs/reference/cassette-format.md lists the parts in their order. A change here is a new version
// of the format.
#include <string>
#include <string_view>

#include "base/bytes.hpp"
#include "base/hash.hpp"
#include "cassette/impl/words.hpp"
#include "cassette/model.hpp"
#include "cassette/read.hpp"
#include "json/write.hpp"

namespace understudy::cassette {

namespace {

constexpr std::string_view kDigestPrefix = "sha256:";

class Canonical {
public:
    void text(std::string_view bytes) {
        out_.append(std::to_string(bytes.size())).append(":").append(bytes);
    }
    void number(std::int64_t value) { out_.append("i").append(std::to_string(value)).append(";"); }
    void flag(bool value) { out_ += value ? '1' : '0'; }
    void count(std::size_t items) { out_.append("[").append(std::to_string(items)).append(";"); }
    // Behind it stands what the format had no place for at first, and only where it is not the
    // default: so the digests of files that do without it stay what they were.
    bool is_more(bool more) {
        if (more) out_ += '*';
        return more;
    }
    bool is_there(bool there) {
        out_ += there ? '+' : '-';
        return there;
    }
    // Long bytes by their digest: they lie outside the file and are checked by it there.
    void bytes(std::string_view bytes) {
        if (is_there(bytes.size() <= kInlineBytes)) {
            text(bytes);
        } else {
            number(static_cast<std::int64_t>(bytes.size()));
            text(base::sha256(bytes));
        }
    }
    void value(const json::Value& value) { text(json::write_canonical(value)); }
    void texts(const std::vector<std::string>& all) {
        count(all.size());
        for (const std::string& each : all) text(each);
    }
    void pairs(const Pairs& pairs) {
        count(pairs.size());
        for (const auto& [name, value] : pairs) {
            text(name);
            text(value);
        }
    }
    const std::string& out() const { return out_; }

private:
    std::string out_;
};

void add(Canonical& out, const std::optional<Body>& body) {
    if (!out.is_there(body.has_value())) return;
    out.bytes(body->bytes);
    out.text(body->media_type);
}

void add(Canonical& out, const std::optional<Provenance>& provenance) {
    if (!out.is_there(provenance.has_value())) return;
    out.text(provenance->recorded_at);
    out.text(provenance->recorder.name);
    out.text(provenance->recorder.version);
    out.text(provenance->recorder.commit);
    if (out.is_there(provenance->tool.has_value())) {
        out.text(provenance->tool->name);
        out.text(provenance->tool->version);
        out.text(provenance->tool->path_digest);
        out.text(provenance->tool->file_digest);
    }
    if (out.is_there(provenance->host.has_value())) {
        out.text(provenance->host->os);
        out.text(provenance->host->release);
        out.text(provenance->host->arch);
    }
    out.value(provenance->pinned);
    out.flag(provenance->unverified);
}

void add(Canonical& out, const CommandInput& input) {
    out.text(input.program);
    out.texts(input.args);
    out.text(input.cwd);
    out.pairs(input.env);
    add(out, input.stdin_body);
    out.flag(input.tty);
}

void add(Canonical& out, const HttpInput& input) {
    out.text(input.method);
    out.text(input.host);
    out.text(input.path);
    out.pairs(input.query);
    out.pairs(input.headers);
    add(out, input.body);
    out.text(input.protocol);
    const bool has_more =
        !input.scheme.empty() || !input.query_text.empty() || !input.trailers.empty();
    if (!out.is_more(has_more)) return;
    out.text(input.scheme);
    out.text(input.query_text);
    out.pairs(input.trailers);
}

void add(Canonical& out, const WebhookInput& input) {
    out.text(input.method);
    out.text(input.path);
    out.pairs(input.headers);
    add(out, input.body);
    out.text(input.scheme);
}

void add(Canonical& out, const Output& output) {
    out.count(output.pieces.size());
    for (const Piece& piece : output.pieces) {
        out.number(piece.at);
        out.text(name_of(piece.from));
        out.bytes(piece.bytes);
        if (out.is_more(piece.frame != Frame::Text)) out.text(name_of(piece.frame));
    }
    out.number(output.duration);
    if (out.is_there(output.ended.has_value())) {
        out.number(static_cast<std::int64_t>(output.ended->how));
        out.number(output.ended->number);
        out.text(output.ended->why);
    }
    out.count(output.files.size());
    for (const ChangedFile& file : output.files) {
        out.text(file.path);
        out.text(file.digest);
        out.number(static_cast<std::int64_t>(file.size));
    }
    if (out.is_there(output.answer.has_value())) {
        out.number(output.answer->status);
        out.pairs(output.answer->headers);
        out.pairs(output.answer->trailers);
        if (out.is_more(!output.answer->reason.empty() || !output.answer->interim.empty())) {
            out.text(output.answer->reason);
            out.count(output.answer->interim.size());
            for (const Interim& each : output.answer->interim) {
                out.number(each.status);
                out.pairs(each.headers);
            }
        }
    }
    out.text(output.error);
    if (out.is_there(output.end.has_value())) out.text(name_of(*output.end));
    out.number(output.attempts);
}

void add(Canonical& out, const plan::Capture& capture) {
    out.text(capture.name);
    out.number(static_cast<std::int64_t>(capture.from));
    out.text(capture.place ? capture.place->text : "");
    out.text(capture.header);
    if (out.is_there(capture.pattern.has_value())) out.text(capture.pattern->pattern());
    out.text(word_of(kTypes, capture.type));
}

void add(Canonical& out, const Exchange& exchange) {
    out.text(exchange.id);
    out.text(name_of(exchange.kind));
    out.number(exchange.at);
    out.text(word_of(kPhases, exchange.phase));
    if (out.is_there(exchange.effect.has_value())) out.text(word_of(kEffects, *exchange.effect));
    out.count(exchange.captures.size());
    for (const plan::Capture& capture : exchange.captures) add(out, capture);
    out.text(exchange.caused_by);
    add(out, exchange.recorded);
    if (out.is_there(exchange.kind == Kind::Stream)) {
        out.text(name_of(exchange.carrier));
        out.text(name_of(exchange.framing));
    }
    std::visit([&](const auto& input) { add(out, input); }, exchange.input);
    add(out, exchange.output);
}

void add_head(Canonical& out, const Cassette& cassette) {
    out.number(kVersion);
    out.text(cassette.service);
    out.text(cassette.name);
    if (out.is_there(cassette.variant.has_value())) {
        out.text(cassette.variant->label);
        out.text(cassette.variant->version);
    }
    out.text(name_of(cassette.origin));
    if (out.is_there(cassette.source.has_value())) {
        out.text(cassette.source->digest);
        out.text(cassette.source->by);
        out.text(cassette.source->why);
    }
    add(out, cassette.provenance);
    out.count(cassette.redactions.size());
    for (const Redaction& redaction : cassette.redactions) {
        out.text(redaction.rule);
        out.text(redaction.at);
        out.number(static_cast<std::int64_t>(redaction.count));
    }
    out.count(cassette.vars.size());
    for (const Variable& variable : cassette.vars) {
        out.text(variable.name);
        out.text(word_of(kTypes, variable.type));
        out.value(variable.value);
    }
}

}  // namespace

std::string digest_text(std::string_view bytes) {
    return std::string(kDigestPrefix) + base::to_hex(base::sha256(bytes));
}

bool is_digest_text(std::string_view text) {
    constexpr std::size_t kDigits = 64;
    if (!text.starts_with(kDigestPrefix)) return false;
    text.remove_prefix(kDigestPrefix.size());
    return text.size() == kDigits && text.find_first_not_of("0123456789abcdef") == text.npos;
}

std::string digest_of(const Cassette& cassette) {
    Canonical out;
    add_head(out, cassette);
    out.count(cassette.exchanges.size());
    for (const Exchange& exchange : cassette.exchanges) add(out, exchange);
    return digest_text(out.out());
}

}  // namespace understudy::cassette
