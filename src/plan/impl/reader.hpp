// Reads the parts of a plan and collects every problem on the way. A map is read by asking for its
// keys; what was never asked for is an unknown key.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "json/document.hpp"
#include "plan/load.hpp"
#include "plan/plan.hpp"

namespace understudy::plan {

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
    Reader(const json::Document& document, const LoadOptions& options)
        : document_(document), options_(options) {}

    const LoadOptions& options() const { return options_; }
    std::vector<base::Error> take_problems() { return std::move(problems_); }
    bool has_problems() const { return !problems_.empty(); }

    // A file with more problems than this is told about the first ones.
    static constexpr std::size_t kMostProblems = 200;

    void problem(base::Code code, std::vector<base::Arg> args, const Node& node,
                 std::vector<base::Error> because = {});
    void problem_at_key(base::Code code, std::vector<base::Arg> args, const Node& node);
    void wrong_kind(const Node& node, std::string_view what, std::string_view expected);
    base::Mark mark(const Node& node) const { return document_.mark(node.at); }

    // Each gives nothing, and reports, when the value is not of that sort; an empty node gives
    // nothing silently.
    std::optional<std::string> text(const Node& node, std::string_view what);
    std::optional<std::int64_t> whole(const Node& node, std::string_view what, std::int64_t least,
                                      std::int64_t most);
    std::optional<base::Duration> duration(const Node& node, std::string_view what);
    std::optional<std::size_t> word(const Node& node, std::string_view what,
                                    std::span<const std::string_view> words);
    std::optional<Place> place(const Node& node, std::string_view what);
    std::optional<base::Regex> pattern(const Node& node, std::string_view what);
    std::optional<bool> flag(const Node& node, std::string_view what);
    std::vector<Node> list(const Node& node);  // a list, or one value standing for a list of one
    std::vector<std::string> texts(const Node& node, std::string_view what);  // the same, all texts

    // Names that holes may use here. A hole with any other name is a problem at `node`.
    void declare(std::string_view name);
    void check_holes(const Node& node);  // in all texts of a value
    // The same; where the options say so, holes in capitals are variables of the environment and
    // are put into `environment`.
    void check_holes(const Node& node, std::vector<std::string>& environment);

private:
    void check_all_holes(const Node& node, std::vector<std::string>* environment);

    const json::Document& document_;
    const LoadOptions& options_;
    std::vector<base::Error> problems_;
    std::vector<std::string> names_;
};

// One map of the file. Remembers which keys were asked for.
class MapReader {
public:
    MapReader(Reader& reader, Node node, std::string what);

    bool is_map() const { return is_map_; }
    const Node& node() const { return node_; }
    const std::string& what() const { return what_; }
    Node get(std::string_view key);   // empty if it is not there
    Node need(std::string_view key);  // reports it missing
    void done();                      // reports what was never asked for

private:
    Reader& reader_;
    Node node_;
    std::string what_;
    bool is_map_ = false;
    std::vector<std::string> asked_;
};

// load_head.cpp: everything but the steps.
void read_head(Reader& reader, MapReader& map, Plan& plan);
// load_command.cpp
using Variables = std::vector<std::pair<std::string, std::string>>;
bool can_be_name(std::string_view name);  // of a hole
std::vector<std::string> read_words(Reader& reader, const Node& node, std::string_view what);
Command read_command(Reader& reader, MapReader& map, const Node& run);
void vary_command(Reader& reader, MapReader& map, Command& command);
Variables read_variables(Reader& reader, const Node& node, std::string_view what,
                         std::vector<std::string>* environment);
// load_request.cpp
Request read_request(Reader& reader, const Node& node);
Request read_control(Reader& reader, const Node& node);
std::optional<Auth> read_auth(Reader& reader, const Node& node);
bool is_header_name(std::string_view text);
// load_expect.cpp, load_output.cpp; what a call can be held against depends on its kind.
enum class CallKind : std::uint8_t { Request, Command };
Capture read_capture(Reader& reader, const Node& node, std::string name, CallKind kind);
std::vector<Capture> read_captures(Reader& reader, const Node& node, CallKind kind);
Expect read_expect(Reader& reader, const Node& node, CallKind kind);
void read_outputs(Reader& reader, MapReader& map, Expect& expect);

}  // namespace understudy::plan
