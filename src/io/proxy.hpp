// Which proxy a call goes through, as the usual environment variables say: HTTP_PROXY, HTTPS_PROXY,
// ALL_PROXY and NO_PROXY, in capitals or small letters (small ones win, as with curl).
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "http/url.hpp"

namespace understudy::io {

struct Proxies {
    std::optional<http::Url> http;
    std::optional<http::Url> https;
    // NO_PROXY: `*`, a host, a domain (example.test or .example.test: it and all below), an
    // address, each with an optional :port.
    std::vector<std::string> exempt;

    const http::Url* for_url(const http::Url& url) const;  // null: go directly
};

using Environment = std::function<std::optional<std::string>(std::string_view name)>;

// Capital HTTP_PROXY is not read when REQUEST_METHOD is set: under CGI a client could set it.
base::Result<Proxies> read_proxies(const Environment& environment);
base::Result<Proxies> proxies_of_process();

}  // namespace understudy::io
