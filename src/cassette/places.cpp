#include "cassette/impl/places.hpp"

#include <algorithm>
#include <utility>

#include "base/assert.hpp"
#include "base/text.hpp"
#include "http/encoding.hpp"
#include "secret/key_kind.hpp"

namespace understudy::cassette {

namespace {

// What goes by the name of a secret is one, whatever it looks like.
secret::Class class_of(std::string_view name, std::string_view held) {
    const secret::KeyKind* kind = secret::key_kind_of(name);
    return kind != nullptr && held.size() >= kind->least ? secret::Class::Secret
                                                         : secret::Class::None;
}

// `--token` before the argument it is about; empty if there is no such option.
std::string_view option_before(const std::vector<std::string>& args, std::size_t at) {
    if (at == 0 || !args[at - 1].starts_with('-')) return {};
    const std::string_view option = args[at - 1];
    const std::size_t name = option.find_first_not_of('-');
    if (name == option.npos || option.find('=') != option.npos) return {};
    return option.substr(name);
}

// Where the value begins in `--password=two words` or `PASSWORD=two words`, if the name before it
// says that it is secret. A search by itself would end at the first space.
std::size_t secret_value_in(std::string_view arg) {
    const std::size_t equals = arg.find('=');
    if (equals == arg.npos) return arg.npos;
    std::string_view name = arg.substr(0, equals);
    name.remove_prefix(std::min(name.find_first_not_of('-'), name.size()));
    const bool is_name = !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '_' || c == '-' || c == '.';
    });
    const bool is_secret =
        is_name && class_of(name, arg.substr(equals + 1)) == secret::Class::Secret;
    return is_secret ? equals + 1 : arg.npos;
}

// A body that was compressed on its way is looked at as it is meant, and compressed again if it is
// changed: a secret may stand in compressed bytes as it is, and replacing it there would break
// them.
constexpr std::uint64_t kMostDecoded = std::uint64_t{1} << 30U;

std::string encoding_of(const Pairs& headers) {
    std::string joined;
    for (const auto& [name, value] : headers) {
        if (!base::equal_ignoring_case(name, "content-encoding")) continue;
        joined += (joined.empty() ? "" : ", ") + value;
    }
    return joined;
}

// Nothing: it is not compressed, or not as it says.
std::optional<std::string> decoded(std::string_view bytes, const std::string& encoding) {
    if (encoding.empty() || bytes.empty()) return std::nullopt;
    auto plain = http::decode(encoding, bytes, kMostDecoded);
    return plain ? std::optional(std::move(*plain)) : std::nullopt;
}

// Walks over all places; what is done there is up to `Visitor`: text(bytes, place, class),
// body(bytes, place, encoding) and stream(pieces, from, place, encoding). Empty texts are passed
// over, in both directions alike.
template <class Visitor>
class Walker {
public:
    Walker(Visitor& visitor, std::string root) : visitor_(visitor), root_(std::move(root)) {}

    void walk(Exchange& exchange) {
        if (exchange.recorded) walk(*exchange.recorded, root_ + ".recorded");
        std::visit([this](auto& input) { this->walk(input); }, exchange.input);
        walk(exchange.output);
    }

