// Without a lock: two who ask at once may both make it, and the first that is done is kept. What
// they make is the same.
#include "pack/late_example.hpp"

#include <atomic>

#include "pack/impl/answer_example.hpp"

namespace understudy::pack {

struct LateExample::Place {
    Place() = default;
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;
    ~Place() { delete made.load(); }

    ExampleWish wish;
    mutable std::atomic<const json::Value*> made = nullptr;
};

LateExample::LateExample(json::Value made) {
    auto place = std::make_shared<Place>();
    place->made = std::make_unique<const json::Value>(std::move(made)).release();
    place_ = std::move(place);
}

LateExample::LateExample(ExampleWish wish) {
    auto place = std::make_shared<Place>();
    place->wish = std::move(wish);
    place_ = std::move(place);
}

const json::Value& LateExample::value() const {
    static const json::Value kNothing;
    if (!place_) return kNothing;
    if (const json::Value* made = place_->made.load(std::memory_order_acquire)) return *made;
    ExampleMaker maker(*place_->wish.document, answer_options(place_->wish));
    auto example = answer_example(place_->wish, maker);
    auto own = std::make_unique<const json::Value>(example ? std::move(*example) : json::Value());
    const json::Value* first = nullptr;
    if (!place_->made.compare_exchange_strong(first, own.get(), std::memory_order_acq_rel)) {
        return *first;
    }
    return *own.release();
}

}  // namespace understudy::pack
