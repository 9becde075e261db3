// Members of journal records.
#include "world/impl/record_reader.hpp"

#include "base/bytes.hpp"
#include "base/text.hpp"
#include "world/code.hpp"

namespace understudy::world {

base::Failure bad_journal(std::string why) {
    return base::fail(code::BadJournal, {{"why", std::move(why)}});
}

base::Result<std::uint64_t> to_number(const json::Value& value, std::string_view what) {
    std::optional<std::int64_t> number;
    if (value.is_number()) number = value.to_int64();
    if (!number || *number < 0) return bad_journal(std::string(what) + " is not a whole number");
    return static_cast<std::uint64_t>(*number);
}

json::Value bytes_json(std::string_view bytes) {
    if (base::is_utf8(bytes)) return bytes;
    return json::Value::object({{"base64", base::to_base64(bytes)}});
}

base::Result<std::string> to_bytes(const json::Value& value, std::string_view what) {
    if (value.is_string()) return std::string(value.as_string());
    if (const json::Value* text = value.find("base64"); text != nullptr && text->is_string()) {
        if (auto bytes = base::from_base64(text->as_string())) return *std::move(bytes);
    }
    return bad_journal(std::string(what) + " is not a text");
}

base::Result<json::Value> RecordReader::value(std::string_view member) const {
    const json::Value* found = record_.find(member);
    if (found == nullptr) return bad_journal(std::string(member) + " is missing");
    return *found;
}

base::Result<std::string> RecordReader::text(std::string_view member) const {
    const json::Value* found = record_.find(member);
    if (found == nullptr || !found->is_string()) {
        return bad_journal(std::string(member) + " is not a text");
    }
    return std::string(found->as_string());
}

base::Result<std::string> RecordReader::bytes(std::string_view member) const {
    return to_bytes(TRY(value(member)), member);
}

base::Result<std::uint64_t> RecordReader::number(std::string_view member) const {
    return to_number(TRY(value(member)), member);
}

base::Result<base::Instant> RecordReader::instant(std::string_view member) const {
    const auto instant = base::parse_rfc3339(TRY(text(member)));
    if (!instant) return bad_journal(std::string(member) + " is not an instant");
    return *instant;
}

}  // namespace understudy::world
