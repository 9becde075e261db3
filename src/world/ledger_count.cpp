// How many calls came that fit a match, and whether that is certain.
#include <map>

#include "world/impl/ledger.hpp"

namespace understudy::world {

namespace {

Sought sought_of(const pack::Pack& pack, const Entry& entry) {
    Sought call;
    if (entry.operation != pack::kNone) {
        const pack::Operation& operation = pack.operations[entry.operation];
        call.operation = operation.name;
        call.verb = operation.verb;
        if (operation.resource != pack::kNone) {
            call.resource = pack.resources[operation.resource].name;
        }
    }
    call.input = &entry.input;
    call.facets = &entry.facets;
    call.id = entry.object_id;
    call.credential_id = entry.credential_id;
    call.source_id = entry.source_id;
    call.method = entry.method;
    call.path = std::string_view(entry.target).substr(0, entry.target.find('?'));
    call.status = entry.status;
    return call;
}

}  // namespace

Ledger::Count Ledger::count(const Match& match, std::uint64_t after) const {
    Count count;
    std::map<std::pair<std::string_view, int>, std::uint64_t> kept;
    // What can be told of a call by its operation and how it ended.
    Match coarse;
    coarse.resource = match.resource;
    coarse.operations = match.operations;
    coarse.status = match.status;
    const bool line_says_all = match.input.is_null() && match.specificity() == coarse.specificity();
    for (const Line& line : lines_) {
        if (!line.is_call) continue;
        Entry known;
        known.operation = line.operation;
        known.status = line.status;
        const Sought roughly = sought_of(*pack_, known);
        ++kept[{roughly.operation, roughly.status}];
        if (line.number <= after || !coarse.fits(roughly)) continue;
        if (line_says_all) {
            ++count.calls;
            continue;
        }
        const Entry entry = line.entry.unpack_call(words_of(*pack_));
        if (match.fits(sought_of(*pack_, entry))) ++count.calls;
    }
    if (evicted_ == 0) return count;
    if (!lines_.empty() && after + 1 >= lines_.front().number) return count;
    // The counters remember of those that are gone what they were and how they ended.
    for (const Counter& counter : counters()) {
        if (counter.calls == kept[{counter.operation, counter.status}]) continue;
        Entry gone;
        gone.operation =
            counter.operation.empty() ? pack::kNone : pack_->find_operation(counter.operation);
        gone.status = counter.status;
        if (coarse.fits(sought_of(*pack_, gone))) count.known = false;
    }
    return count;
}

}  // namespace understudy::world
