#include "verify/shrink.hpp"

#include <algorithm>
#include <set>

namespace understudy::verify {

namespace {

using json::Value;

// Without one leg, and without those that use what it captured. The last one must stay.
std::optional<Walk> without(const Walk& walk, std::size_t number) {
    std::set<std::string> gone;
    Walk made;
    made.about = walk.about;
    made.is_loose = walk.is_loose;
    for (std::size_t i = 0; i < walk.legs.size(); ++i) {
        const Leg& leg = walk.legs[i];
        const auto used = names_used(leg);
        const bool is_lost = std::any_of(
            used.begin(), used.end(), [&](const std::string& name) { return gone.contains(name); });
        if (i != number && !is_lost) {
            made.legs.push_back(leg);
            continue;
        }
        if (i + 1 == walk.legs.size()) return std::nullopt;
        for (const plan::Capture& capture : leg.step.captures) gone.insert(capture.name);
    }
    return made;
}

class Shrinker {
public:
    Shrinker(const Divergence& divergence, const Shows& shows, std::size_t most)
        : wanted_(divergence.key()), shows_(shows), most_(most) {}

    std::optional<Shrunk> run(Walk walk, std::size_t last) {
        walk.legs.resize(last + 1);
        if (!holds(walk)) return std::nullopt;
        best_.walk = std::move(walk);
        bool has_changed = true;
        while (has_changed && best_.is_minimal) {
            has_changed = drop_legs();
            has_changed = drop_members() || has_changed;
        }
        return std::move(best_);
    }

private:
    bool holds(const Walk& walk) {
        ++tries_;
        const auto shown = shows_(walk);
        // What cannot be told now cannot be told better by asking on.
        if (!shown) {
            best_.is_minimal = false;
            return false;
        }
        for (const Divergence& each : *shown) {
            if (each.leg + 1 != walk.legs.size() || each.key() != wanted_) continue;
            best_.divergence = each;
            return true;
        }
        return false;
    }

    bool accept(Walk walk) {
        if (tries_ >= most_) best_.is_minimal = false;
        if (!best_.is_minimal) return false;
        const Divergence before = best_.divergence;
        if (!holds(walk)) {
            best_.divergence = before;
            return false;
        }
        best_.walk = std::move(walk);
        return true;
    }

    // Large pieces first: most walks need only few of their legs.
    bool drop_legs() {
        bool has_changed = false;
        for (std::size_t size = best_.walk.legs.size() / 2; size > 1; size /= 2) {
            for (std::size_t end = best_.walk.legs.size() - 1; end >= size;
                 end -= std::min(end, size)) {
                if (end + 1 > best_.walk.legs.size()) continue;
                Walk less = best_.walk;
                bool is_whole = true;
                for (std::size_t i = end; i-- > end - size && is_whole;) {
                    if (i + 1 >= less.legs.size()) continue;
                    auto next = without(less, i);
                    is_whole = next.has_value();
                    if (next) less = *std::move(next);
                }
                if (is_whole && accept(std::move(less))) has_changed = true;
            }
        }
        for (std::size_t i = best_.walk.legs.size() - 1; i-- > 0;) {
            if (i + 1 >= best_.walk.legs.size()) continue;
            auto less = without(best_.walk, i);
            if (less && accept(*std::move(less))) has_changed = true;
        }
        return has_changed;
    }

    bool drop_from(std::size_t leg, Value plan::Request::*part) {
        bool has_changed = false;
        std::vector<std::string> keys;
        const Value& value = best_.walk.legs[leg].step.request.*part;
        if (!value.is_object()) return false;
        for (const json::Member& member : value.members()) keys.emplace_back(member.key());
        for (const std::string& key : keys) {
            Walk less = best_.walk;
            (less.legs[leg].step.request.*part).erase(key);
            if (accept(std::move(less))) has_changed = true;
        }
        return has_changed;
    }

    bool drop_members() {
        bool has_changed = false;
        for (std::size_t i = 0; i < best_.walk.legs.size(); ++i) {
            if (best_.walk.legs[i].step.request.control) continue;
            has_changed = drop_from(i, &plan::Request::query) || has_changed;
            has_changed = drop_from(i, &plan::Request::body) || has_changed;
            for (std::size_t n = best_.walk.legs[i].step.request.headers.size(); n-- > 0;) {
                Walk less = best_.walk;
                auto& headers = less.legs[i].step.request.headers;
                headers.erase(headers.begin() + static_cast<std::ptrdiff_t>(n));
                if (accept(std::move(less))) has_changed = true;
            }
        }
        return has_changed;
    }

    std::string wanted_;
    const Shows& shows_;
    std::size_t most_;
    std::size_t tries_ = 0;
    Shrunk best_;
};

}  // namespace

std::optional<Shrunk> shrink(const Walk& walk, const Divergence& divergence, const Shows& shows,
                             std::size_t most) {
    return Shrinker(divergence, shows, most).run(walk, divergence.leg);
}

}  // namespace understudy::verify
