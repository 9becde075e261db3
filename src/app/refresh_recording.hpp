// The cassettes of one service, recorded again from their own plans and held against the base.
// Nothing is written but the notes that sweeping needs.
//
//     const ServiceRecording recording = TRY(record_service(ground, service, words));
//     for (const RefreshedCassette& one : recording.cassettes) ...
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/check_service.hpp"
#include "app/plan_words.hpp"
#include "app/project_file.hpp"
#include "base/result.hpp"
#include "cassette/write.hpp"
#include "verify/refresh_turn.hpp"
#include "verify/rejections.hpp"

namespace understudy::app {

struct RefreshGround {
    const ProjectGround& checkout;  // where notes and telemetry are kept
    const ProjectGround& tree;      // what is compared: the base, in scratch
    const verify::Rejections& rejections;
    std::string today;
    plan::Effect allowed = plan::Effect::Write;
    std::function<bool()> is_stopped;

    // Texts that name files of the tree, as names of the checkout.
    std::string seen(std::string text) const;
};

struct RefreshedCassette {
    enum class Fate : std::uint8_t {
        Agreed,
        Differed,
        Unknown,
        NotReRecordable,  // no plan records it: it never drifts and is never removed
        Removed,          // its plan dropped it
        Rejected,         // all that differs somebody did not want
    };
    std::string file;   // seen from the project
    std::string shown;  // as people see it
    std::string name;   // below the service's folder, without the ending
    Fate fate = Fate::Unknown;
    std::string why;  // of Unknown and NotReRecordable
    std::vector<verify::Change> changes;
    std::optional<cassette::Written> written;  // of Differed
    std::string plan = {};                     // of Removed: the one that dropped it
    bool is_empty_now = false;

    verify::Observation observation(const std::string& service) const;
};
std::string_view name_of(RefreshedCassette::Fate fate);

struct ServiceRecording {
    std::string service;
    std::vector<RefreshedCassette> cassettes;
    std::vector<report::Finding> findings;  // of what differs, for the report of the proposal
    std::vector<std::string> tools;         // "gh 2.62.0 -> 2.63.1"

    std::vector<verify::Change> changes() const;  // most serious first
    bool has(RefreshedCassette::Fate fate) const;
};

base::Result<ServiceRecording> record_service(const RefreshGround& ground,
                                              const Corpus::OfService& service, PlanWords& words);

// What a service depends on beside the service itself: plans and rules; the programs on the PATH.
std::string ground_digest(const RefreshGround& ground, const Corpus::OfService& service);
std::string tools_digest(const cassette::Service& service);

}  // namespace understudy::app
