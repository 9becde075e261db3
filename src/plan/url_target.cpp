// Calls over a Caller: the path is put behind the origin, the key into the bearer header.
#include "plan/url_target.hpp"

#include "plan/code.hpp"

namespace understudy::plan {

namespace {

constexpr std::string_view kWrongKey = "wrong-key-of-a-plan";

void add_key(http::Headers& headers, std::string_view key) {
    if (headers.has("Authorization") || key.empty()) return;
    headers.add("Authorization", "Bearer " + std::string(key));
}

}  // namespace

UrlTarget::UrlTarget(http::Caller& caller, std::string origin, Options options)
    : caller_(caller), origin_(std::move(origin)), options_(std::move(options)) {
    while (origin_.ends_with('/')) origin_.pop_back();
    while (options_.base.ends_with('/')) options_.base.pop_back();
}

base::Result<http::Response> UrlTarget::call(const Call& call) {
    http::Request request = call.request;
    // A URL of its own is somebody else's: our key is not for them.
    if (call.url.empty() && call.auth == Auth::Own) add_key(request.head.headers, options_.key);
    if (call.auth == Auth::Wrong) add_key(request.head.headers, kWrongKey);
    if (!call.url.empty()) return caller_.call(call.url, request);
    return caller_.call(origin_ + options_.base + request.head.target, request);
}

base::Result<http::Response> UrlTarget::control(const Call& call) {
    if (!options_.control) return base::fail(code::NoControl);
    http::Request request = call.request;
    add_key(request.head.headers, options_.key);
    return caller_.call(origin_ + request.head.target, request);
}

base::Result<void> UrlTarget::pause(base::Duration duration) {
    if (options_.pause) return options_.pause(duration);
    if (!options_.control) return {};
    return Target::pause(duration);
}

}  // namespace understudy::plan
