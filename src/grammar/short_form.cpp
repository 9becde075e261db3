// The short form: `init hook? (assistant | tool_result)* result` to an automaton.
//
// Every name in the line is a place. Which places may come first, last and after one another is
// worked out while reading (Glushkov's construction); a state of the automaton is then a set of
// places that one prefix can have led to. All places of a state carry the same name, so a state is
// called after it: `start`, `after init`, `after assistant`. Lines that can be read in several ways
// are fine: the sets follow all of them at once.
#include <bitset>
#include <unordered_map>

#include "base/text.hpp"
#include "grammar/impl/reader.hpp"

namespace understudy::grammar {

using base::Code;

namespace {

using Places = std::bitset<kMaxShortFormNames>;

struct PlacesHash {
    std::size_t operator()(const Places& places) const { return std::hash<Places>()(places); }
};

// A part of the line: which places it can begin and end with, and whether it can be empty.
struct Piece {
    Places first;
    Places last;
    bool can_be_empty = true;
};

struct Trouble {
    std::string why;
    std::size_t at = 0;
    bool is_limit = false;
    std::size_t limit = 0;
};

constexpr bool is_operator(char c) {
    return c == '(' || c == ')' || c == '|' || c == '?' || c == '*' || c == '+';
}

constexpr bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

class LineReader {
public:
    explicit LineReader(std::string_view line) : line_(line) {}

    std::optional<Piece> read() {
        Piece whole = alternatives(0);
        if (!trouble_ && at_ < line_.size()) fail("there is a ) too many");
        if (trouble_) return std::nullopt;
        return whole;
    }

    const Trouble& trouble() const { return *trouble_; }
    const std::vector<std::string>& names() const { return names_; }
    const Places& after(std::size_t place) const { return follow_[place]; }

private:
    void fail(std::string why) {
        if (!trouble_) trouble_ = Trouble{std::move(why), at_ + 1};
    }

    void fail_limit(std::string what, std::size_t limit) {
        if (!trouble_) trouble_ = Trouble{std::move(what), at_ + 1, true, limit};
    }

    void skip_space() {
        while (at_ < line_.size() && is_space(line_[at_])) ++at_;
    }

    bool is_at_end_of_part() {
        skip_space();
        return trouble_ || at_ == line_.size() || line_[at_] == '|' || line_[at_] == ')';
    }

    Piece alternatives(std::size_t depth) {
        if (depth > kMaxShortFormDepth)
            fail_limit("the nesting of the short form", kMaxShortFormDepth);
        Piece all = sequence(depth);
        while (!trouble_ && at_ < line_.size() && line_[at_] == '|') {
            ++at_;
            Piece other = sequence(depth);
            all.first |= other.first;
            all.last |= other.last;
            all.can_be_empty = all.can_be_empty || other.can_be_empty;
        }
        return all;
    }

    Piece sequence(std::size_t depth) {
        if (is_at_end_of_part()) fail("a name is missing");
        Piece all;
        while (!is_at_end_of_part()) all = in_order(all, item(depth));
        return all;
    }

    Piece item(std::size_t depth) {
        Piece part;
        if (line_[at_] == '(') {
            ++at_;
            part = alternatives(depth + 1);
            if (trouble_) return part;
            if (at_ == line_.size())
                fail("a ( is never closed");
            else
                ++at_;
        } else {
            part = name();
        }
        while (!trouble_ && at_ < line_.size() &&
               (line_[at_] == '?' || line_[at_] == '*' || line_[at_] == '+')) {
            char mark = line_[at_++];
            if (mark != '?') link(part.last, part.first);
            if (mark != '+') part.can_be_empty = true;
        }
        return part;
    }

    Piece name() {
        std::string name;
        if (line_[at_] == '"') {
            std::size_t end = line_.find('"', at_ + 1);
            if (end == std::string_view::npos)
                fail("a \" is never closed");
            else
                name = line_.substr(at_ + 1, end - at_ - 1);
            at_ = end == std::string_view::npos ? line_.size() : end + 1;
        } else {
            std::size_t begin = at_;
            while (at_ < line_.size() && !is_space(line_[at_]) && !is_operator(line_[at_])) ++at_;
            name = line_.substr(begin, at_ - begin);
        }
        if (name.empty()) fail("a name is missing");
        if (names_.size() == kMaxShortFormNames) {
            fail_limit("the number of names in the short form", kMaxShortFormNames);
        }
        if (trouble_) return {};
        Piece part;
        part.first.set(names_.size());
        part.last = part.first;
        part.can_be_empty = false;
        names_.push_back(std::move(name));
        follow_.emplace_back();
        return part;
    }

