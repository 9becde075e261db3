#include "http/impl/fault_parameters.hpp"

#include <algorithm>
#include <limits>

#include "base/text.hpp"
#include "http/impl/h2_codes.hpp"
#include "http/impl/wait_text.hpp"
#include "json/write.hpp"

namespace understudy::http {

namespace {

std::string shown(const json::Value& value) {
    if (value.is_string()) return base::quoted(value.as_string());
    if (value.is_array()) return "an array";
    if (value.is_object()) return "an object";
    return json::write(value);
}

std::string one_of(std::span<const std::string_view> words) {
    std::string text = "one of ";
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i != 0) text += ", ";
        text += base::quoted(words[i]);
    }
    return text;
}

}  // namespace

FaultParameters::Optional<std::uint64_t> FaultParameters::count(std::string_view name,
                                                                std::uint64_t least,
                                                                std::uint64_t most) const {
    const json::Value* value = spec_.find(name);
    if (value == nullptr) return std::nullopt;
    const std::optional<std::int64_t> number =
        value->is_number() ? value->to_int64() : std::nullopt;
    if (!number || *number < 0 || static_cast<std::uint64_t>(*number) < least ||
        static_cast<std::uint64_t>(*number) > most) {
        std::string expected = "an integer from " + std::to_string(least);
        if (most != kMostCount) expected += " to " + base::with_thousands(most);
        return bad(name, expected);
    }
    return static_cast<std::uint64_t>(*number);
}

FaultParameters::Optional<std::int64_t> FaultParameters::difference(std::string_view name) const {
    const json::Value* value = spec_.find(name);
    if (value == nullptr) return std::nullopt;
    const std::optional<std::int64_t> number =
        value->is_number() ? value->to_int64() : std::nullopt;
    const auto most = static_cast<std::int64_t>(kMostCount);
    if (!number || *number == 0 || *number < -most || *number > most) {
        return bad(name, "an integer other than 0");
    }
    return *number;
}

FaultParameters::Optional<double> FaultParameters::fraction(std::string_view name) const {
    const json::Value* value = spec_.find(name);
    if (value == nullptr) return std::nullopt;
    const double number = value->is_number() ? value->to_double() : -1.0;
    if (!(number >= 0.0 && number < 1.0)) return bad(name, "a number from 0 to below 1");
    return number;
}

FaultParameters::Optional<std::chrono::microseconds> FaultParameters::duration(
    std::string_view name) const {
    const json::Value* value = spec_.find(name);
    if (value == nullptr) return std::nullopt;
    const std::optional<std::chrono::microseconds> wait =
        value->is_string() ? parse_wait(value->as_string()) : std::nullopt;
    if (!wait) return bad(name, "a duration of at most 24h, as in \"250ms\" or \"PT2S\"");
    return *wait;
}

FaultParameters::Optional<bool> FaultParameters::flag(std::string_view name) const {
    const json::Value* value = spec_.find(name);
    if (value == nullptr) return std::nullopt;
    if (!value->is_bool()) return bad(name, "true or false");
    return value->as_bool();
}

FaultParameters::Optional<std::size_t> FaultParameters::word(
    std::string_view name, std::span<const std::string_view> words) const {
    const json::Value* value = spec_.find(name);
    if (value == nullptr) return std::nullopt;
    if (!value->is_string()) return bad(name, one_of(words));
    const auto found = std::ranges::find(words, value->as_string());
    if (found == words.end()) {
        return bad(name, one_of(words), base::nearest(value->as_string(), words));
    }
    return static_cast<std::size_t>(found - words.begin());
}

FaultParameters::Optional<std::uint32_t> FaultParameters::h2_code(std::string_view name) const {
    const json::Value* value = spec_.find(name);
    if (value == nullptr) return std::nullopt;
    const std::string_view expected = "the name or number of an HTTP/2 error code";
    if (value->is_string()) {
        const std::optional<std::uint32_t> code = h2_code_named(value->as_string());
        if (!code) return bad(name, expected, base::nearest(value->as_string(), h2_code_names()));
        return *code;
    }
    const std::optional<std::int64_t> number =
        value->is_number() ? value->to_int64() : std::nullopt;
    if (!number || *number < 0 || *number > std::numeric_limits<std::uint32_t>::max()) {
        return bad(name, expected);
    }
    return static_cast<std::uint32_t>(*number);
}

FaultParameters::Optional<std::string> FaultParameters::text(std::string_view name) const {
    const json::Value* value = spec_.find(name);
    if (value == nullptr) return std::nullopt;
    if (!value->is_string()) return bad(name, "a text");
    return std::string(value->as_string());
}

FaultParameters::Optional<json::Pointer> FaultParameters::pointer(std::string_view name) const {
    const json::Value* value = spec_.find(name);
    if (value == nullptr) return std::nullopt;
    auto pointer = value->is_string() ? json::Pointer::parse(value->as_string())
                                      : base::Result<json::Pointer>(json::Pointer());
    if (!value->is_string() || !pointer) return bad(name, "a JSON Pointer, as in \"/index\"");
    return std::move(*pointer);
}

base::Result<void> FaultParameters::need(std::string_view name) const {
    if (has(name)) return {};
    return base::fail(base::Code::HttpMissingFaultParameter,
                      {{"kind", std::string(kind_)}, {"name", std::string(name)}});
}

base::Result<void> FaultParameters::need_one_of(std::string_view a, std::string_view b) const {
    if (has(a) && has(b)) return exclusive(a, b);
    if (has(a) || has(b)) return {};
    return need(std::string(a) + " or " + std::string(b));
}

base::Result<void> FaultParameters::exclude(std::string_view a, std::string_view b) const {
    if (has(a) && has(b)) return exclusive(a, b);
    return {};
}

base::Result<Place> FaultParameters::place() const {
    TRY_VOID(need_one_of("after_bytes", "after_events"));
    const std::optional<std::uint64_t> bytes = TRY(count("after_bytes", 0));
    if (bytes) return Place{*bytes, false};
    return Place{TRY(count("after_events", 0)).value_or(0), true};
}

base::Failure FaultParameters::bad(std::string_view name, std::string_view expected,
                                   std::string nearest) const {
    const json::Value* value = spec_.find(name);
    return base::fail(base::Code::HttpBadFaultParameter,
                      {{"kind", std::string(kind_)},
                       {"name", std::string(name)},
                       {"expected", std::string(expected)},
                       {"found", value == nullptr ? std::string() : shown(*value)},
                       {"nearest", std::move(nearest)}});
}

base::Failure FaultParameters::exclusive(std::string_view a, std::string_view b) const {
    return base::fail(base::Code::HttpExclusiveFaultParameters,
                      {{"kind", std::string(kind_)}, {"a", std::string(a)}, {"b", std::string(b)}});
}

}  // namespace understudy::http
