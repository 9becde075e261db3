// How the control plane says no, and how it lists.
#include <algorithm>

#include "base/assert.hpp"
#include "base/text.hpp"
#include "serve/code.hpp"
#include "serve/impl/control_call.hpp"
#include "store/code.hpp"
#include "world/code.hpp"

namespace understudy::serve {

namespace {

struct Mapping {
    base::Code code;
    std::string_view control;
    std::string_view field;
};

constexpr Mapping kMappings[] = {
    {code::UnknownPack, "unknown_pack", "/pack"},
    {code::BadWorldId, "invalid_request", "/id"},
    {code::WorldExists, "world_exists", "/id"},
    {code::BadKey, "invalid_request", "/key"},
    {code::KeyTaken, "world_exists", "/key"},
    {code::BadHost, "invalid_request", "/host"},
    {code::NowNeedsTicking, "invalid_instant", "/t0"},
    {world::code::UnknownConfig, "invalid_request", "/config"},
    {world::code::BadConfig, "invalid_request", "/config"},
    {store::code::CannotWrite, "store_failed", ""},
};

}  // namespace

world::Refused refuse(std::string_view code, std::string message, std::string field,
                      std::string hint) {
    const auto codes = refusal_codes();
    const auto found = std::find_if(codes.begin(), codes.end(),
                                    [&](const RefusalCode& one) { return one.code == code; });
    ASSERT(found != codes.end(), "a control route refuses with a code that is not declared");
    return {found->status, std::string(code), std::move(message), std::move(field),
            std::move(hint)};
}

world::Refused to_refusal(const base::Error& error) {
    for (const Mapping& mapping : kMappings) {
        if (mapping.code != error.code) continue;
        std::string field(mapping.field);
        if (error.code == world::code::UnknownConfig || error.code == world::code::BadConfig) {
            const std::string name = base::replace_all(error.arg("name"), "\"", "");
            if (!name.empty()) field += '/' + name;
        }
        return refuse(mapping.control, base::message(error), std::move(field), base::hint(error));
    }
    return refuse("invalid_request", base::message(error), {}, base::hint(error));
}

json::Value error_envelope(const world::Refused& refused) {
    json::Value error = json::Value::object({{"code", refused.code}, {"message", refused.message}});
    if (!refused.field.empty()) error.set("field", refused.field);
    if (!refused.hint.empty()) error.set("hint", refused.hint);
    error.set("docs", "control-api#refusals");
    return json::Value::object({{"error", error}});
}

json::Value list_envelope(json::Value data, json::Value next, std::uint64_t evicted) {
    return json::Value::object(
        {{"data", std::move(data)}, {"next", std::move(next)}, {"evicted", evicted}});
}

}  // namespace understudy::serve
