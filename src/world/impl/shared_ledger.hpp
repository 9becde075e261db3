// The journal of a world's requests as forks and snapshots hold it: one and the same until one of
// them goes on, which then takes a copy of its own.
//
// Whether it is shared is noted when a copy is made, not counted when one writes: the other worlds
// run on threads of their own.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "world/impl/ledger.hpp"

namespace understudy::world {

class SharedLedger {
public:
    SharedLedger() = default;  // none
    explicit SharedLedger(Ledger ledger) : ledger_(std::make_shared<Ledger>(std::move(ledger))) {}
    SharedLedger(const SharedLedger& other) : ledger_(other.ledger_), shared_(true) {
        other.note_copy();
    }
    SharedLedger(SharedLedger&&) noexcept = default;
    SharedLedger& operator=(const SharedLedger& other) {
        other.note_copy();
        ledger_ = other.ledger_;
        shared_ = true;
        return *this;
    }
    SharedLedger& operator=(SharedLedger&&) noexcept = default;
    ~SharedLedger() = default;

    explicit operator bool() const { return ledger_ != nullptr; }
    const Ledger& operator*() const { return *ledger_; }
    const Ledger* operator->() const { return ledger_.get(); }

    // To write in, for the world of this id.
    Ledger& own(const std::string& world) {
        if (shared_) {
            ledger_ = std::make_shared<Ledger>(*ledger_);
            ledger_->set_world(world);
            shared_ = false;
        }
        return *ledger_;
    }

private:
    // Not written where it is known already: several threads may copy what a snapshot holds.
    void note_copy() const {
        if (!shared_) shared_ = true;
    }

    std::shared_ptr<Ledger> ledger_;
    mutable bool shared_ = false;
};

}  // namespace understudy::world
