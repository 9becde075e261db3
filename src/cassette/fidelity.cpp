#include "cassette/fidelity.hpp"

#include "base/text.hpp"

namespace understudy::cassette {

void Fidelity::begin() {
    ++exchanges_;
    is_inside_ = true;
    is_inexact_ = false;
}

void Fidelity::add(Carried carried, Loss loss) {
    const auto [place, is_new] = places_.emplace(std::pair(loss.what, loss.why), entries_.size());
    if (is_new) {
        entries_.push_back({carried, std::move(loss), 0});
        last_.push_back(0);
    }
    if (!is_inside_) return;
    const std::size_t at = place->second;
    if (last_[at] != exchanges_) ++entries_[at].exchanges;
    last_[at] = exchanges_;
    if (carried != Carried::AsRemarks && !is_inexact_) {
        is_inexact_ = true;
        ++inexact_;
    }
}

void Fidelity::merge(const Fidelity& other) {
    for (const Entry& each : other.entries_) {
        const auto [place, is_new] =
            places_.emplace(std::pair(each.first.what, each.first.why), entries_.size());
        if (is_new) {
            entries_.push_back(each);
            last_.push_back(0);
        } else {
            entries_[place->second].exchanges += each.exchanges;
        }
    }
    exchanges_ += other.exchanges_;
    inexact_ += other.inexact_;
}

std::string counted(const Fidelity::Entry& entry) {
    if (entry.exchanges <= 1) return entry.first.what;
    return entry.first.what + " (in " + base::plural(entry.exchanges, "exchange") + ")";
}

}  // namespace understudy::cassette
