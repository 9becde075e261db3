// Notes what is read and which way the evaluation goes. Nothing here runs unless a Trace was asked
// for.
#include "expr/trace.hpp"

#include <algorithm>

#include "expr/impl/machine.hpp"

namespace understudy::expr {

void Machine::record_branch(const Node& node, BranchKind kind, std::size_t taken, bool value) {
    trace_->branches.push_back(
        {kind, node.begin, node.end, static_cast<std::uint32_t>(taken), value});
}

// `self.items[0].amount` of the node, as far as it is a path from a name.
std::optional<std::string> Machine::path_of(const Node& node) const {
    switch (node.op) {
        case Op::Name: return tree_.names[node.index];
        case Op::Local: return paths_ ? paths_->locals[node.index] : std::string();
        case Op::Select:
        case Op::Has: {
            std::optional<std::string> path = path_of(tree_.child(node, 0));
            if (path) path->append(".").append(tree_.texts[node.index]);
            return path;
        }
        case Op::Index: {
            std::optional<std::string> path = path_of(tree_.child(node, 0));
            if (!path || !paths_) return std::nullopt;
            for (const auto& [index, key] : paths_->keys) {
                if (index == &node) return *path + "[" + key + "]";
            }
            return std::nullopt;
        }
        default: return std::nullopt;
    }
}

void Machine::record_read(const Node& node, const Datum& datum) {
    if (datum.is_error()) return;
    const std::optional<std::string> path = path_of(node);
    if (!path || path->empty()) return;
    Read read;
    read.path = *path;
    read.name = path->substr(0, path->find_first_of(".["));
    read.found = datum.kind != Kind::Absent;
    // A whole Object is named, not copied: its members are traced when they are read. What the
    // trace costs is not charged, so that a traced evaluation goes the same way as any other.
    if (read.found && datum.kind != Kind::Object && datum.form != Form::Relation) {
        const std::uint64_t left = left_;
        if (std::optional<json::Value> value = to_json(node, datum)) {
            read.value = std::move(*value);
        } else {
            error_.reset();  // too large, or without a JSON form: the path must do
            dry_ = false;
        }
        left_ = left;
    }
    trace_->reads.push_back(std::move(read));
}

void Machine::note_key(const Node& node, const Datum& key) {
    if (!paths_) paths_ = std::make_unique<Paths>();
    std::string text;
    const std::uint64_t left = left_;
    const bool written = write(node, text, key);
    left_ = left;
    if (!written) {
        error_.reset();
        dry_ = false;
        return;
    }
    for (auto& [index, known] : paths_->keys) {
        if (index == &node) {
            known = std::move(text);
            return;
        }
    }
    paths_->keys.emplace_back(&node, std::move(text));
}

void Machine::set_local_path(std::size_t local, std::string path) {
    if (!paths_) paths_ = std::make_unique<Paths>();
    paths_->locals[local] = std::move(path);
}

// A loop's variable is named by where its value stands: `self.items[2]`. What was computed has no
// place, and is not a read.
void Machine::trace_round(const Node& node, const Datum& range, std::size_t round) {
    const std::optional<std::string> path = path_of(tree_.child(node, 0));
    const bool two = (node.flags & kTwoVariables) != 0;
    const bool of_list = range.kind == Kind::List;
    std::string place;
    if (path && of_list) place = *path + "[" + std::to_string(round) + "]";
    if (path && !of_list && two && locals_[node.index].kind == Kind::String) {
        place = *path + "." + std::string(locals_[node.index].view());
    }
    set_local_path(node.index, two || !of_list ? std::string() : place);
    if (two) set_local_path(node.index + 1, place);
}

}  // namespace understudy::expr
