// A form's names taken apart and put together as one value. Names arrive in any order, so lists and
// objects can be told apart only at the end; until then every bracketed name is a child.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "http/form.hpp"
#include "json/value.hpp"

namespace understudy::http {

// The names that are added must outlive the tree.
class FormTree {
public:
    FormTree(FormStyle style, const FormLimits& limits);

    base::Result<void> add(std::string_view name, json::Value value);
    base::Result<json::Value> fold() const;

private:
    using NodeId = std::uint32_t;
    using Steps = std::vector<std::string_view>;  // "[]" is an empty step

    struct Node {
        std::optional<json::Value> scalar;
        std::vector<json::Value> further;                        // the name was repeated
        std::vector<std::pair<std::string_view, NodeId>> named;  // in order of arrival
        std::map<std::string_view, NodeId> by_name;              // the same, where there are many
        std::vector<NodeId> appended;                            // `a[]`

        bool is_container() const { return !named.empty() || !appended.empty(); }
        std::optional<NodeId> find(std::string_view name) const;
    };
    // Where a node stands, for errors.
    struct Place {
        const Place* above = nullptr;
        std::string_view step;

        std::string text() const;
    };

    NodeId make_node();
    NodeId child(NodeId parent, std::string_view name);
    NodeId next_item(NodeId list, std::span<const std::string_view> rest);
    bool has(NodeId from, std::span<const std::string_view> path) const;

    base::Result<json::Value> value_of(NodeId id, const Place& place) const;
    bool is_list(const Node& node) const;

    FormStyle style_;
    FormLimits limits_;
    std::size_t pairs_ = 0;
    std::vector<Node> nodes_;
};

}  // namespace understudy::http
