// Builds one document after another from events: values, marks, aliases, notes, and the rules that
// divide strict from foreign. It keeps its own stack, so nesting costs no call depth, and it checks
// every limit before it grows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.hpp"
#include "yaml/impl/event.hpp"
#include "yaml/read.hpp"

namespace understudy::yaml {

class Composer {
public:
    Composer(std::shared_ptr<const base::Source> source, const ReadOptions& options);

    // Takes the events of one document up to and including its end. What is wrong in itself but
    // does not end the reading (a repeated key, a tag) is collected and seen through problems().
    base::Result<void> take(const Event& event);

    bool is_complete() const { return is_complete_; }
    ForeignDocument finish();  // and starts afresh

    // All problems so far as one error; nothing if there are none.
    base::Result<void> problems() const;

private:
    struct Frame {
        json::Value value;
        std::string key;  // waiting for its value
        json::Range key_range;
        std::string anchor;
        std::uint32_t row = 0;
        std::size_t height = 1;
        std::size_t bytes = 0;  // of text inside
        std::size_t anchors_before = 0;
        bool is_mapping = false;
        bool has_key = false;
        bool is_key = false;  // this collection is itself the key of the frame below
    };
    struct Anchor {
        json::Value value;
        json::Range range;
        std::uint32_t row = 0;
        std::uint32_t nodes = 0;
        std::size_t height = 0;
        std::size_t bytes = 0;
        bool is_open = false;
        bool has_rows = true;  // false: it stands in a key, and keys have no rows
    };

    base::Result<void> open(const Event& event, bool is_mapping);
    base::Result<void> close(const Event& event);
    base::Result<void> add_scalar(const Event& event);
    base::Result<void> add_alias(const Event& event);

    bool expects_key() const;
    void set_key(std::string_view text, json::Range range);
    base::Result<void> set_collection_as_key(const json::Value& value, std::size_t bytes,
                                             std::size_t nodes, json::Range range);
    void put(json::Value value, std::size_t height, std::size_t bytes);
    std::uint32_t add_row(json::Range range);
    void add_rows_like(const json::Value& value, json::Range range);
    void copy_rows(const Anchor& anchor);
    void remember(std::string_view name, Anchor anchor);
    void check_tag_of_collection(const Event& event, bool is_mapping);
    json::Value value_of(const Event& event);
    json::Value value_of_tagged(const Event& event);
    json::Value decode_binary(const Event& event);
    json::Value refuse_number(const Event& event);
    void check_repeated(Frame& frame);
    base::Result<void> check_more(json::Range range);

    void problem(base::Error error);
    void note(base::Code code, std::vector<base::Arg> args, json::Range range);
    bool is_strict() const { return options_.mode == Mode::Strict; }
    base::Mark mark(json::Range range) const { return source_->mark(range.begin, range.end); }

    std::shared_ptr<const base::Source> source_;
    ReadOptions options_;
    std::vector<base::Error> problems_;
    std::size_t nodes_ = 0;  // in the whole text, like the next two
    std::size_t alias_nodes_ = 0;
    std::size_t alias_bytes_ = 0;

    ForeignDocument out_;
    std::size_t notes_left_out_ = 0;
    std::vector<Frame> stack_;
    std::vector<Anchor> anchors_;
    std::unordered_map<std::string, std::size_t> anchor_names_;
    bool is_complete_ = false;
};

}  // namespace understudy::yaml
