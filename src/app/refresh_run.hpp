// One run of refresh over the services of a project: the steps of docs/reference/refresh.md, one
// service after another, each with its own change set.
#pragma once

#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "app/check_service.hpp"
#include "app/plan_words.hpp"
#include "app/private_folder.hpp"
#include "app/refresh_recording.hpp"
#include "app/refresh_tree.hpp"
#include "verify/refresh_settings.hpp"
#include "verify/refresh_state.hpp"
#include "verify/refresh_turn.hpp"
#include "verify/refresh_words.hpp"

namespace understudy::app {

struct RefreshedService {
    enum class Fate : std::uint8_t {
        Agreed,
        Proposed,
        Stands,  // the same was proposed before
        Held,    // it waits for a person or for the fake
        Unknown,
        NotDue,
        LeftOut,  // enabled: false
        Secret,
        Stopped,
    };
    std::string name;
    Fate fate = Fate::Unknown;
    std::vector<RefreshedCassette> cassettes;
    std::string gate;    // in words
    std::string branch;  // of a proposal
    std::string patch, report, reference;
    bool is_draft = false;
};
std::string_view name_of(RefreshedService::Fate fate);

class RefreshRun {
public:
    struct Options {
        bool only_due = false;
        plan::Effect allowed = plan::Effect::Write;
    };
    RefreshRun(const ProjectGround& checkout, const RefreshBase& base,
               const verify::RefreshSettings& settings, verify::RefreshState& state,
               const verify::Rejections& rejections, base::Instant now, Options options)
        : words(checkout),
          turn(state, settings, now),
          checkout_(checkout),
          base_(base),
          settings_(settings),
          state_(state),
          rejections_(rejections),
          now_(now),
          options_(options) {}

    // `scratch` is ours; the names are those asked for, none: all.
    base::Result<void> run(const std::filesystem::path& scratch, std::vector<std::string> names);

    PlanWords words;
    verify::Turn turn;
    std::vector<RefreshedService> services;
    std::set<ExitCode> exits;  // all that apply but 0

    // Why nothing more may be done; empty: it may.
    std::string stop_reason() const;

private:
    struct Candidate;  // a change set on its way to be proposed

    base::Result<void> refresh(const RefreshGround& ground, const Corpus::OfService& service);
    base::Result<bool> has_secret(const ServiceRecording& recording);
    base::Result<void> propose(const RefreshGround& ground, const Corpus::OfService& service,
                               const ServiceRecording& recording, RefreshedService& done);
    base::Result<void> put_in_tree(Candidate& candidate, const ServiceRecording& recording) const;
    base::Result<void> audit(Candidate& candidate, const Corpus::OfService& service);
    base::Result<void> gate(Candidate& candidate, const Corpus::OfService& service,
                            const ServiceRecording& recording);
    base::Result<void> hand_over(Candidate& candidate, const ServiceRecording& recording,
                                 RefreshedService& done);
    base::Result<void> put_branch(Candidate& candidate, RefreshedService& done);
    void file_change(const Candidate& candidate, RefreshedService& done,
                     verify::ProposalMemory& memory);
    void withdraw(const std::string& service);
    base::Result<void> file_findings();
    bool call_driver(verify::DriverMessage message, std::string& reference);
    bool stops_before(std::string_view what);
    void note(base::Code code, std::vector<base::Arg> args, report::Severity severity,
              std::optional<report::Verdict> verdict);
    void ends(ExitCode code) {
        if (code != ExitCode::Done) exits.insert(code);
    }
    base::Result<void> save() const;
    std::string shown_place(const std::string& below) const;

    const ProjectGround& checkout_;
    const RefreshBase& base_;
    const verify::RefreshSettings& settings_;
    verify::RefreshState& state_;
    const verify::Rejections& rejections_;
    base::Instant now_;
    Options options_;
    std::filesystem::path scratch_;
    bool is_stopped_ = false;
    std::size_t trees_ = 0;
    std::size_t events_kept_ = 0;
};

}  // namespace understudy::app
