// The session's side of recording: takes what shims hand over and keeps it in memory, where it
// stays until it is sealed.
//
//     Collector collector(loop);
//     TRY_VOID(collector.listen(session.folder()));
//     loop.run();
//     for (RecordedCall& call : collector.take()) ...
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "io/fd.hpp"
#include "io/loop.hpp"
#include "shim/recorded_call.hpp"

namespace understudy::shim {

class Collector final : public io::Watcher {
public:
    explicit Collector(io::Loop& loop);
    ~Collector();
    Collector(const Collector&) = delete;
    Collector& operator=(const Collector&) = delete;

    base::Result<void> listen(const std::string& folder);  // session.no_collector

    std::size_t open() const;                    // calls that began and have not handed over
    void when_idle(std::function<void()> work);  // each time there is none any more
    std::vector<RecordedCall> take();            // by the time at which they began

    void on_ready(io::Ready ready) override;  // somebody connects

private:
    struct Connection;
    void drop(Connection& connection);
    bool keep(std::string_view message);

    io::Loop& loop_;
    io::Fd listener_;
    std::map<Connection*, std::unique_ptr<Connection>> connections_;
    std::vector<RecordedCall> calls_;
    std::size_t left_;
    std::function<void()> when_idle_;
};

}  // namespace understudy::shim
