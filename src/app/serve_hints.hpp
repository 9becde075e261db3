// What `serve` says on standard error: how to try it, and how to point clients at it.
#pragma once

#include <string>

#include "json/value.hpp"
#include "pack/pack.hpp"

namespace understudy::app {

struct Served {
    const pack::Pack* pack = nullptr;
    std::string url;
    std::string key;
    json::Value config;
    std::string socket;       // of the pack; empty: none
    std::string certificate;  // of our authority; empty: no TLS
};

std::string hints_for(const Served& served);

}  // namespace understudy::app
