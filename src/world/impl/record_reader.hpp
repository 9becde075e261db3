// Reads the members of a journal record, believing nothing: what is missing or of the wrong kind is
// world.bad_journal.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "base/time.hpp"
#include "json/value.hpp"

namespace understudy::world {

base::Failure bad_journal(std::string why);

base::Result<std::uint64_t> to_number(const json::Value& value, std::string_view what);

// Bytes as JSON: text where it is UTF-8, else {"base64": "..."}.
json::Value bytes_json(std::string_view bytes);
base::Result<std::string> to_bytes(const json::Value& value, std::string_view what);

class RecordReader {
public:
    explicit RecordReader(const json::Value& record) : record_(record) {}

    base::Result<json::Value> value(std::string_view member) const;
    base::Result<std::string> text(std::string_view member) const;
    base::Result<std::string> bytes(std::string_view member) const;
    base::Result<std::uint64_t> number(std::string_view member) const;
    base::Result<base::Instant> instant(std::string_view member) const;

private:
    const json::Value& record_;
};

}  // namespace understudy::world
