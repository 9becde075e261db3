// What the words of `understudy proxy` ask for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/http_recordings.hpp"
#include "app/verb.hpp"
#include "base/result.hpp"
#include "base/time.hpp"
#include "cassette/manifest.hpp"
#include "serve/relay.hpp"

namespace understudy::app {

struct ProxySettings {
    serve::RelayDoor door;
    std::optional<serve::RelayDoor> callback;
    std::uint16_t callback_port = 0;
    std::vector<std::string> allowed;  // hosts of --forward
    std::string mode = "record";       // as it was said: a mode, or a word of VCR
    HttpKeepPlan keep;
    std::optional<base::Duration> expires;
    std::string trust;
    std::optional<std::uint16_t> port;
    std::string socket, host;
    std::uint32_t pace = 0;  // of played answers, thousandths of the recorded times
    bool json = false;

    bool is_forward() const { return door.kind == serve::RelayDoor::Kind::Forward; }
    // "https://api.example.test", "unix:/run/docker.sock"
    std::string upstream() const;
};

// app.bad_arguments
base::Result<ProxySettings> proxy_settings(const Arguments& arguments,
                                           const cassette::Manifest& manifest);

}  // namespace understudy::app
