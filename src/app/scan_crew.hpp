// Looks through many texts at once: as many threads as are worth it, each with a Finder of its own.
// What comes out does not depend on their number.
//
//     ScanCrew crew(ground, jobs, progress);
//     crew.add(job);                                  // as they come; never more than fits in
//     memory std::vector<ScanPart> parts = crew.finish();    // in the order of their places
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/progress.hpp"
#include "app/secret_ground.hpp"
#include "app/text_windows.hpp"
#include "report/finding.hpp"

namespace understudy::app {

struct ScanJob {
    std::size_t text = 0;  // number of the text, which decides the order of findings
    std::size_t part = 0;  // of its windows
    std::string name;
    std::string commit;            // of git's history; else empty
    std::optional<Window> window;  // none: the file of that name, which is read by who looks at it
    std::uint64_t size = 0;
    std::string unread;  // why it, or the rest of it, could not be read: only its name is looked at
};

struct ScanPart {
    std::size_t text = 0;
    std::size_t part = 0;
    std::string shown;  // the name, without a secret that stands in it
    std::string commit;
    std::vector<report::Finding> findings;  // their lines as if the text began with this part
    std::size_t allowed = 0;                // by what stands in the text beside them
    WindowCount count;
    std::uint64_t bytes = 0;
    std::string unread;  // why it could not be read; empty: it was
};

class ScanCrew {
public:
    ScanCrew(const Ground& ground, std::size_t jobs, Progress& progress);
    ~ScanCrew();
    ScanCrew(const ScanCrew&) = delete;
    ScanCrew& operator=(const ScanCrew&) = delete;

    // Where much is waiting already, the caller looks through something before this returns.
    void add(ScanJob job);
    std::vector<ScanPart> finish();

private:
    struct State;
    std::unique_ptr<State> state_;
};

// What the parts of all texts say together.
struct ScanSummary {
    std::vector<report::Finding> findings;  // with their lines in the whole texts
    std::vector<std::string> checked;       // names of texts, each once
    std::size_t texts = 0;
    std::uint64_t bytes = 0;
    std::size_t allowed = 0;
};
ScanSummary put_together(std::vector<ScanPart> parts);

}  // namespace understudy::app
