// Reading of any bytes as TOML; what is read is JSON within the bounds, and what is refused is
// refused at a place.
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/assert.hpp"
#include "json/parse.hpp"
#include "json/write.hpp"
#include "secret/code.hpp"
#include "secret/impl/toml.hpp"

using namespace understudy;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto value = secret::read_toml({"f", std::string(data, data + size)});
    if (!value) {
        ASSERT(value.error().code == secret::code::BadToml, "one code for every mistake");
        ASSERT(value.error().where.is_known(), "every mistake has a place");
        return 0;
    }
    ASSERT(value->is_object(), "a file is a table");
    const auto back = json::parse(json::write(*value));
    ASSERT(back && *back == *value, "what is read can be written as JSON");
    ASSERT(!value->has_repeated_keys(), "no key is there twice");
    return 0;
}
