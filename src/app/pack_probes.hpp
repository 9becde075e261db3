// The probes of a pack, run on both sides: on the fake, a fresh world in this process, and on the
// real service, or what stands in for it.
//
//     const PackProbes probes = TRY(PackProbes::make(order));
//     const plan::Plan plan = TRY(probes.load("probes/cancel.yaml"));
//     const ProbeRun fake = TRY(probes.on_fake(plan, {}));
//     const ProbeRun live = probes.on_live(plan, {});
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/list_pages.hpp"
#include "app/live_target.hpp"
#include "app/pack_files.hpp"
#include "app/plan_file.hpp"
#include "base/result.hpp"
#include "plan/run.hpp"
#include "verify/permission.hpp"

namespace understudy::app {

struct ProbeOrder {
    std::string service;       // its name
    std::string pack;          // by name, or its folder
    std::string pack_dir;      // --pack-dir
    std::string url;           // of the real service; empty: not known
    std::string key_variable;  // of the environment; empty: none is named
    verify::Permission permission;
};

struct ProbeRun {
    plan::Verdict verdict = plan::Verdict::Unknown;
    std::string why;                    // of Unknown and Differed, in one sentence
    std::vector<base::Error> findings;  // what the steps of the plan say
    KeptAnswers answers;
    Bindings names;
    std::vector<json::Value> webhooks;
    std::map<std::string, PagesSeen> pages;  // of lists, by operation
    bool was_refused = false;                // it may not run: effect or target
    bool was_begun = true;                   // false: the one finding says what is missing
};

class PackProbes {
public:
    // A pack that does not load is an error.
    static base::Result<PackProbes> make(ProbeOrder order);

    const pack::Pack& pack() const { return *pack_; }
    const ProbeOrder& order() const { return order_; }
    const PackFiles& files() const { return files_; }
    // What is secret: the key.
    const std::string& key() const { return key_; }

    base::Result<plan::Plan> load(const std::string& probe) const;

    // `lists` that the probe touches are read page by page before it clears up.
    using Lists = std::span<const verify::PageWalk>;
    base::Result<ProbeRun> on_fake(const plan::Plan& plan, Lists lists = {}) const;

    struct Catching {  // of webhooks
        std::string listen = "127.0.0.1:0";
        std::string receiver;  // the address under which the service reaches it; empty: as it is
        std::chrono::milliseconds longest{std::chrono::seconds(30)};
        std::function<bool(const json::Value& body, const Bindings& names)> is_wanted;
    };
    // What keeps it from running is the reason of an unknown verdict.
    base::Result<ProbeRun> on_live(const plan::Plan& plan, const std::optional<Catching>& catching,
                                   Lists lists = {}) const;

private:
    base::Result<void> log_in(plan::Plan& plan) const;

    ProbeOrder order_;
    PackFiles files_;
    std::shared_ptr<const pack::Pack> pack_;
    std::string key_;
};

}  // namespace understudy::app