    void walk(Cassette& head) {
        text(head.notes, "notes");
        text(head.given, "given");
        if (head.source) {
            text(head.source->by, "source.by");
            text(head.source->why, "source.why");
        }
        if (head.provenance) walk(*head.provenance, "provenance");
        for (Variable& variable : head.vars) value(variable.value, "vars." + variable.name);
    }

private:
    void text(std::string& bytes, std::string place, secret::Class is = secret::Class::None) {
        if (!bytes.empty()) visitor_.text(bytes, std::move(place), is);
    }
    void value(json::Value& held, std::string place) {
        if (!held.is_string() || held.as_string().empty()) return;
        std::string bytes(held.as_string());
        visitor_.text(bytes, std::move(place), secret::Class::None);
        held = json::Value(bytes);
    }
    void pairs(Pairs& pairs, const std::string& place) {
        for (auto& [name, held] : pairs) text(held, place + "." + name, class_of(name, held));
    }
    void body(std::optional<Body>& body, const std::string& place, const Pairs& headers = {}) {
        if (body && !body->bytes.empty()) visitor_.body(body->bytes, place, encoding_of(headers));
    }
    void walk(Provenance& provenance, const std::string& place) {
        if (provenance.tool) text(provenance.tool->version, place + ".tool.version");
        std::vector<std::string> names;
        for (const json::Member& member : provenance.pinned.members()) {
            names.emplace_back(member.key());
        }
        for (const std::string& name : names) {
            value(*provenance.pinned.find_mutable(name), place + ".pinned." + name);
        }
    }
    void walk(CommandInput& input) {
        text(input.program, root_ + ".input.program");
        for (std::size_t at = 0; at < input.args.size(); ++at) {
            std::string& arg = input.args[at];
            const std::string place = root_ + ".input.args[" + std::to_string(at) + "]";
            const std::size_t begin = secret_value_in(arg);
            if (begin == std::string::npos) {
                text(arg, place, class_of(option_before(input.args, at), arg));
                continue;
            }
            std::string held = arg.substr(begin);
            text(held, place, secret::Class::Secret);
            arg.replace(begin, std::string::npos, held);
        }
        text(input.cwd, root_ + ".input.cwd");
        pairs(input.env, root_ + ".input.env");
        body(input.stdin_body, root_ + ".input.stdin");
    }
    void walk(HttpInput& input) {
        text(input.path, root_ + ".input.path");
        text(input.host, root_ + ".input.host");
        pairs(input.query, root_ + ".input.query");
        text(input.query_text, root_ + ".input.query_text");
        pairs(input.headers, root_ + ".input.headers");
        body(input.body, root_ + ".input.body", input.headers);
        pairs(input.trailers, root_ + ".input.trailers");
    }
    void walk(WebhookInput& input) {
        text(input.path, root_ + ".input.path");
        pairs(input.headers, root_ + ".input.headers");
        body(input.body, root_ + ".input.body", input.headers);
    }
    void walk(Output& output) {
        const std::string encoding =
            output.answer ? encoding_of(output.answer->headers) : std::string();
        for (const From from : {From::Stdout, From::Stderr, From::Stdin, From::Body}) {
            const bool is_there = std::any_of(
                output.pieces.begin(), output.pieces.end(),
                [&](const Piece& piece) { return piece.from == from && !piece.bytes.empty(); });
            const std::string place = root_ + ".output." + std::string(name_of(from));
            const bool is_encoded = from == From::Body && !output.end;
            if (is_there) {
                visitor_.stream(output.pieces, {from, is_encoded ? encoding : ""}, place);
            }
        }
        // A frame is a message: its borders mean something and stay where they are.
        for (std::size_t at = 0; at < output.pieces.size(); ++at) {
            Piece& piece = output.pieces[at];
            if (piece.from != From::FrameIn && piece.from != From::FrameOut) continue;
            text(piece.bytes, root_ + ".output.pieces[" + std::to_string(at) + "]");
        }
        if (output.ended) text(output.ended->why, root_ + ".output.not_started");
        for (std::size_t at = 0; at < output.files.size(); ++at) {
            text(output.files[at].path, root_ + ".output.files[" + std::to_string(at) + "].path");
        }
        if (output.answer) {
            text(output.answer->reason, root_ + ".output.reason");
            for (Interim& each : output.answer->interim) {
                pairs(each.headers, root_ + ".output.interim");
            }
            pairs(output.answer->headers, root_ + ".output.headers");
            pairs(output.answer->trailers, root_ + ".output.trailers");
        }
    }

    Visitor& visitor_;
    std::string root_;
};

// Which pieces of an output are one text, and how it is compressed.
struct StreamOf {
    From from = From::Body;
    std::string encoding;
};

std::string joined(const std::vector<Piece>& pieces, From from) {
    std::string bytes;
    for (const Piece& piece : pieces) {
        if (piece.from == from) bytes += piece.bytes;
    }
    return bytes;
}

struct Taker {
    Carriers carriers;

    void text(const std::string& bytes, std::string place, secret::Class is) {
        carriers.push_back({std::move(place), bytes, is});
    }
    void body(const std::string& bytes, std::string place, const std::string& encoding) {
        auto plain = decoded(bytes, encoding);
        text(plain ? *plain : bytes, std::move(place), secret::Class::None);
    }
    void stream(const std::vector<Piece>& pieces, const StreamOf& which, std::string place) {
        body(joined(pieces, which.from), std::move(place), which.encoding);
    }
};

