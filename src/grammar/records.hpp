// The records of a file: JSON Lines, a JSON array, or one JSON document, told apart by the text.
#pragma once

#include <memory>
#include <vector>

#include "base/mark.hpp"
#include "base/result.hpp"
#include "grammar/judge.hpp"

namespace understudy::grammar {

struct Records {
    std::vector<Record> records;
    std::shared_ptr<const base::Source> source;
    std::vector<std::pair<std::size_t, std::size_t>> places;  // bytes of each record

    base::Mark mark_of(std::size_t record) const;  // from 1
};

base::Result<Records> read_records(base::Source source);

}  // namespace understudy::grammar
