// The bytes of a record: flags, the key as the caller sent it, fingerprint, instant, status,
// headers, body, operation, request, trace. The key of the record nearly always ends with the
// caller's, of which then only the size is kept.
#include "world/impl/kept_record.hpp"

#include <memory>

#include "world/impl/byte_form.hpp"

namespace understudy::world {

namespace {

enum Flag : std::uint8_t { kRunning = 1, kHasBody = 2, kKeyInFull = 4 };

}  // namespace

KeptRecord KeptRecord::of(const Remembered& record, const pack::Words& words) {
    ByteWriter out(words);
    const bool in_full = !record.key.ends_with(record.shown_key);
    out.byte(static_cast<std::uint8_t>((record.running ? kRunning : 0) |
                                       (record.body ? kHasBody : 0) | (in_full ? kKeyInFull : 0)));
    if (in_full) {
        out.text(record.shown_key);
    } else {
        out.number(record.shown_key.size());
    }
    out.text(record.fingerprint);
    out.instant(record.stored);
    out.number(static_cast<std::uint64_t>(record.status));
    out.number(record.headers.size());
    for (const auto& [name, value] : record.headers) {
        out.text(name);
        out.text(value);
    }
    if (record.body) out.text(*record.body);
    out.text(record.operation);
    out.text(record.request_id);
    out.number(record.trace);
    return KeptRecord(ByteBlock::of(out.bytes()));
}

Remembered KeptRecord::unpack(std::string_view key, const pack::Words& words) const {
    ByteReader in(block_.bytes(), words);
    Remembered record;
    const std::uint8_t flags = in.byte();
    record.key = key;
    record.shown_key = (flags & kKeyInFull) != 0 ? in.text() : key.substr(key.size() - in.number());
    record.fingerprint = in.text();
    record.stored = in.instant();
    record.status = static_cast<int>(in.number());
    record.headers.resize(in.number());
    for (auto& [name, value] : record.headers) {
        name = in.text();
        value = in.text();
    }
    if ((flags & kHasBody) != 0) record.body = std::make_shared<const std::string>(in.text());
    record.operation = in.text();
    record.request_id = in.text();
    record.trace = in.number();
    record.running = (flags & kRunning) != 0;
    return record;
}

}  // namespace understudy::world
