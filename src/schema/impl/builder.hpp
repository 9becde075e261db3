// Turns schemas into nodes, one at a time from a queue, so that recursion and depth in a schema
// cost a number and not a call.
#pragma once

#include <array>
#include <deque>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "schema/compile.hpp"
#include "schema/impl/library.hpp"
#include "schema/impl/node.hpp"
#include "schema/impl/problems.hpp"

namespace understudy::schema {

class Builder {
public:
    Builder(Program& program, Library& library, Problems& problems, const CompileOptions& options);

    NodeId node_for(const Spot& spot);
    void run();  // until nothing is queued

private:
    static constexpr std::size_t kKeywords = static_cast<std::size_t>(Keyword::WriteOnly) + 1;
    struct Job {
        NodeId id = 0;
        Spot spot;
        Rules rules;
        std::array<const json::Value*, kKeywords> seen{};  // the keywords that count

        const json::Value* at(Keyword keyword) const {
            return seen[static_cast<std::size_t>(keyword)];
        }
        bool has(Keyword keyword) const { return at(keyword) != nullptr; }
    };

    void build(NodeId id, const Spot& spot);
    void build_types(const Job& job, Node& node);  // type, enum, const, nullable
    void build_number(const Job& job, Node& node);
    void build_string(const Job& job, Node& node);
    void build_array(const Job& job, Node& node);
    void build_object(const Job& job, Node& node);
    void build_dependencies(const Job& job, std::vector<Dependency>& plain,
                            std::vector<Dependency>& schemas);
    void build_in_place(const Job& job, Node& node, std::vector<Dependency> dependencies);
    void build_references(const Job& job, Node& node, InPlace& in_place);
    void build_dynamic_reference(const Job& job, InPlace& in_place);
    void build_discriminator(const Job& job, Choice& choice);
    void build_unevaluated(const Job& job, Node& node);
    void finish_dynamic_names();

    void read_enum(const Job& job, Node& node, std::span<const json::Value> values,
                   Keyword keyword);
    void read_bound(const Job& job, Keyword keyword, NumberCheck& check);
    void narrow(NumberCheck& check);
    Format read_format(const Job& job);
    std::uint32_t add_pattern(const Job& job, std::string_view keyword, std::string_view pattern);

    // What a keyword holds, or nothing and a problem.
    std::uint64_t read_count(const Job& job, Keyword keyword, std::uint64_t otherwise);
    bool read_flag(const Job& job, Keyword keyword);
    NodeId read_schema(const Job& job, Keyword keyword);
    std::vector<NodeId> read_schemas(const Job& job, Keyword keyword);
    std::vector<std::string> read_names(const Job& job, Keyword keyword, const json::Value& names);
    void complain(const Job& job, Keyword keyword, std::string_view expected,
                  const json::Value& found);

    Program& program_;
    Library& library_;
    Problems& problems_;
    const CompileOptions& options_;
    std::map<std::pair<std::uint32_t, const json::Value*>, NodeId> known_;
    std::deque<std::pair<NodeId, Spot>> queue_;
    std::map<std::string, std::uint32_t, std::less<>> patterns_;
    std::map<std::string, std::uint32_t, std::less<>> dynamic_names_;
    KeyTable keyword_table_;
    bool is_too_large_ = false;
};

// After building, in link.cpp: read-only flags, narrowed choices, and the search for endless loops.
void link(Program& program, Problems& problems);

}  // namespace understudy::schema
