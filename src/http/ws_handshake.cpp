#include "http/ws_handshake.hpp"

#include <algorithm>

#include "base/bytes.hpp"
#include "base/hash.hpp"
#include "base/text.hpp"

namespace understudy::http {

namespace {

constexpr std::string_view kVersion = "13";
constexpr std::size_t kKeyBytes = 16;

base::Failure bad(std::string why) {
    return base::fail(base::Code::HttpBadHandshake, {{"why", std::move(why)}});
}

bool is_key(std::string_view text) {
    const std::optional<std::string> bytes = base::from_base64(text);
    return bytes && bytes->size() == kKeyBytes;
}

}  // namespace

std::string accept_key(std::string_view key) {
    std::string text(key);
    text += "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";  // section 1.3 fixes it
    return base::to_base64(base::digest(base::Digest::Sha1, text));
}

bool asks_for_websocket(const RequestHead& request) {
    return request.headers.has_word("Upgrade", "websocket");
}

std::vector<std::string_view> offered_subprotocols(const RequestHead& request) {
    std::vector<std::string_view> offered;
    for (const Field field : request.headers) {
        if (!base::equal_ignoring_case(field.name, "Sec-WebSocket-Protocol")) continue;
        for (const std::string_view word : words_of(field.value)) offered.push_back(word);
    }
    return offered;
}

base::Result<ResponseHead> accept_handshake(const RequestHead& request,
                                            std::string_view subprotocol) {
    const Headers& headers = request.headers;
    if (request.method != "GET") return bad("the method is " + base::quoted(request.method));
    if (request.version != Version::Http11) return bad("it is not sent over HTTP/1.1");
    if (!asks_for_websocket(request)) return bad("Upgrade does not name websocket");
    if (!headers.has_word("Connection", "upgrade")) return bad("Connection does not name upgrade");
    if (headers.count("Sec-WebSocket-Version") != 1 ||
        headers.get("Sec-WebSocket-Version") != kVersion) {
        // Told apart from the rest by refuse_handshake.
        return base::fail(base::Code::HttpBadHandshake,
                          {{"why", "Sec-WebSocket-Version is not 13"}, {"status", "426"}});
    }
    if (headers.count("Sec-WebSocket-Key") != 1) {
        return bad("it has " + base::plural(headers.count("Sec-WebSocket-Key"), "key"));
    }
    const std::string_view key = headers.get("Sec-WebSocket-Key");
    if (!is_key(key)) return bad("Sec-WebSocket-Key is not 16 bytes in base64");
    const std::vector<std::string_view> offered = offered_subprotocols(request);
    if (!subprotocol.empty() && std::ranges::find(offered, subprotocol) == offered.end()) {
        return bad("the subprotocol " + base::quoted(subprotocol) + " is not offered");
    }

    ResponseHead answer;
    answer.status = 101;
    answer.headers.add("Upgrade", "websocket");
    answer.headers.add("Connection", "Upgrade");
    answer.headers.add("Sec-WebSocket-Accept", accept_key(key));
    if (!subprotocol.empty()) answer.headers.add("Sec-WebSocket-Protocol", subprotocol);
    return answer;
}

ResponseHead refuse_handshake(const base::Error& error) {
    ResponseHead answer;
    answer.status = 400;
    if (error.arg("status") == "426") {
        answer.status = 426;
        answer.headers.add("Upgrade", "websocket");
        answer.headers.add("Connection", "Upgrade");
        answer.headers.add("Sec-WebSocket-Version", kVersion);
    }
    return answer;
}

RequestHead make_handshake(RequestHead request, std::string_view key) {
    request.method = "GET";
    request.version = Version::Http11;
    request.headers.set("Upgrade", "websocket");
    request.headers.set("Connection", "Upgrade");
    request.headers.set("Sec-WebSocket-Key", key);
    request.headers.set("Sec-WebSocket-Version", kVersion);
    request.headers.remove("Sec-WebSocket-Extensions");
    return request;
}

base::Result<void> check_handshake(const ResponseHead& answer, std::string_view key,
                                   std::span<const std::string_view> offered) {
    const Headers& headers = answer.headers;
    if (answer.status != 101) return bad("the answer is " + std::to_string(answer.status));
    if (!headers.has_word("Upgrade", "websocket")) return bad("Upgrade does not name websocket");
    if (!headers.has_word("Connection", "upgrade")) return bad("Connection does not name upgrade");
    if (headers.count("Sec-WebSocket-Accept") != 1 ||
        headers.get("Sec-WebSocket-Accept") != accept_key(key)) {
        return bad("Sec-WebSocket-Accept does not fit the key");
    }
    if (headers.has("Sec-WebSocket-Extensions")) {
        return bad("the extension " + base::quoted(headers.get("Sec-WebSocket-Extensions")) +
                   " was never offered");
    }
    const std::size_t chosen = headers.count("Sec-WebSocket-Protocol");
    if (chosen > 1) return bad("it chooses " + base::plural(chosen, "subprotocol"));
    if (chosen == 1) {
        const std::string_view name = headers.get("Sec-WebSocket-Protocol");
        if (std::ranges::find(offered, name) == offered.end()) {
            return bad("the subprotocol " + base::quoted(name) + " was never offered");
        }
    }
    return {};
}

WsAgreed agreed_extensions(const ResponseHead& answer) {
    WsAgreed agreed;
    for (const std::string_view value : answer.headers.all("Sec-WebSocket-Extensions")) {
        for (const std::string_view extension : words_of(value)) {
            const auto parts = base::split(extension, ';');
            if (agreed.deflates ||
                !base::equal_ignoring_case(base::trim(parts.front()), "permessage-deflate")) {
                agreed.is_known = false;
                continue;
            }
            agreed.deflates = true;
            for (const std::string_view part : parts) {
                const std::string_view name = base::trim(part.substr(0, part.find('=')));
                if (base::equal_ignoring_case(name, "client_no_context_takeover")) {
                    agreed.client_keeps_context = false;
                } else if (base::equal_ignoring_case(name, "server_no_context_takeover")) {
                    agreed.server_keeps_context = false;
                }
            }
        }
    }
    return agreed;
}

}  // namespace understudy::http
