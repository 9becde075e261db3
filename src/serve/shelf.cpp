#include "serve/shelf.hpp"

#include <algorithm>

namespace understudy::serve {

KeptPtr Shelf::add(std::string name, world::Snapshot snapshot) {
    const std::lock_guard lock(mutex_);
    if (kept_->size() >= kMostSnapshots) return nullptr;
    auto kept = std::make_shared<const Kept>(
        Kept{"snp_" + std::to_string(++last_), std::move(name), std::move(snapshot)});
    auto list = std::make_shared<List>(*kept_);
    list->push_back(kept);
    kept_ = std::move(list);
    return kept;
}

KeptPtr Shelf::find(std::string_view id_or_name) const {
    const std::lock_guard lock(mutex_);
    if (id_or_name.empty()) return nullptr;
    for (const KeptPtr& one : *kept_) {
        if (one->id == id_or_name) return one;
    }
    const auto named = std::find_if(kept_->rbegin(), kept_->rend(),
                                    [&](const KeptPtr& one) { return one->name == id_or_name; });
    return named == kept_->rend() ? nullptr : *named;
}

std::vector<KeptPtr> Shelf::all() const {
    const std::lock_guard lock(mutex_);
    return *kept_;
}

bool Shelf::remove(std::string_view id_or_name) {
    const KeptPtr found = find(id_or_name);
    const std::lock_guard lock(mutex_);
    auto list = std::make_shared<List>(*kept_);
    const bool removed = found && std::erase(*list, found) > 0;
    kept_ = std::move(list);
    return removed;
}

std::size_t Shelf::clear() {
    const std::lock_guard lock(mutex_);
    const std::size_t count = kept_->size();
    kept_ = std::make_shared<const List>();
    return count;
}

void Shelf::begin_as(const Shelf& other) {
    std::shared_ptr<const List> theirs;
    std::uint64_t last = 0;
    {
        const std::lock_guard lock(other.mutex_);
        theirs = other.kept_;
        last = other.last_;
    }
    const std::lock_guard lock(mutex_);
    kept_ = std::move(theirs);
    last_ = last;
}

}  // namespace understudy::serve
