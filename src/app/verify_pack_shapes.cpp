// verify --shape, of a pack: the answers that its probes get from the real service, beside those of
// the fake, and the pages of the lists that they touch.
#include <set>

#include "app/verify_report.hpp"
#include "base/text.hpp"
#include "report/found.hpp"
#include "verify/code.hpp"
#include "verify/pack_shapes.hpp"

namespace understudy::app {

namespace {

using Walks = std::vector<verify::PageWalk>;

verify::AnswerSeen seen(const KeptAnswer& answer) {
    return {answer.method, answer.path, answer.status, answer.body ? &*answer.body : nullptr};
}

class Shapes {
public:
    Shapes(const PackProbes& probes, VerifyReport& report)
        : probes_(probes), report_(report), shapes_(probes.pack()) {
        for (const pack::Operation& each : probes.pack().operations) {
            if (auto walk = verify::PageWalk::of(probes.pack(), each)) walks_.push_back(*walk);
        }
    }

    base::Result<void> verify() {
        std::set<std::string> names;
        for (const pack::Assumption& each : probes_.pack().assumptions) {
            if (!each.probe.empty()) names.insert(each.probe);
        }
        for (const std::string& name : names) TRY_VOID(verify(name));
        report_.looked_at += names.size();
        if (answers_ == 0 && unknown_.empty()) unknown_ = "no probe of the pack got an answer";
        tell();
        return {};
    }

private:
    base::Result<void> verify(const std::string& name) {
        const plan::Plan plan = TRY(probes_.load(name));
        const ProbeRun fake = TRY(probes_.on_fake(plan, walks_));
        // What shows no second page on the fake has nothing to be held against.
        Walks asked;
        for (const verify::PageWalk& each : walks_) {
            const auto pages = fake.pages.find(each.operation());
            if (pages != fake.pages.end() && pages->second.pages.size() > 1) asked.push_back(each);
        }
        const ProbeRun live = TRY(probes_.on_live(plan, std::nullopt, asked));
        report_.tell_not_begun(live);
        for (const auto& [step, answer] : live.answers) {
            const auto expected = fake.answers.find(step);
            if (expected == fake.answers.end()) continue;
            ++answers_;
            put(shapes_.drift(seen(expected->second), seen(answer)), answer, name + ", " + step);
        }
        for (const verify::PageWalk& walk : asked) {
            const auto pages = live.pages.find(walk.operation());
            if (pages == live.pages.end()) continue;
            compare(walk, fake.pages.at(walk.operation()), pages->second, name);
        }
        if (live.answers.empty() && unknown_.empty()) unknown_ = live.why;
        return {};
    }

    void compare(const verify::PageWalk& walk, const PagesSeen& fake, const PagesSeen& live,
                 const std::string& name) {
        std::vector<verify::AnswerSeen> expected;
        for (const KeptAnswer& page : fake.pages) expected.push_back(seen(page));
        std::vector<json::Value> bodies;
        for (std::size_t i = 0; i < live.pages.size(); ++i) {
            const KeptAnswer& page = live.pages[i];
            ++pages_;
            put(walk.around_objects(shapes_.drift(expected, seen(page))), page,
                name + ", page " + std::to_string(i + 1) + " of " + walk.operation());
            bodies.push_back(page.body.value_or(json::Value()));
        }
        if (!bodies.empty()) {
            put(walk.drift(bodies), live.pages.front(), name + ", pages of " + walk.operation());
        }
        if (!live.why.empty() && unknown_.empty()) unknown_ = live.why;
    }

    void put(const std::vector<verify::ShapeChange>& changes, const KeptAnswer& answer,
             const std::string& call) {
        for (const verify::ShapeChange& change : changes) {
            ++changes_[static_cast<std::size_t>(change.shape_class)];
            // The same change of the same route is one matter, however many probes meet it.
            const std::string route =
                answer.method + " " + answer.path.substr(0, answer.path.rfind('/'));
            if (!told_.insert(route + change.path + change.what).second) continue;
            report_.put_shape(change, call, "", "the pack", probes_.order().pack);
        }
    }

    void tell() {
        const pack::Pack& pack = probes_.pack();
        if (!unknown_.empty()) {
            report_.words.lines += "unknown shapes of " + pack.name + ": " +
                                   report_.words.discreet->text(unknown_) + "\n";
            report_.words.exit = worse(report_.words.exit, ExitCode::Unknown);
        }
        report_.more.set("shapes", json::Value::object({{"answers", std::uint64_t{answers_}},
                                                        {"pages", std::uint64_t{pages_}},
                                                        {"breaking", std::uint64_t{changes_[0]}},
                                                        {"additive", std::uint64_t{changes_[1]}},
                                                        {"harmless", std::uint64_t{changes_[2]}}}));
        report_.summaries.push_back(
            pack.name + "@" + pack.version + ": " + base::plural(answers_, "answer") + " and " +
            base::plural(pages_, "page") + " by shape, " + std::to_string(changes_[0]) +
            " breaking, " + std::to_string(changes_[1]) + " additive, " +
            std::to_string(changes_[2]) + " harmless");
    }

    const PackProbes& probes_;
    VerifyReport& report_;
    const verify::PackShapes shapes_;
    Walks walks_;
    std::set<std::string> told_;
    std::size_t answers_ = 0, pages_ = 0;
    std::size_t changes_[3] = {};
    std::string unknown_;
};

}  // namespace

base::Result<void> verify_pack_shapes(const PackProbes& probes, VerifyReport& report) {
    return Shapes(probes, report).verify();
}

}  // namespace understudy::app
