// Shape, behaviour and channels: the probes of the packs that stand for services, run on both
// sides.
#include <cstdlib>

#include "app/code.hpp"
#include "app/verify_report.hpp"
#include "base/text.hpp"
#include "cassette/code.hpp"
#include "http/url.hpp"
#include "plan/code.hpp"
#include "plan/run.hpp"
#include "report/found.hpp"
#include "verify/code.hpp"

namespace understudy::app {

namespace {

constexpr std::int64_t kMostSeconds = 3'600;

base::Failure wrong_call(std::string why) {
    return base::fail(code::BadArguments, {{"verb", "verify"}, {"why", std::move(why)}});
}

// `${VARIABLE}` in the address of a service, from the environment. plan.not_set
base::Result<std::string> filled_url(const std::string& url) {
    Bindings names;
    for (std::size_t at = url.find("${"); at != url.npos; at = url.find("${", at + 2)) {
        const std::size_t end = url.find('}', at);
        if (end == url.npos) break;
        const std::string name = url.substr(at + 2, end - at - 2);
        const char* value = std::getenv(name.c_str());  // NOLINT(concurrency-mt-unsafe)
        if (value == nullptr || *value == '\0') {
            return base::fail(plan::code::NotSet, {{"name", name}});
        }
        names.emplace_back(name, json::Value(base::to_valid_utf8(value)));
    }
    return plan::filled(url, names);
}

base::Result<ProbeOrder> order_for(const Arguments& arguments, const cassette::Service& service,
                                   VerifyReport& report) {
    ProbeOrder order;
    order.service = service.name;
    order.pack = service.fake.pack;
    order.pack_dir = arguments.value("--pack-dir");
    order.key_variable =
        arguments.has("--key-from") ? std::string(arguments.value("--key-from")) : service.live.key;
    order.permission.service = service.name;
    order.permission.sandbox = service.sandbox;
    if (arguments.has("--allow-destructive")) {
        order.permission.most = plan::Effect::Destructive;
    }
    if (arguments.has("--target")) {
        order.url = arguments.value("--target");
    } else if (auto url = filled_url(service.live.url)) {
        order.url = *url;
    } else if (is_not_known(url.error().code)) {
        report.words.refuse(url.error());
    } else {
        return base::fail(url.error());
    }
    if (!order.url.empty()) TRY(http::parse_url(order.url));
    return order;
}

base::Result<PackProbes::Catching> catching_of(const Arguments& arguments) {
    PackProbes::Catching catching;
    if (arguments.has("--listen")) catching.listen = arguments.value("--listen");
    catching.receiver = arguments.value("--receiver");
    const auto seconds = base::parse_int64(arguments.value("--webhook-wait"));
    if (!seconds || *seconds < 0 || *seconds > kMostSeconds) {
        return wrong_call("--webhook-wait is a number of seconds, at most " +
                          std::to_string(kMostSeconds));
    }
    catching.longest = std::chrono::seconds(*seconds);
    return catching;
}

base::Result<void> verify_pack(const Arguments& arguments, const cassette::Service& service,
                               VerifyReport& report) {
    const PackProbes probes = TRY(PackProbes::make(TRY(order_for(arguments, service, report))));
    if (!probes.key().empty()) {
        plan::Credential key;
        key.name = "key";
        key.from = probes.order().key_variable;
        key.header = "Authorization";
        TRY_VOID(report.words.cover({key}));
    }
    if (arguments.has("--shape")) TRY_VOID(verify_pack_shapes(probes, report));
    if (arguments.has("--behaviour"))
        TRY_VOID(verify_behaviour(probes, arguments.has("--confirm"), report));
    if (arguments.has("--channels")) {
        TRY_VOID(verify_channels(probes, TRY(catching_of(arguments)), report));
    }
    return {};
}

}  // namespace

base::Result<void> verify_packs(const Arguments& arguments, const ProjectGround& project,
                                const Services& services, VerifyReport& report) {
    if (arguments.has("--pack")) {
        cassette::Service alone;
        alone.name = arguments.value("--pack");
        alone.fake.how = cassette::Fake::How::Pack;
        alone.fake.pack = alone.name;
        return verify_pack(arguments, alone, report);
    }
    if (project.manifest.services.empty()) {
        const std::string file = project.has_file() ? project.file : std::string(kProjectFile);
        return base::fail(cassette::code::NoServices, {{"file", file}});
    }
    for (const Corpus::OfService& each : services) {
        const cassette::Service& service = *each.service;
        if (service.fake.how == cassette::Fake::How::Pack) {
            TRY_VOID(verify_pack(arguments, service, report));
            continue;
        }
        // Shapes have the recordings; behaviour and channels are the pack's alone.
        if (arguments.has("--behaviour") || arguments.has("--channels")) {
            report.add_unknown(report::found(verify::code::NoPack, {{"service", service.name}},
                                             service.mark, report::Severity::Warning));
        }
    }
    return {};
}

}  // namespace understudy::app
