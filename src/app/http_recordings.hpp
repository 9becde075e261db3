// From calls that passed through a relay to cassettes: one for the whole timeline, or one a call.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "app/kept_cassettes.hpp"
#include "app/project_file.hpp"
#include "app/terminal.hpp"
#include "base/result.hpp"
#include "serve/relay.hpp"
#include "serve/replayer.hpp"

namespace understudy::app {

struct HttpKeepPlan {
    std::string file;     // one timeline; empty: one cassette a call
    std::string folder;   // of folders, one a service; empty: where the project has them
    std::string service;  // of all calls; empty: by their hosts
};

// The service that calls to this host belong to: the manifest's, else one of the host's own name.
std::string service_of_host(std::string_view host, const cassette::Manifest& manifest);

// Where the cassettes of a service are.
std::string folder_for(const std::string& service, const HttpKeepPlan& plan,
                       const ProjectGround& project);

// As they came, by service and without ids; `service` as in HttpKeepPlan. A callback belongs to the
// service that the calls go to.
std::map<std::string, std::vector<cassette::Exchange>> exchanges_by_service(
    std::vector<serve::Relayed> calls, const std::string& service,
    const cassette::Manifest& manifest);

// "get-v1-charges", "webhook-post-hooks": what a call is named by. Of a sealed one.
std::string words_of_http(const cassette::Exchange& sealed);

// Seals and writes; equal calls share a cassette, in their order. Says on standard error what was
// written and what waits for review. How many could not be kept: what cannot be sealed is left out.
base::Result<std::size_t> keep_relayed(std::vector<serve::Relayed> calls, const HttpKeepPlan& plan,
                                       const KeepPlace& place);

// What a shadow session saw: each call held against the recording that would have answered it. On
// standard error; nothing that the program saw depends on it.
base::Result<void> report_relayed(std::vector<serve::Relayed> calls, serve::Replayer* replayer,
                                  const KeepPlace& place);

}  // namespace understudy::app
