// Deliveries as part of the state.
#include "world/impl/order_key.hpp"
#include "world/impl/parts.hpp"

namespace understudy::world {

DeliveryPtr State::delivery(std::uint64_t number) const {
    const DeliveryPtr* found = parts_->deliveries.find(number_key(number));
    return found != nullptr ? *found : nullptr;
}

DeliveryPtr State::put_delivery(Delivery delivery) {
    if (delivery.number == 0) delivery.number = next("$delivery");
    if (delivery.place == 0) {
        delivery.place = next("$place");
        delivery.after_timer = last("$timer");
    }
    auto kept = std::make_shared<const Delivery>(std::move(delivery));
    parts_->write_delivery(kept->number, kept);
    return kept;
}

void State::drop_delivery(std::uint64_t number) {
    parts_->write_delivery(number, nullptr);
}

std::size_t State::delivery_count() const {
    return parts_->deliveries.size();
}

void State::each_delivery(std::uint64_t after,
                          const std::function<bool(const DeliveryPtr&)>& visit) const {
    const Tree<DeliveryPtr> all = parts_->deliveries;  // visit may write
    for (auto cursor = all.lower_bound(number_key(after + 1)); cursor.is_valid(); cursor.next()) {
        if (!visit(cursor.value())) return;
    }
}

std::vector<DeliveryPtr> State::deliveries_in(Delivery::State state) const {
    std::vector<DeliveryPtr> found;
    const std::string prefix = state_key(state);
    for (auto cursor = parts_->deliveries_by_state.lower_bound(prefix);
         cursor.is_valid() && cursor.key().starts_with(prefix); cursor.next()) {
        found.push_back(cursor.value());
    }
    return found;
}

bool State::has_deliveries_in(Delivery::State state) const {
    if (parts_->deliveries_by_state.is_empty()) return false;
    const std::string prefix = state_key(state);
    const auto cursor = parts_->deliveries_by_state.lower_bound(prefix);
    return cursor.is_valid() && cursor.key().starts_with(prefix);
}

DeliveryPtr State::next_delivery(base::Instant until,
                                 const std::function<bool(const Delivery&)>& takes) const {
    for (auto cursor = parts_->deliveries_by_due.begin(); cursor.is_valid(); cursor.next()) {
        const DeliveryPtr& delivery = cursor.value();
        if (delivery->due > until) return nullptr;
        if (!takes || takes(*delivery)) return delivery;
    }
    return nullptr;
}

std::vector<DeliveryPtr> State::waiting_deliveries() const {
    std::vector<DeliveryPtr> all;
    for (auto cursor = parts_->deliveries_by_due.begin(); cursor.is_valid(); cursor.next()) {
        all.push_back(cursor.value());
    }
    return all;
}

}  // namespace understudy::world
