// What waits for review: recordings that would change a cassette, taken apart into the changes that
// can be decided about one by one.
//
//     Review review = TRY(Review::open(project, settings));
//     for (const PendingChange& each : review.items()) ...
//     TRY_VOID(review.accept(review.items()[0].id));     // the cassette has the new bytes
//
// One change is one exchange of one cassette; where exchanges do not fit beside each other (other
// calls, other captured values, another origin), it is the whole file. Rules that were learned, and
// cassettes that their plan records no more, wait beside the recordings, each a change of its own.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/project_file.hpp"
#include "base/result.hpp"
#include "cassette/read.hpp"
#include "report/finding.hpp"
#include "secret/policy.hpp"
#include "verify/change.hpp"
#include "verify/refresh_settings.hpp"
#include "verify/rejections.hpp"

namespace understudy::app {

struct PendingChange {
    std::string id, fingerprint;
    std::string service, cassette;
    std::string exchange;       // empty: the whole file
    std::string file, pending;  // as they are shown
    std::string kind;           // the most serious class in it
    report::Severity severity = report::Severity::Info;
    std::vector<verify::Change> changes;   // most serious first
    std::string note;                      // what there is to say beside them
    std::optional<json::Value> rule = {};  // learned, to be added to the cassette's
    bool is_removal = false;
};

class Review {
public:
    static base::Result<Review> open(const ProjectGround& project,
                                     const verify::RefreshSettings& settings);

    const std::vector<PendingChange>& items() const { return items_; }
    const PendingChange* find(std::string_view id) const;

    // review.not_pending. The items are made anew by each of them.
    base::Result<void> accept(const std::string& id);
    base::Result<void> reject(const std::string& id, const std::string& reason,
                              const std::string& until);
    // Rules that cover what varies in a recording, put into the cassette: as they are written.
    // review.no_rule
    base::Result<std::vector<std::string>> make_rules(const std::string& id);
    // A line more of the cassette's notes.
    base::Result<void> add_note(const std::string& id, const std::string& text);

private:
    Review(const ProjectGround& project, const verify::RefreshSettings& settings)
        : project_(project), settings_(settings) {}

    base::Result<void> look();
    base::Result<void> look_at(const std::string& pending);
    base::Result<void> look_at_rules(const std::string& pending);
    base::Result<void> look_at_removal(const std::string& pending);
    base::Result<const PendingChange*> need(const std::string& id) const;
    std::string place_of(const std::string& pending) const;
    base::Result<void> accept_rule(const PendingChange& item);
    base::Result<void> change_head(const PendingChange& item, std::string_view key,
                                   const json::Value& value) const;
    void forget(const std::string& pending) const;

    const ProjectGround& project_;
    const verify::RefreshSettings& settings_;
    std::shared_ptr<const secret::Policy> policy_;
    verify::Rejections rejections_;
    std::vector<PendingChange> items_;
};

}  // namespace understudy::app
