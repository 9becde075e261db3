// What testers have armed, as part of the state.
#include "world/impl/parts.hpp"

namespace understudy::world {

LeverPtr State::lever(Lever::Kind kind, std::uint64_t number) const {
    const LeverPtr* found = parts_->levers.find(lever_key(kind, number));
    return found != nullptr ? *found : nullptr;
}

std::vector<LeverPtr> State::levers(Lever::Kind kind) const {
    std::vector<LeverPtr> all;
    const std::string prefix(1, static_cast<char>(kind));
    for (auto cursor = parts_->levers.lower_bound(prefix);
         cursor.is_valid() && cursor.key().starts_with(prefix); cursor.next()) {
        all.push_back(cursor.value());
    }
    return all;
}

std::vector<LeverPtr> State::levers_in(Lever::Kind kind, std::string_view bucket) const {
    std::vector<LeverPtr> found;
    if (parts_->levers_by_bucket.is_empty()) return found;
    const std::string prefix = bucket_key(kind, bucket);
    for (auto cursor = parts_->levers_by_bucket.lower_bound(prefix);
         cursor.is_valid() && cursor.key().starts_with(prefix); cursor.next()) {
        found.push_back(cursor.value());
    }
    return found;
}

bool State::has_levers(Lever::Kind kind) const {
    if (parts_->levers_by_bucket.is_empty()) return false;
    const std::string prefix(1, static_cast<char>(kind));
    const auto cursor = parts_->levers_by_bucket.lower_bound(prefix);
    return cursor.is_valid() && cursor.key().starts_with(prefix);
}

LeverPtr State::put_lever(Lever lever) {
    if (lever.number == 0) {
        constexpr std::string_view kSequences[] = {"$fault", "$stub", "$pin", "$tape"};
        lever.number = next(kSequences[static_cast<std::size_t>(lever.kind)]);
        lever.created = next("$lever");
    }
    auto kept = std::make_shared<const Lever>(std::move(lever));
    parts_->write_lever(kept->kind, kept->number, kept);
    return kept;
}

bool State::drop_lever(Lever::Kind kind, std::uint64_t number) {
    if (!lever(kind, number)) return false;
    parts_->write_lever(kind, number, nullptr);
    return true;
}

}  // namespace understudy::world
