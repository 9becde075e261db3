// The queue and its threads. A thread is started when enough waits to pay for it, so the scan of
// one small file starts none; and the thread that adds jobs works too, whenever the queue is full
// and when all jobs are there.
#include "app/scan_crew.hpp"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <unordered_set>
#include <utility>

#include "app/scan_one.hpp"
#include "secret/code.hpp"

namespace understudy::app {

namespace {

// What one more thread is worth: it takes about as long to start as to look through this much.
constexpr std::uint64_t kWorthAThread = 512U << 10U;
constexpr std::uint64_t kCostOfAJob = 16U << 10U;  // of opening a file, in bytes looked through
constexpr std::uint64_t kMostWaitingBytes = std::uint64_t{64} << 20U;
constexpr std::size_t kMostWaitingJobs = 4096;

std::uint64_t cost_of(const ScanJob& job) {
    return kCostOfAJob + job.size;
}

std::uint64_t memory_of(const ScanJob& job) {
    return job.window ? job.window->bytes.size() : 0;
}

report::Finding not_scanned(const std::string& name, const std::string& why) {
    const base::Error error{secret::code::NotScanned, {{"why", why}, {"help", ""}}, {}, {}};
    report::Finding finding;
    finding.severity = report::Severity::Warning;
    finding.code = base::name_of(error.code);
    finding.message = base::message(error);
    finding.hint = base::hint(error);
    finding.mark.file = name;
    finding.verdict = report::Verdict::Unknown;
    return finding;
}

void put_in_text(report::Finding& finding, TextPlace before, const WindowCount& window) {
    if (!finding.mark.is_known()) return;
    const LineColumn place = in_text({finding.mark.line, finding.mark.column}, before, window);
    finding.mark.line = place.line;
    finding.mark.column = place.column;
}

}  // namespace

struct ScanCrew::State {
    State(const Ground& its_ground, std::size_t its_jobs, Progress& its_progress)
        : ground(its_ground), jobs(its_jobs), progress(its_progress) {}

    const Ground& ground;
    const std::size_t jobs;
    Progress& progress;

    std::mutex mutex;  // guards what follows
    std::condition_variable changed;
    std::deque<ScanJob> waiting;
    std::uint64_t waiting_cost = 0;
    std::uint64_t waiting_memory = 0;
    bool is_closed = false;
    std::vector<ScanPart> parts;
    std::size_t files = 0;
    std::uint64_t bytes = 0;

    std::vector<std::thread> threads;  // of the caller's alone
    std::optional<TextScanner> own;

    ScanJob take() {  // under the mutex; there is one
        ScanJob job = std::move(waiting.front());
        waiting.pop_front();
        waiting_cost -= cost_of(job);
        waiting_memory -= memory_of(job);
        return job;
    }

    void keep(ScanPart part) {  // under the mutex
        if (part.part == 0) ++files;
        bytes += part.bytes;
        parts.push_back(std::move(part));
    }

    void work() {
        TextScanner scanner(ground);
        std::unique_lock lock(mutex);
        while (true) {
            changed.wait(lock, [this] { return is_closed || !waiting.empty(); });
            if (waiting.empty()) return;
            ScanJob job = take();
            lock.unlock();
            ScanPart part = scanner.scan(std::move(job));
            lock.lock();
            keep(std::move(part));
        }
    }

    // The caller's own share: one job, if one is waiting.
    bool work_once() {
        std::unique_lock lock(mutex);
        if (waiting.empty()) return false;
        ScanJob job = take();
        lock.unlock();
        if (!own) own.emplace(ground);
        ScanPart part = own->scan(std::move(job));
        lock.lock();
        keep(std::move(part));
        const std::size_t files_now = files;
        const std::uint64_t bytes_now = bytes;
        lock.unlock();
        progress.at(files_now, bytes_now);
        return true;
    }

    void end_threads() {
        {
            const std::lock_guard lock(mutex);
            is_closed = true;
        }
        changed.notify_all();
        for (std::thread& thread : threads) thread.join();
        threads.clear();
    }
};

ScanCrew::ScanCrew(const Ground& ground, std::size_t jobs, Progress& progress)
    : state_(std::make_unique<State>(ground, std::max<std::size_t>(jobs, 1), progress)) {}

ScanCrew::~ScanCrew() {
    {
        const std::lock_guard lock(state_->mutex);
        state_->waiting.clear();
    }
    state_->end_threads();
}

void ScanCrew::add(ScanJob job) {
    bool is_full = false;
    bool wants_thread = false;
    {
        const std::lock_guard lock(state_->mutex);
        state_->waiting_cost += cost_of(job);
        state_->waiting_memory += memory_of(job);
        state_->waiting.push_back(std::move(job));
        is_full =
            state_->waiting_memory > kMostWaitingBytes || state_->waiting.size() > kMostWaitingJobs;
        wants_thread = state_->threads.size() + 1 < state_->jobs &&
                       state_->waiting_cost > kWorthAThread * (state_->threads.size() + 1);
    }
    if (wants_thread) state_->threads.emplace_back([state = state_.get()] { state->work(); });
    state_->changed.notify_one();
    if (is_full) state_->work_once();
}

std::vector<ScanPart> ScanCrew::finish() {
    while (state_->work_once()) {
    }
    state_->end_threads();
    std::vector<ScanPart> parts = std::move(state_->parts);
    std::sort(parts.begin(), parts.end(), [](const ScanPart& a, const ScanPart& b) {
        return std::pair(a.text, a.part) < std::pair(b.text, b.part);
    });
    return parts;
}

ScanSummary put_together(std::vector<ScanPart> parts) {
    ScanSummary summary;
    std::unordered_set<std::string> names;
    TextPlace place;
    for (ScanPart& part : parts) {
        if (part.part == 0) place = {};
        summary.bytes += part.bytes;
        summary.allowed += part.allowed;
        for (report::Finding& finding : part.findings) {
            put_in_text(finding, place, part.count);
            summary.findings.push_back(std::move(finding));
        }
        place = behind(place, part.count);
        if (!part.unread.empty()) {
            summary.findings.push_back(not_scanned(part.shown, part.unread));
        } else if (part.part == 0) {
            ++summary.texts;
            if (names.insert(part.shown).second) summary.checked.push_back(std::move(part.shown));
        }
    }
    return summary;
}

}  // namespace understudy::app
