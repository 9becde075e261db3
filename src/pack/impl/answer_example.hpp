// Makes the example of one described answer: when a document is read, or later.
#pragma once

#include "pack/impl/example_maker.hpp"
#include "pack/late_example.hpp"

namespace understudy::pack {

ExampleOptions answer_options(const ExampleWish& wish);

// The wish has a compiled schema. The maker is of the same document; it may have made others.
base::Result<json::Value> answer_example(const ExampleWish& wish, ExampleMaker& maker);

}  // namespace understudy::pack