bool continues_a_character(char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

// Where borders of the old bytes stand in the new ones. Before the first changed byte and behind
// the last nothing moved; between them a border moves in proportion, never into a character.
class Borders {
public:
    Borders(std::string_view before, std::string_view after) : before_(before), after_(after) {
        const std::size_t shorter = std::min(before.size(), after.size());
        while (same_start_ < shorter && before[same_start_] == after[same_start_]) ++same_start_;
        while (same_end_ < shorter - same_start_ &&
               before[before.size() - 1 - same_end_] == after[after.size() - 1 - same_end_]) {
            ++same_end_;
        }
    }

    std::size_t moved(std::size_t border) const {
        if (before_.size() == after_.size() || border <= same_start_) return border;
        if (border >= before_.size() - same_end_) return after_.size() - (before_.size() - border);
        const std::size_t old_middle = before_.size() - same_start_ - same_end_;
        const std::size_t new_middle = after_.size() - same_start_ - same_end_;
        std::size_t place = same_start_ + (border - same_start_) * new_middle / old_middle;
        while (place < after_.size() && continues_a_character(after_[place])) ++place;
        return place;
    }

private:
    std::string_view before_, after_;
    std::size_t same_start_ = 0, same_end_ = 0;
};

struct Putter {
    std::span<const secret::Carrier> carriers;
    std::size_t next = 0;

    const std::string& take() {
        ASSERT(next < carriers.size(), "an exchange has as many places as carriers");
        return carriers[next++].bytes;
    }
    void text(std::string& bytes, const std::string&, secret::Class) { bytes = take(); }
    void body(std::string& bytes, const std::string&, const std::string& encoding) {
        const std::string& after = take();
        const auto plain = decoded(bytes, encoding);
        if (!plain) {
            bytes = after;
        } else if (*plain != after) {
            bytes = http::encode(encoding, after).value_or(after);
        }
    }
    void stream(std::vector<Piece>& pieces, const StreamOf& which, const std::string& place) {
        const From from = which.from;
        const std::string before = joined(pieces, from);
        std::string after = before;
        body(after, place, which.encoding);
        if (before == after) return;
        const Borders borders(before, after);
        std::size_t old_border = 0;
        std::size_t begin = 0;
        for (Piece& piece : pieces) {
            if (piece.from != from) continue;
            old_border += piece.bytes.size();
            const std::size_t end =
                old_border == before.size()
                    ? after.size()
                    : std::clamp(borders.moved(old_border), begin, after.size());
            piece.bytes = after.substr(begin, end - begin);
            begin = end;
        }
        ASSERT(begin == after.size(), "the last piece takes what is left");
    }
};

std::string root_of(std::size_t number) {
    return "exchanges[" + std::to_string(number) + "]";
}

void add_context(std::string& out, const Pairs& pairs, std::string_view between) {
    for (const auto& [name, held] : pairs) out.append(name).append(between).append(held) += '\n';
}

// `--option value` as `--option=value` too: both are read by whoever looks for names.
std::string context_of(const CommandInput& input) {
    std::string out = input.program;
    for (const std::string& arg : input.args) out.append(" ").append(arg);
    out += '\n';
    for (std::size_t at = 1; at < input.args.size(); ++at) {
        const std::string_view option = option_before(input.args, at);
        if (!option.empty()) out.append(option).append("=").append(input.args[at]) += '\n';
    }
    add_context(out, input.env, "=");
    return out;
}

std::string context_of(const HttpInput& input) {
    std::string out = input.path;
    char lead = '?';
    for (const auto& [name, held] : input.query) {
        out.append(1, std::exchange(lead, '&')).append(name).append("=").append(held);
    }
    out += '\n';
    add_context(out, input.headers, ": ");
    return out;
}

std::string context_of(const WebhookInput& input) {
    std::string out = input.path + "\n";
    add_context(out, input.headers, ": ");
    return out;
}

}  // namespace

Carriers carriers_of(const Exchange& exchange, std::size_t number) {
    Taker taker;
    Exchange copy = exchange;
    Walker<Taker>(taker, root_of(number)).walk(copy);
    return std::move(taker.carriers);
}

void put_together(Exchange& exchange, std::span<const secret::Carrier> carriers) {
    Putter putter{carriers};
    Walker<Putter>(putter, {}).walk(exchange);
    ASSERT(putter.next == carriers.size(), "no carrier is left over");
}

Carriers head_carriers_of(const Cassette& cassette) {
    Taker taker;
    Cassette copy = cassette;
    Walker<Taker>(taker, {}).walk(copy);
    return std::move(taker.carriers);
}

void put_head_together(Cassette& cassette, std::span<const secret::Carrier> carriers) {
    Putter putter{carriers};
    Walker<Putter>(putter, {}).walk(cassette);
    ASSERT(putter.next == carriers.size(), "no carrier is left over");
}

Carriers context_of(const Exchange& exchange, std::size_t number) {
    std::string text =
        std::visit([](const auto& input) { return context_of(input); }, exchange.input);
    if (exchange.output.answer) {
        add_context(text, exchange.output.answer->headers, ": ");
        add_context(text, exchange.output.answer->trailers, ": ");
    }
    return {{root_of(number) + ".input", std::move(text), secret::Class::None}};
}

std::string generalised(std::string_view place) {
    std::string out;
    for (std::size_t at = 0; at < place.size(); ++at) {
        out += place[at];
        if (place[at] != '[') continue;
        const std::size_t end = place.find_first_not_of("0123456789", at + 1);
        if (end == place.npos || end == at + 1 || place[end] != ']') continue;
        out += '*';
        at = end - 1;
    }
    return out;
}

}  // namespace understudy::cassette
