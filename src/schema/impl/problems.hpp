// Collects everything that is wrong with a schema while it is compiled.
#pragma once

#include <cstdint>
#include <vector>

#include "base/error.hpp"
#include "json/document.hpp"
#include "schema/impl/node.hpp"

namespace understudy::schema {

class Problems {
public:
    Problems(const Program& program, const json::Document* marked, std::size_t most)
        : program_(program), marked_(marked), most_(most) {}

    // `at` names the schema; `keyword`, if not empty, the member of it that is wrong.
    void add(base::Code code, std::uint32_t at, std::string_view keyword,
             std::vector<base::Arg> args = {}, std::vector<base::Error> because = {});
    bool is_empty() const { return errors_.empty(); }
    bool is_full() const { return errors_.size() >= most_; }

    // One error for all: the problem itself if there is only one, else a group.
    base::Error take();

private:
    const Program& program_;
    const json::Document* marked_;  // the first document, if it has marks
    std::size_t most_;
    std::vector<base::Error> errors_;
    std::size_t left_out_ = 0;
};

}  // namespace understudy::schema
