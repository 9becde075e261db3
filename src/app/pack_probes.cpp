#include "app/pack_probes.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>

#include "app/plan_words.hpp"
#include "app/run_marker.hpp"
#include "app/stop_signals.hpp"
#include "app/webhook_receiver.hpp"
#include "app/world_target.hpp"
#include "base/bytes.hpp"
#include "base/text.hpp"
#include "http/url.hpp"
#include "json/parse.hpp"
#include "pack/code.hpp"
#include "plan/code.hpp"
#include "plan/load.hpp"
#include "verify/code.hpp"

namespace understudy::app {

namespace {

// Answered inside the process of a world; whatever it is sent can be read from its deliveries.
constexpr std::string_view kSink = "http://sink.localhost/hook";
constexpr std::string_view kReceiver = "receiver";
constexpr base::Duration kLongestProbe{300, 0};

class WallClock final : public base::Clock {
public:
    base::Instant now() override {
        const auto since = std::chrono::steady_clock::now().time_since_epoch();
        return {std::chrono::duration_cast<std::chrono::seconds>(since).count(), 0};
    }
};

void take(const plan::Report& report, ProbeRun& run) {
    run.verdict = report.verdict;
    run.names = report.names;
    run.why = reason_of(report);
    for (const plan::StepReport& step : report.steps) {
        for (const base::Error& finding : step.findings) {
            if (finding.code != plan::code::NotRun) run.findings.push_back(finding);
        }
    }
}

ProbeRun not_run(const base::Error& why) {
    ProbeRun run;
    run.why = base::message(why);
    run.findings.push_back(why);
    run.was_begun = false;
    run.was_refused = !is_not_known(why.code) && why.code != verify::code::NoLive;
    return run;
}

// The cheapest thing that can be read: a list that needs no name.
const pack::Operation* first_list(const pack::Pack& pack) {
    for (const pack::Operation& each : pack.operations) {
        const bool is_plain = each.does == pack::Does::List && !each.routes.empty() &&
                              each.routes.front().method == "GET" &&
                              each.routes.front().path.find('{') == std::string::npos;
        if (is_plain) return &each;
    }
    return nullptr;
}

json::Value controlled(WorldTarget& world, std::string path) {
    plan::Call call;
    call.request.head.method = "GET";
    call.request.head.target = "/__admin__/" + std::move(path);
    const auto response = world.control(call);
    if (!response) return {};
    std::string body;
    for (const http::Piece& piece : response->pieces) body += piece.bytes;
    auto value = json::parse(body);
    return value ? std::move(*value) : json::Value();
}

const json::Value* at(const json::Value& value, std::string_view pointer) {
    return json::Pointer::parse(pointer)->resolve(value);
}

// What the world has sent, as its receivers got it.
std::vector<json::Value> deliveries_of(WorldTarget& world) {
    std::vector<json::Value> bodies;
    const json::Value page = controlled(world, "webhooks/deliveries?limit=100");
    const json::Value* data = at(page, "/data");
    if (data == nullptr || !data->is_array()) return bodies;
    for (const json::Value& each : data->items()) {
        const json::Value* id = at(each, "/id");
        if (id == nullptr || !id->is_string()) continue;
        const json::Value delivery =
            controlled(world, "webhooks/deliveries/" + std::string(id->as_string()));
        const json::Value* body = at(delivery, "/attempts/0/request/body");
        if (body == nullptr || !body->is_string()) continue;
        if (auto value = read_webhook(body->as_string())) bodies.push_back(std::move(*value));
    }
    return bodies;
}

}  // namespace

base::Result<PackProbes> PackProbes::make(ProbeOrder order) {
    PackProbes probes;
    probes.files_ = TRY(find_pack_files(order.pack, order.pack_dir));
    const pack::Loaded loaded = pack::load(probes.files_.folder);
    if (!loaded.pack) return base::fail(loaded.as_error());
    probes.pack_ = loaded.pack;
    while (order.url.ends_with('/')) order.url.pop_back();
    if (!order.key_variable.empty()) {
        const char* value =
            std::getenv(order.key_variable.c_str());  // NOLINT(concurrency-mt-unsafe)
        if (value != nullptr) probes.key_ = value;
    }
    probes.order_ = std::move(order);
    return probes;
}

base::Result<plan::Plan> PackProbes::load(const std::string& probe) const {
    const std::string path = "plans/" + probe;
    const base::Source* file = files_.folder.find(path);
    if (file == nullptr) {
        return base::fail(pack::code::NoProbe, {{"file", base::quoted(probe)}});
    }
    plan::LoadOptions options;
    options.variables = {std::string(kReceiver)};
    return plan::load(base::Source{files_.folder.name + '/' + file->name, file->text}, options);
}

base::Result<ProbeRun> PackProbes::on_fake(const plan::Plan& plan, Lists lists) const {
    const auto world = TRY(WorldTarget::make(pack_));
    WitnessedTarget witnessed(*world);
    SchemaShapes shapes;
    plan::RunOptions how;
    how.allowed = plan::Effect::Destructive;  // the world is the probe's own
    how.shapes = &shapes;
    how.variables.emplace_back(std::string(kReceiver), json::Value(std::string(kSink)));
    ProbeRun run;
    witnessed.before_teardown = [&] {
        static_cast<void>(world->pause({1, 0}));  // what is due is sent
        run.webhooks = deliveries_of(*world);
        run.pages = read_lists(*world, lists, witnessed.answers, kMostFakePages);
    };
    take(plan::run(plan, witnessed, how), run);
    run.answers = std::move(witnessed.answers);
    return run;
}

// Absent login or failing probe means unknown, and no step runs; a difference is believed only if
// the service still answers after it.
base::Result<void> PackProbes::log_in(plan::Plan& plan) const {
    if (pack_->serve.auth.places.empty()) return {};
    if (order_.key_variable.empty()) {
        return base::fail(plan::code::NoLogin,
                          {{"name", base::quoted("key")},
                           {"why", "no variable is named that holds it"},
                           {"help", "`live: {key: VARIABLE}` of the service, or --key-from"}});
    }
    if (key_.empty()) {
        return base::fail(plan::code::NoLogin,
                          {{"name", base::quoted("key")},
                           {"why", "the variable " + order_.key_variable + " is not set"},
                           {"help", "without it nothing is run and nothing is changed"}});
    }
    const pack::Operation* list = first_list(*pack_);
    if (list == nullptr) return {};
    plan::Credential credential;
    credential.name = "key";
    credential.probe.id = "probe";
    credential.probe.effect = plan::Effect::Read;
    credential.probe.request.method = "GET";
    credential.probe.request.path = list->routes.front().path;
    plan.credentials.push_back(std::move(credential));
    return {};
}

base::Result<ProbeRun> PackProbes::on_live(const plan::Plan& written,
                                           const std::optional<Catching>& catching,
                                           Lists lists) const {
    if (order_.url.empty()) {
        return not_run({verify::code::NoLive, {{"service", order_.service}}, {}, {}});
    }
    plan::Plan plan = written;
    if (auto allowed = verify::allow_plan(plan, order_.url, order_.permission); !allowed) {
        return not_run(allowed.error());
    }
    if (auto there = log_in(plan); !there) return not_run(there.error());
    if (!plan.budget.time) plan.budget.time = kLongestProbe;
    LiveTarget live({order_.url, pack_->serve.auth, key_});
    WitnessedTarget witnessed(live);
    SchemaShapes shapes;
    WallClock clock;
    plan::RunOptions how;
    how.run = new_marker();
    how.allowed = order_.permission.most;
    how.shapes = &shapes;
    how.clock = &clock;
    how.retries = true;
    how.is_stopped = &StopSignals::were_sent;
    Bindings names;
    how.on_bound = [&names](std::string_view name, const json::Value& value) {
        names.emplace_back(std::string(name), value);
    };
    ProbeRun run;
    witnessed.before_teardown = [&] {
        run.pages = read_lists(live, lists, witnessed.answers, kMostLivePages);
    };
    std::unique_ptr<WebhookReceiver> receiver;
    if (catching) {
        receiver = TRY(WebhookReceiver::open(catching->listen));
        how.variables.emplace_back(
            std::string(kReceiver),
            json::Value(catching->receiver.empty() ? receiver->url() : catching->receiver));
        witnessed.before_teardown = [&] {
            receiver->wait(catching->longest, [&](const json::Value& body) {
                return catching->is_wanted(body, names);
            });
        };
    }
    take(plan::run(plan, witnessed, how), run);
    run.answers = std::move(witnessed.answers);
    if (receiver) run.webhooks = receiver->bodies();
    return run;
}

}  // namespace understudy::app
