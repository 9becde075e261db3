// Reads a grammar file into a Model and collects every problem on the way: nothing here stops at
// the first. A map is read by asking for its keys; what was never asked for is an unknown key.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "expr/scope.hpp"
#include "grammar/impl/model.hpp"
#include "json/document.hpp"
#include "json/pointer.hpp"

namespace understudy::grammar {

// A value of the file and where it stands.
struct Node {
    const json::Value* value = nullptr;
    json::Pointer at;

    explicit operator bool() const { return value != nullptr; }
    Node member(std::string_view key) const;
    Node item(std::size_t index) const;
};

class Reader {
public:
    Reader(const json::Document& document, Model& model)
        : document_(document), model_(model), scope_(guard_scope()) {}

    Model& model() { return model_; }
    const std::vector<base::Error>& problems() const { return problems_; }
    std::vector<base::Error> take_problems() { return std::move(problems_); }

    // A file with more problems than this is told about the first ones.
    static constexpr std::size_t kMostProblems = 200;
    bool is_full() const { return problems_.size() >= kMostProblems; }

    void problem(base::Code code, std::vector<base::Arg> args, const Node& node,
                 std::vector<base::Error> because = {});
    void problem_at_key(base::Code code, std::vector<base::Arg> args, const Node& node);
    // "{what} must be {expected}, not {found}"
    void wrong_shape(const Node& node, std::string_view what, std::string_view expected);
    void unknown_word(const Node& node, std::string_view what, std::string_view word,
                      std::span<const std::string_view> words);

    // Each gives nothing, and reports, when the value is not of that sort.
    std::optional<std::string> text(const Node& node, std::string_view what);
    std::optional<bool> flag(const Node& node, std::string_view what);
    std::optional<std::int64_t> whole(const Node& node, std::string_view what);
    std::vector<Node> list(const Node& node);  // a list, or one value standing for a list of one
    std::vector<std::string> texts(const Node& node, std::string_view what);
    std::optional<expr::Program> guard(const Node& node, std::string_view what);
    std::optional<Locator> locator(const Node& node, std::string_view what);
    std::vector<Locator> locators(const Node& node, std::string_view what);
    TypeId type(std::string_view name, const Node& node);
    std::vector<TypeId> types(const Node& node, std::string_view what);
    std::optional<Selector> selector(const Node& node, std::string_view what);
    std::optional<KeySpec> key(const Node& node, std::string_view what);
    Scope scope(const Node& node);
    std::optional<Moment> moment(const Node& node, std::string_view what);
    // The index of `word` in `words`.
    std::optional<std::size_t> word(const Node& node, std::string_view what,
                                    std::span<const std::string_view> words);

private:
    const json::Document& document_;
    Model& model_;
    expr::Scope scope_;
    std::vector<base::Error> problems_;
    bool type_limit_hit_ = false;
};

// One map of the file. Remembers which keys were asked for.
class MapReader {
public:
    MapReader(Reader& reader, Node node, std::string what);

    bool is_map() const { return is_map_; }
    const Node& node() const { return node_; }
    const std::string& what() const { return what_; }
    bool has(std::string_view key) const;
    Node get(std::string_view key);   // empty if it is not there
    Node need(std::string_view key);  // reports it missing
    void exclude(std::string_view a, std::initializer_list<std::string_view> others);
    void done();  // reports what was never asked for

private:
    Reader& reader_;
    Node node_;
    std::string what_;
    bool is_map_ = false;
    std::vector<std::string> asked_;
};

// The loaders of the kinds; see load_order.cpp and load_fields.cpp.
void load_seq(Reader&, MapReader&, Constraint&);
void load_any(Reader&, MapReader&, Constraint&);
void load_per_key(Reader&, MapReader&, Constraint&);
void load_open_close(Reader&, MapReader&, Constraint&);
void load_once(Reader&, MapReader&, Constraint&, bool terminal);
void load_gapless(Reader&, MapReader&, Constraint&);
void load_monotone(Reader&, MapReader&, Constraint&);
void load_ref(Reader&, MapReader&, Constraint&);
void load_constant(Reader&, MapReader&, Constraint&);
void load_concat(Reader&, MapReader&, Constraint&);
void load_derived(Reader&, MapReader&, Constraint&);
void load_implies(Reader&, MapReader&, Constraint&);
void load_join(Reader&, MapReader&, Constraint&);

// States and transitions of a seq or a per-key, or their short form.
std::optional<Automaton> load_automaton(Reader&, MapReader&, bool needs_accept);
std::optional<Automaton> read_short_form(Reader&, const Node& line);

}  // namespace understudy::grammar
