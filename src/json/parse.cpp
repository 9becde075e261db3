// The three ways in: a text, a document with marks, a body piece by piece.
#include "json/parse.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "json/impl/machine.hpp"

namespace understudy::json {

namespace {

base::Error to_error(const Fault& fault, std::string_view name, std::string_view text) {
    return {fault.code, fault.args, base::mark_in(name, text, fault.begin, fault.end), {}};
}

base::Error too_long(const ParseOptions& options, std::string_view name) {
    return {base::Code::JsonTooLong,
            {{"limit", base::with_thousands(options.limits.bytes)}},
            base::Mark{std::string(name), 0, 0, 0, {}, 0},
            {}};
}

// Marks of keys that occurred before in the same object, in reading order.
void find_repeated_keys(const Document& document, std::vector<base::Error>& found) {
    struct Walk {
        const Document& document;
        std::vector<base::Error>& found;
        std::size_t row = 0;

        void visit(const Value& value) {
            ++row;
            if (value.is_array()) {
                for (const Value& item : value.items()) visit(item);
            }
            if (!value.is_object()) return;
            const bool repeats = value.has_repeated_keys();
            const auto members = value.members();
            for (std::size_t i = 0; i < members.size(); ++i) {
                if (repeats) note(members, i);
                visit(members[i].value);
            }
        }

        void note(std::span<const Member> members, std::size_t i) {
            const auto before = members.first(i);
            const std::string_view key = members[i].key();
            const bool again = std::any_of(before.begin(), before.end(),
                                           [&](const Member& other) { return other.key() == key; });
            if (!again) return;
            const Range place = document.marks.rows[row].key;
            found.push_back({base::Code::JsonRepeatedKey,
                             {{"key", base::quoted(key)}},
                             document.source->mark(place.begin, place.end),
                             {}});
        }
    };
    Walk{document, found}.visit(document.root);
}

}  // namespace

base::Result<Value> parse(std::string_view text, const ParseOptions& options) {
    if (text.size() > options.limits.bytes) return base::fail(too_long(options, options.name));
    Machine machine(options, nullptr);
    if (machine.run(text, true)) return machine.take();
    const Fault& fault = machine.fault();
    if (fault.code == base::Code::JsonRepeatedKey) {
        // Only a reader with marks can say where the second key stands.
        auto document = parse_document(base::Source{options.name, std::string(text)}, options);
        if (!document) return base::fail(std::move(document).error());
    }
    return base::fail(to_error(fault, options.name, text));
}

base::Result<Document> parse_document(base::Source source, const ParseOptions& options) {
    // Rows hold 32-bit offsets.
    const std::size_t most = std::min<std::size_t>(options.limits.bytes, 0xFFFFFFFEU);
    if (source.text.size() > most) return base::fail(too_long(options, source.name));
    Document document;
    document.source = std::make_shared<const base::Source>(std::move(source));
    const base::Source& kept = *document.source;
    ParseOptions tolerant = options;
    tolerant.refuse_repeated_keys = false;  // found below, with their places
    Machine machine(tolerant, &document.marks);
    if (!machine.run(kept.text, true)) {
        return base::fail(to_error(machine.fault(), kept.name, kept.text));
    }
    document.root = machine.take();
    std::vector<base::Error> repeated;
    find_repeated_keys(document, repeated);
    if (options.refuse_repeated_keys && !repeated.empty()) return base::fail(repeated.front());
    if (machine.had_byte_order_mark()) {
        document.notes.push_back({base::Code::JsonByteOrderMark, {}, kept.mark(0, 3), {}});
    }
    document.notes.insert(document.notes.end(), repeated.begin(), repeated.end());
    return document;
}

struct Parser::State {
    explicit State(ParseOptions given) : options(std::move(given)), machine(options, nullptr) {}

    base::Result<void> run(std::string_view piece, bool last);
    base::Error place(const Fault& fault, std::string_view text) const;
    void count_taken(std::string_view taken);

    ParseOptions options;
    Machine machine;
    std::string carry;        // bytes of a token that was not whole at the end of the last piece
    std::size_t bytes = 0;    // fed so far
    std::uint32_t lines = 0;  // taken so far
    std::size_t line_characters = 0;  // taken since the last newline
    std::optional<base::Error> failed;
};

base::Result<void> Parser::State::run(std::string_view piece, bool last) {
    if (failed) return base::fail(*failed);
    bytes += piece.size();
    if (bytes > options.limits.bytes) {
        failed = too_long(options, options.name);
        return base::fail(*failed);
    }
    std::string_view text = piece;
    if (!carry.empty()) {
        carry += piece;
        text = carry;
    }
    if (!machine.run(text, last)) {
        failed = place(machine.fault(), text);
        return base::fail(*failed);
    }
    count_taken(text.substr(0, machine.taken()));
    std::string_view rest = text.substr(machine.taken());
    if (text.data() == carry.data()) {
        carry.erase(0, machine.taken());
    } else {
        carry.assign(rest);
    }
    return {};
}

// The machine saw only the bytes it had in hand; lines and columns count from the beginning.
base::Error Parser::State::place(const Fault& fault, std::string_view text) const {
    base::Error error = to_error(fault, options.name, text);
    if (error.where.line == 1) {
        error.where.column += static_cast<std::uint32_t>(line_characters);
        error.where.excerpt_column += static_cast<std::uint32_t>(line_characters);
    }
    error.where.line += lines;
    return error;
}

void Parser::State::count_taken(std::string_view taken) {
    const auto newlines = std::count(taken.begin(), taken.end(), '\n');
    lines += static_cast<std::uint32_t>(newlines);
    const std::size_t last = taken.rfind('\n');
    line_characters = last == std::string_view::npos
                          ? line_characters + base::count_code_points(taken)
                          : base::count_code_points(taken.substr(last + 1));
}

Parser::Parser(ParseOptions options) : state_(std::make_unique<State>(std::move(options))) {}
Parser::Parser(Parser&&) noexcept = default;
Parser& Parser::operator=(Parser&&) noexcept = default;
Parser::~Parser() = default;

base::Result<void> Parser::feed(std::string_view piece) {
    return state_->run(piece, false);
}

base::Result<Value> Parser::finish() {
    TRY_VOID(state_->run({}, true));
    return state_->machine.take();
}

}  // namespace understudy::json
