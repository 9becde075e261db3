// Finding the place of a value: the value tree and the rows are walked side by side.
#include "json/document.hpp"

namespace understudy::json {

namespace {

// How many steps of `pointer` exist, and the row they lead to.
struct Walk {
    std::size_t row = 0;
    std::size_t steps = 0;
};

Walk walk(const std::vector<Marks::Row>& rows, const Value& root, const Pointer& pointer) {
    Walk reached;
    const Value* value = &root;
    for (const std::string& token : pointer.tokens()) {
        std::size_t child = 0;
        if (value->is_array()) {
            const auto index = to_index(token);
            if (!index || *index >= value->size()) return reached;
            child = *index;
        } else {
            const Value* found = value->find(token);
            if (found == nullptr) return reached;
            while (&value->members()[child].value != found) ++child;
        }
        std::size_t row = reached.row + 1;
        for (std::size_t i = 0; i < child; ++i) row += rows[row].nodes;
        value = value->is_array() ? &(*value)[child] : &value->members()[child].value;
        reached = {row, reached.steps + 1};
    }
    return reached;
}

}  // namespace

const Marks::Row* Marks::find(const Value& root, const Pointer& pointer) const {
    if (rows.empty()) return nullptr;
    const Walk reached = walk(rows, root, pointer);
    return reached.steps == pointer.tokens().size() ? &rows[reached.row] : nullptr;
}

base::Mark Document::mark(const Pointer& pointer) const {
    if (source == nullptr) return {};
    if (marks.rows.empty()) return source->whole();
    const Marks::Row& row = marks.rows[walk(marks.rows, root, pointer).row];
    return source->mark(row.value.begin, row.value.end);
}

base::Mark Document::mark_of_key(const Pointer& pointer) const {
    if (source == nullptr) return {};
    const Marks::Row* row = marks.find(root, pointer);
    if (row == nullptr || row->key.begin == row->key.end) return mark(pointer);
    return source->mark(row->key.begin, row->key.end);
}

}  // namespace understudy::json
