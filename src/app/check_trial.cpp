#include "app/check_trial.hpp"

#include <algorithm>
#include <map>

#include "app/fake_player.hpp"
#include "app/files.hpp"
#include "app/private_folder.hpp"
#include "base/text.hpp"
#include "cassette/code.hpp"
#include "cassette/trial.hpp"
#include "plan/code.hpp"
#include "plan/load.hpp"
#include "plan/run.hpp"
#include "report/found.hpp"
#include "secret/scrub.hpp"

namespace understudy::app {

namespace {

namespace code = cassette::code;
namespace fs = std::filesystem;
using report::Verdict;

constexpr std::size_t kMostRoundTrips = 100;  // of one service

bool is_played(const CheckedService& checked) {
    return checked.state == CheckedService::State::Checked &&
           checked.service->fake.how != cassette::Fake::How::None && !checked.cassettes.empty();
}

class HeldBodies final : public cassette::Bodies {
public:
    explicit HeldBodies(const std::map<std::string, std::string>& bodies) : bodies_(bodies) {}
    base::Result<std::string> read(std::string_view digest) const override {
        const auto found = bodies_.find(std::string(digest));
        if (found == bodies_.end()) {
            return base::fail(code::Problem, {{"what", "a body"}, {"why", "it is not there"}});
        }
        return found->second;
    }

private:
    const std::map<std::string, std::string>& bodies_;
};

// A machine on which nobody is logged in. A plan that gets past that calls what must not be called.
class NobodyLoggedIn final : public plan::Target {
public:
    base::Result<http::Response> call(const plan::Call&) override { return refuse(); }
    base::Result<http::Response> control(const plan::Call&) override { return refuse(); }
    base::Result<plan::CommandAnswer> run(const plan::CommandCall&) override { return refuse(); }
    base::Result<void> log_in(const plan::Credential& credential) override {
        return base::fail(
            plan::code::NoLogin,
            {{"name", credential.name}, {"why", "nobody is logged in"}, {"help", ""}});
    }
    std::size_t calls = 0;

private:
    base::Failure refuse() {
        ++calls;
        return base::fail(
            plan::code::NoLogin,
            {{"name", "for this call"}, {"why", "nobody is logged in"}, {"help", ""}});
    }
};

// Files of a folder, plain ones only; what cannot be copied is left out.
void copy_files(const fs::path& from, const fs::path& to) {
    std::error_code problem;
    fs::create_directories(to, problem);
    fs::copy(from, to, fs::copy_options::recursive | fs::copy_options::skip_symlinks, problem);
}

std::string counted(std::size_t good, std::size_t all, std::string_view noun,
                    std::string_view done) {
    return base::with_thousands(good) + " of " + base::plural(all, noun) + ' ' + std::string(done);
}

}  // namespace

base::Result<void> SelfTest::add(const CheckedService& checked, const Corpus::OfService& asked,
                                 const ProjectGround& project) {
    was_run = true;
    if (is_played(checked)) {
        try_mutants(checked, project);
        TRY_VOID(plant(checked, asked, project));
        TRY_VOID(go_round(checked, project));
    }
    return run_plans(*checked.service, project);
}

void SelfTest::try_mutants(const CheckedService& checked, const ProjectGround& project) {
    const cassette::CompareOptions options = comparing_of(*checked.service, project);
    for (const CheckedCassette& one : checked.cassettes) {
        if (one.verdict != Verdict::Agreed) continue;
        const cassette::Trial trial =
            cassette::try_mutants(one.loaded.cassette, one.played, one.rules,
                                  cassette::comparing_for(one.loaded.cassette, options));
        noticed += trial.noticed;
        mutants += trial.noticed + trial.survivors.size();
        for (const cassette::Mutant& survivor : trial.survivors) {
            report::Finding finding =
                report::found(code::MutantSurvived, {{"about", survivor.about}},
                              one.loaded.document.source->whole());
            finding.subject = survivor.id;
            findings.push_back(std::move(finding));
        }
    }
}

base::Result<cassette::Sealed> SelfTest::sealed(cassette::Cassette cassette) {
    if (!policy_) policy_ = TRY(sealing_policy());
    secret::Scrubber scrubber(policy_);
    return cassette::seal(std::move(cassette), scrubber, identity_of_machine());
}

// In a copy of the service's folder, collected and played as the real ones are.
base::Result<void> SelfTest::plant(const CheckedService& checked, const Corpus::OfService& asked,
                                   const ProjectGround& project) {
    const PrivateFolder folder = TRY(PrivateFolder::make("self-test"));
    const fs::path place = folder.path() / asked.service->cassettes;
    copy_files(project.root / asked.service->cassettes, place);
    const std::string file = (place / (std::string(cassette::kPlantedName) + ".yaml")).string();
    const auto bad = TRY(sealed(cassette::planted(checked.cassettes.front().loaded.cassette)));
    TRY_VOID(write_cassette(file, cassette::write(bad, cassette::Form::Yaml)));
    ++planted;

    ProjectGround copy = project;
    copy.root = folder.path();
    Corpus corpus = TRY(collect(copy, {}));
    std::string what = "was not collected";
    for (Corpus::OfService& each : corpus.services) {
        if (each.service->name != asked.service->name) continue;
        std::erase_if(each.files,
                      [](const CassetteFile& one) { return one.name != cassette::kPlantedName; });
        if (each.files.empty()) continue;
        // The fake is that of the project itself.
        const CheckedService again = check_service({asked.service, each.files}, project);
        if (again.count(Verdict::Differed, {}) == 1) what.clear();
        if (!what.empty()) what = "did not fail";
    }
    if (what.empty()) {
        ++collected;
    } else {
        findings.push_back(report::found(
            code::SelfTestFailed,
            {{"wanted", "a planted cassette of the service " + asked.service->name + " to fail"},
             {"what", "it " + what}},
            asked.service->mark));
    }
    return {};
}

// Record, write, read, record again: equal, and the next recording passes too.
base::Result<void> SelfTest::go_round(const CheckedService& checked, const ProjectGround& project) {
    const auto player = TRY(make_player(*checked.service, {project.root}));
    const cassette::CompareOptions options = comparing_of(*checked.service, project);
    std::size_t trips = 0;
    for (const CheckedCassette& one : checked.cassettes) {
        if (one.verdict != Verdict::Agreed || ++trips > kMostRoundTrips) continue;
        ++round_trips;
        const base::Mark mark = one.loaded.document.source->whole();
        const auto fail = [&](std::string what) {
            findings.push_back(report::found(code::RoundTrip, {{"what", std::move(what)}}, mark));
        };
        const auto first =
            TRY(sealed(cassette::recording_of(one.loaded.cassette, one.played.actual)));
        const cassette::Written written = cassette::write(first, cassette::Form::Auto);
        const HeldBodies bodies(written.bodies);
        const auto read =
            cassette::read({written.is_lines ? "self-test.jsonl" : "self-test.yaml", written.text},
                           {.bodies = &bodies});
        if (!read) {
            fail("what was written does not load: " + base::message(read.error()));
            continue;
        }
        const std::string unequal =
            cassette::first_inequality(first.whole().exchanges, read->cassette.exchanges);
        if (!unequal.empty()) {
            fail(unequal + " is not what was written");
            continue;
        }
        const cassette::Played next = cassette::play(read->cassette, *player);
        const auto again = cassette::compare(next.expected, next.actual, one.rules,
                                             cassette::comparing_for(one.loaded.cassette, options));
        if (next.trouble || again.verdict != Verdict::Agreed) {
            fail("the next recording does not pass: " +
                 (next.trouble ? base::message(*next.trouble)
                  : again.differences.empty()
                      ? again.why
                      : again.differences.front().exchange + ' ' + again.differences.front().part +
                            ' ' + again.differences.front().path));
            continue;
        }
        ++equal_round_trips;
    }
    return {};
}

// Without its login a plan knows nothing: it must say so, and call nothing.
base::Result<void> SelfTest::run_plans(const cassette::Service& service,
                                       const ProjectGround& project) {
    std::error_code problem;
    const fs::path folder = project.seen_root() / service.plans;
    if (service.plans.empty() || !fs::is_directory(folder, problem)) return {};
    for (const CassetteFile& file : TRY(list_cassettes(folder.string()))) {
        const auto source = read_file(file.path, plan::kMaxPlanBytes);
        if (!source) continue;
        const base::Mark mark = base::Mark{file.path, 0, 0, 0, {}, 0};
        const auto plan = plan::load(*source, {.environment = true});
        if (!plan || plan->credentials.empty()) continue;
        plan::RunOptions options;
        options.allowed = plan::Effect::Destructive;
        for (const std::string& name : plan->environment) {
            options.variables.emplace_back(name, json::Value("nobody"));
        }
        NobodyLoggedIn nobody;
        const plan::Report report = plan::run(*plan, nobody, options);
        ++plans;
        if (report.verdict == plan::Verdict::Unknown && nobody.calls == 0) {
            ++plans_unknown;
        } else {
            findings.push_back(report::found(
                code::SelfTestFailed,
                {{"wanted", "the plan to be unknown without its login"}, {"what", "it was not"}},
                mark));
        }
    }
    return {};
}

std::string SelfTest::text() const {
    if (!was_run) return {};
    std::string text = "self-test: " + counted(noticed, mutants, "mutant", "noticed");
    text += "; " + counted(collected, planted, "planted cassette", "found and failed");
    text += "; " + counted(equal_round_trips, round_trips, "round trip", "equal");
    if (plans > 0) text += "; " + counted(plans_unknown, plans, "plan", "unknown without a login");
    return text + '\n';
}

json::Value SelfTest::to_json() const {
    const auto pair = [](std::size_t all, std::size_t good) {
        return json::Value::object({{"tried", static_cast<std::uint64_t>(all)},
                                    {"good", static_cast<std::uint64_t>(good)}});
    };
    return json::Value::object({{"mutants", pair(mutants, noticed)},
                                {"planted", pair(planted, collected)},
                                {"round_trips", pair(round_trips, equal_round_trips)},
                                {"plans_without_login", pair(plans, plans_unknown)}});
}

}  // namespace understudy::app
