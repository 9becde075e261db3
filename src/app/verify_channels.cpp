// verify --channels: one fact, seen in the webhook, in GET and in the list, on both sides.
#include <algorithm>

#include "app/verify_report.hpp"
#include "base/text.hpp"
#include "http/url.hpp"
#include "json/write.hpp"
#include "plan/run.hpp"
#include "report/found.hpp"
#include "report/shown.hpp"
#include "verify/channel_facts.hpp"
#include "verify/code.hpp"

namespace understudy::app {

namespace {

using report::Verdict;
using Wanted = std::vector<std::pair<plan::Place, json::Value>>;

// The values that tell the webhook, with the names of this run in their holes. Nothing: a name has
// no value yet.
std::optional<Wanted> wanted_by(const pack::ChannelMap& map, const Bindings& names) {
    Wanted wanted;
    for (const auto& [text, value] : map.webhook) {
        auto place = plan::Place::parse(text);
        if (!place) return std::nullopt;
        json::Value filled = value;
        if (value.is_string()) {
            const auto done = plan::filled(value.as_string(), names);
            if (!done) return std::nullopt;
            filled = json::Value(*done);
        }
        wanted.emplace_back(std::move(*place), std::move(filled));
    }
    return wanted;
}

const json::Value* webhook_of(const pack::ChannelMap& map, const ProbeRun& run) {
    const auto wanted = wanted_by(map, run.names);
    if (!wanted) return nullptr;
    const auto found =
        std::find_if(run.webhooks.begin(), run.webhooks.end(),
                     [&](const json::Value& body) { return verify::is_wanted(body, *wanted); });
    return found == run.webhooks.end() ? nullptr : &*found;
}

class Channels {
public:
    Channels(const PackProbes& probes, PackProbes::Catching catching, VerifyReport& report)
        : probes_(probes), catching_(std::move(catching)), report_(report) {}

    base::Result<void> verify() {
        for (const pack::ChannelMap& map : probes_.pack().channels) {
            ++report_.looked_at;
            TRY_VOID(verify(map));
        }
        report_.more.set("channels", std::move(records_));
        report_.summaries.push_back(probes_.pack().name + "@" + probes_.pack().version + ": " +
                                    base::plural(numbers_[0] + numbers_[1] + numbers_[2], "fact") +
                                    " on several channels, " + std::to_string(numbers_[0]) +
                                    " agreed, " + std::to_string(numbers_[1]) + " differed, " +
                                    std::to_string(numbers_[2]) + " unknown");
        return {};
    }

private:
    base::Result<void> verify(const pack::ChannelMap& map) {
        const plan::Plan plan = TRY(probes_.load(map.probe));
        judge(map, TRY(probes_.on_fake(plan)), "the fake", false);
        PackProbes::Catching catching = catching_;
        catching.is_wanted = [&map](const json::Value& body, const Bindings& names) {
            const auto wanted = wanted_by(map, names);
            return wanted && verify::is_wanted(body, *wanted);
        };
        const auto& url = probes_.order().url;
        const auto address = http::parse_url(url);
        // A service elsewhere cannot reach this machine by its loopback.
        if (!url.empty() && catching.receiver.empty() && address &&
            !http::is_this_machine(address->host)) {
            ProbeRun none;
            none.why =
                "it cannot send webhooks to this machine: --receiver URL names an address "
                "that leads here, --listen ADDRESS where it ends";
            judge(map, none, "the service", true);
            return {};
        }
        const ProbeRun live = TRY(probes_.on_live(plan, catching));
        report_.tell_not_begun(live);
        judge(map, live, "the service", true);
        return {};
    }

    void judge(const pack::ChannelMap& map, const ProbeRun& run, const std::string& side,
               bool is_live) {
        const json::Value* webhook = webhook_of(map, run);
        for (const pack::ChannelFact& fact : map.facts) {
            std::vector<verify::FactSource> sources;
            for (const auto& [channel, place] : fact.seen) {
                const json::Value* body = nullptr;
                const auto answer = run.answers.find(channel);
                if (channel == pack::kWebhookChannel) {
                    body = webhook;
                } else if (answer != run.answers.end() && answer->second.body) {
                    body = &*answer->second.body;
                }
                sources.push_back({channel, *plan::Place::parse(place), body});
            }
            verify::JudgedFact judged = verify::judge_fact(sources);
            // Steps that did not agree say why nothing was seen.
            if (judged.verdict == Verdict::Unknown && run.verdict != plan::Verdict::Agreed) {
                judged.why = run.why;
            }
            tell(map, fact, judged, side, is_live);
        }
    }

    void tell(const pack::ChannelMap& map, const pack::ChannelFact& fact,
              const verify::JudgedFact& judged, const std::string& side, bool is_live) {
        if (is_live) ++numbers_[static_cast<std::size_t>(judged.verdict)];
        const std::vector<base::Arg> args = {{"side", side},
                                             {"fact", report::shown(fact.name)},
                                             {"id", report::shown(map.id)},
                                             {"why", judged.why}};
        if (judged.verdict == Verdict::Differed) {
            auto finding = report::found(verify::code::SplitSource, args, map.mark);
            finding.subject = side + " " + map.id + " " + fact.name;
            report_.add_differed(std::move(finding));
        } else if (judged.verdict == Verdict::Unknown) {
            auto finding =
                report::found(verify::code::FactUnseen, args, map.mark, report::Severity::Warning);
            finding.subject = side + " " + map.id + " " + fact.name;
            report_.add_unknown(std::move(finding));
        }
        report_.words.lines += std::string(report::name_of(judged.verdict)) + " " +
                               report::shown(map.id) + ", " + report::shown(fact.name) + " (" +
                               side + ")\n";
        json::Value record = json::Value::object({{"id", map.id},
                                                  {"fact", fact.name},
                                                  {"side", is_live ? "live" : "fake"},
                                                  {"verdict", report::name_of(judged.verdict)}});
        if (!judged.why.empty()) record.set("why", report_.words.discreet->text(judged.why));
        records_.push_back(std::move(record));
    }

    const PackProbes& probes_;
    PackProbes::Catching catching_;
    VerifyReport& report_;
    json::Value records_ = json::Value::array();
    std::size_t numbers_[3] = {};
};

}  // namespace

base::Result<void> verify_channels(const PackProbes& probes, const PackProbes::Catching& catching,
                                   VerifyReport& report) {
    return Channels(probes, catching, report).verify();
}

}  // namespace understudy::app