    Piece in_order(const Piece& a, const Piece& b) {
        link(a.last, b.first);
        Piece both;
        both.first = a.can_be_empty ? a.first | b.first : a.first;
        both.last = b.can_be_empty ? a.last | b.last : b.last;
        both.can_be_empty = a.can_be_empty && b.can_be_empty;
        return both;
    }

    void link(const Places& from, const Places& to) {
        for (std::size_t place = 0; place < names_.size(); ++place) {
            if (from.test(place)) follow_[place] |= to;
        }
    }

    std::string_view line_;
    std::size_t at_ = 0;
    std::vector<std::string> names_;
    std::vector<Places> follow_;
    std::optional<Trouble> trouble_;
};

// From sets of places to states.
class Determiniser {
public:
    Determiniser(Reader& reader, const Node& node, const LineReader& line, const Piece& whole)
        : reader_(reader), node_(node), line_(line), whole_(whole) {}

    std::optional<Automaton> build() {
        state_of({}, "start", whole_.can_be_empty);
        for (std::size_t i = 0; i < sets_.size(); ++i) {
            Places next = i == 0 ? whole_.first : followers(sets_[i]);
            if (!add_edges(static_cast<std::uint32_t>(i), next)) return std::nullopt;
        }
        automaton_.says_accept = true;
        for (AutomatonState& state : automaton_.states) state.interruptible = true;
        return std::move(automaton_);
    }

private:
    Places followers(const Places& set) const {
        Places next;
        for (std::size_t place = 0; place < line_.names().size(); ++place) {
            if (set.test(place)) next |= line_.after(place);
        }
        return next;
    }

    bool add_edges(std::uint32_t from, const Places& next) {
        std::vector<TypeId> order;
        std::unordered_map<TypeId, Places> by_type;
        for (std::size_t place = 0; place < line_.names().size(); ++place) {
            if (!next.test(place)) continue;
            TypeId type = reader_.type(line_.names()[place], node_);
            auto [found, is_new] = by_type.try_emplace(type);
            found->second.set(place);
            if (is_new) order.push_back(type);
        }
        for (TypeId type : order) {
            const Places& set = by_type[type];
            std::uint32_t to =
                state_of(set, reader_.model().types[type], (set & whole_.last).any());
            automaton_.states[from].on[type] = {Edge{std::nullopt, to}};
            automaton_.states[from].order.push_back(type);
            if (++transitions_ > kMaxTransitions) return too_large("transitions", kMaxTransitions);
            if (automaton_.states.size() > kMaxStates) return too_large("states", kMaxStates);
        }
        return true;
    }

    bool too_large(std::string_view what, std::size_t limit) {
        reader_.problem(Code::GrammarLimit,
                        {{"what", "the number of " + std::string(what) + " of the short form"},
                         {"limit", base::with_thousands(limit)}},
                        node_);
        return false;
    }

    std::uint32_t state_of(const Places& set, const std::string& name, bool accept) {
        auto found = known_.find(set);
        if (found != known_.end()) return found->second;
        auto id = static_cast<std::uint32_t>(sets_.size());
        known_.emplace(set, id);
        sets_.push_back(set);
        AutomatonState state;
        std::size_t same = ++named_[name];
        state.name = id == 0 ? name : "after " + name;
        if (id != 0 && same > 1) state.name += " " + std::to_string(same);
        state.accept = accept;
        automaton_.states.push_back(std::move(state));
        return id;
    }

    Reader& reader_;
    const Node& node_;
    const LineReader& line_;
    const Piece& whole_;
    Automaton automaton_;
    std::vector<Places> sets_;
    std::unordered_map<Places, std::uint32_t, PlacesHash> known_;
    std::unordered_map<std::string, std::size_t> named_;
    std::size_t transitions_ = 0;
};

}  // namespace

std::optional<Automaton> read_short_form(Reader& reader, const Node& node) {
    auto text = reader.text(node, "order");
    if (!text) return std::nullopt;
    if (text->size() > kMaxShortFormBytes) {
        reader.problem(Code::GrammarLimit,
                       {{"what", "the length of the short form"},
                        {"limit", base::with_thousands(kMaxShortFormBytes) + " bytes"}},
                       node);
        return std::nullopt;
    }
    LineReader line(*text);
    auto whole = line.read();
    if (!whole && line.trouble().is_limit) {
        reader.problem(
            Code::GrammarLimit,
            {{"what", line.trouble().why}, {"limit", base::with_thousands(line.trouble().limit)}},
            node);
        return std::nullopt;
    }
    if (!whole) {
        reader.problem(Code::GrammarShortForm,
                       {{"why", line.trouble().why}, {"at", std::to_string(line.trouble().at)}},
                       node);
        return std::nullopt;
    }
    return Determiniser(reader, node, line, *whole).build();
}

}  // namespace understudy::grammar
