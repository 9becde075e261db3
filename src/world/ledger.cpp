// Keeps the last calls. Adding one is what every call pays for, so it does as little as it can;
// whatever can be worked out later is worked out by the reader.
#include "world/impl/ledger.hpp"

#include <algorithm>

#include "base/bytes.hpp"
#include "base/hash.hpp"
#include "base/text.hpp"

namespace understudy::world {

namespace {

struct Words {
    std::string_view step, outcome;
};
// In the order of Step.
constexpr Words kWords[] = {
    {"", ""},
    {"fault", "no_match"},
    {"fault", "fired"},
    {"fault", "skipped"},
    {"fault", "passed"},
    {"fault", "spared"},
    {"fault", "stub"},
    {"idempotency", "no_key"},
    {"idempotency", "first_use"},
    {"idempotency", "replayed"},
    {"idempotency", "mismatch"},
    {"idempotency", "in_use"},
    {"idempotency", "refused"},
    {"scenario", "absent"},
    {"scenario", "ran"},
    {"scenario", "unknown"},
    {"magic", "none"},
    {"magic", "applied"},
    {"stateful", "executed"},
    {"stateful", "refused"},
    {"stateful", "failed"},
    {"stateful", "shape"},
};
static_assert(std::size(kWords) == static_cast<std::size_t>(Step::StatefulShape) + 1);

// "trc_12" with "trc_" is 12; 0: no such id.
std::uint64_t number_of(std::string_view id, std::string_view prefix) {
    if (!id.starts_with(prefix)) return 0;
    const std::string_view digits = id.substr(prefix.size());
    if (digits.empty() || digits.front() == '0' || digits.front() == '-') return 0;
    const auto number = base::parse_int64(digits);
    return number ? static_cast<std::uint64_t>(*number) : 0;
}

// A body over the limit is let go; what it was can still be recognised.
void shorten(std::shared_ptr<const std::string>& body, std::size_t& bytes, std::string& digest,
             std::size_t most) {
    bytes = body ? body->size() : 0;
    if (bytes <= most) return;
    digest = base::to_hex(base::sha256(*body));
    body.reset();
}

void shorten_stream(Entry& entry, std::size_t most) {
    entry.answer_bytes = entry.answer_frames->bytes();
    if (entry.answer_bytes <= most) return;
    entry.answer_digest = base::to_hex(base::sha256(entry.answer_frames->text()));
    entry.answer_frames.reset();
}

std::uint64_t counter_key(pack::Index operation, int status) {
    constexpr unsigned kStatusBits = 16;
    return (std::uint64_t{operation} << kStatusBits) | static_cast<std::uint16_t>(status);
}

}  // namespace

std::string_view step_of(Step step) {
    return kWords[static_cast<std::size_t>(step)].step;
}

std::string_view outcome_of(Step step) {
    return kWords[static_cast<std::size_t>(step)].outcome;
}

std::shared_ptr<const std::string> Entry::answer_text() const {
    return answer_frames ? std::make_shared<const std::string>(answer_frames->text()) : answer_body;
}

void Entry::step(Step step) {
    for (Step& slot : steps) {
        if (slot != Step::Nothing) continue;
        slot = step;
        return;
    }
}

Ledger::Ledger(std::shared_ptr<const pack::Pack> pack, std::size_t most, std::size_t body_bytes,
               std::string world, std::uint64_t told)
    : pack_(std::move(pack)),
      most_(most),
      body_bytes_(body_bytes),
      world_(std::move(world)),
      feed_(most, told) {}

void Ledger::add(Entry entry) {
    if (entry.is_call()) ++counters_[counter_key(entry.operation, entry.status)];
    last_ = std::max(last_, entry.number);
    if (most_ == 0) {
        ++evicted_;
        return;
    }
    shorten(entry.request_body, entry.request_bytes, entry.request_digest, body_bytes_);
    if (entry.answer_frames) {
        shorten_stream(entry, body_bytes_);
    } else {
        shorten(entry.answer_body, entry.answer_bytes, entry.answer_digest, body_bytes_);
    }
    if (!entry.request_digest.empty()) entry.input = entry.facets = {};
    if (entry.target.find('?') != std::string::npos)
        entry.target = mask_target(*pack_, entry.target);
    if (lines_.size() == most_) {
        lines_.pop_front();
        ++evicted_;
    }
    lines_.push_back({entry.number, entry.operation, static_cast<std::int16_t>(entry.status),
                      entry.by, entry.is_call(), KeptEntry::of(entry, words_of(*pack_))});
    feed_.add(entry, lines_.back().entry);
}

void Ledger::clear() {
    lines_.clear();
    counters_.clear();
    evicted_ = 0;
    last_ = 0;
}

const Ledger::Line* Ledger::find(std::uint64_t number) const {
    const auto found = std::lower_bound(
        lines_.begin(), lines_.end(), number,
        [](const Line& line, std::uint64_t wanted) { return line.number < wanted; });
    return found != lines_.end() && found->number == number ? &*found : nullptr;
}

// As far as the line can tell; the entry knows the rest.
bool Ledger::may_match(const Line& line, const World::RequestFilter& filter) const {
    if (!line.is_call || (filter.since != 0 && line.number <= filter.since)) return false;
    if (filter.status && line.status != *filter.status) return false;
    if (!filter.resolved_by.empty() && name_of(line.by) != filter.resolved_by) return false;
    if (filter.operation.empty()) return true;
    return line.operation != pack::kNone &&
           pack_->operations[line.operation].name == filter.operation;
}

World::Page Ledger::requests(const World::RequestFilter& filter, std::uint64_t from,
                             std::size_t limit) const {
    World::Page page;
    page.evicted = evicted_;
    for (const Line& line : lines_) {
        if (line.number < from || !may_match(line, filter)) continue;
        if (!matches(*pack_, line.entry.unpack_call(words_of(*pack_)), filter)) continue;
        if (page.data.size() == limit) {
            page.next = line.number;
            break;
        }
        page.data.push_back(request_record(*pack_, line.entry.unpack(words_of(*pack_))));
    }
    return page;
}

std::optional<json::Value> Ledger::request(std::string_view id) const {
    if (const Line* line = find(number_of(id, "rq_"))) {
        if (!line->is_call) return std::nullopt;
        return request_record(*pack_, line->entry.unpack(words_of(*pack_)));
    }
    if (id.empty()) return std::nullopt;
    for (const Line& line : lines_) {
        if (!line.is_call) continue;
        if (line.entry.unpack_call(words_of(*pack_)).request_id != id) continue;
        return request_record(*pack_, line.entry.unpack(words_of(*pack_)));
    }
    return std::nullopt;
}

World::Page Ledger::traces(const World::TraceFilter& filter, std::uint64_t from,
                           std::size_t limit) const {
    World::Page page;
    page.evicted = evicted_;
    for (const Line& line : lines_) {
        if (line.number < from) continue;
        if (page.data.size() == limit) {
            page.next = line.number;
            break;
        }
        json::Value record = record_of(line, filter);
        // A filter asks for traces that have such a field.
        const bool filtered = !filter.field_class.empty() || !filter.path.empty();
        if (filtered && record.find("fields")->size() == 0) continue;
        page.data.push_back(std::move(record));
    }
    return page;
}

World::Kept Ledger::find_trace(std::string_view id) const {
    const std::uint64_t number = number_of(id, "trc_");
    if (number == 0 || number > last_) return World::Kept::Unknown;
    if (find(number) != nullptr) return World::Kept::Yes;
    const bool older = lines_.empty() || number < lines_.front().number;
    return older && evicted_ > 0 ? World::Kept::Evicted : World::Kept::Unknown;
}

std::optional<json::Value> Ledger::trace(std::string_view id,
                                         const World::TraceFilter& filter) const {
    const Line* line = find(number_of(id, "trc_"));
    if (line == nullptr) return std::nullopt;
    return record_of(*line, filter);
}

json::Value Ledger::record_of(const Line& line, const World::TraceFilter& filter) const {
    const Entry entry = line.entry.unpack(words_of(*pack_));
    std::optional<Entry> first;
    if (const Line* of_first = find(entry.replay_of))
        first = of_first->entry.unpack(words_of(*pack_));
    return trace_record(*pack_, world_, entry, first ? &*first : nullptr, filter);
}

std::vector<Ledger::Counter> Ledger::counters() const {
    std::vector<std::pair<std::uint64_t, std::uint64_t>> sorted(counters_.begin(), counters_.end());
    std::sort(sorted.begin(), sorted.end());
    std::vector<Counter> all;
    for (const auto& [key, calls] : sorted) {
        const auto operation = static_cast<pack::Index>(key >> 16U);
        const bool known = operation != pack::kNone;
        all.push_back(
            {known ? std::string_view(pack_->operations[operation].name) : std::string_view(),
             static_cast<int>(key & 0xFFFFU), calls});
    }
    return all;
}

}  // namespace understudy::world
