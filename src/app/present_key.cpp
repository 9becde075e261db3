#include "app/present_key.hpp"

#include <string>

#include "base/bytes.hpp"

namespace understudy::app {

void present_key(http::RequestHead& head, const pack::Auth& auth, std::string_view key) {
    if (auth.places.empty()) return;
    const pack::AuthPlace& place = auth.places.front();
    using Kind = pack::AuthPlace::Kind;
    const std::string text(key);
    switch (place.kind) {
        case Kind::Bearer: head.headers.set("Authorization", "Bearer " + text); break;
        case Kind::BasicUser:
            head.headers.set("Authorization", "Basic " + base::to_base64(text + ':'));
            break;
        case Kind::BasicPassword:
            head.headers.set("Authorization", "Basic " + base::to_base64("any:" + text));
            break;
        case Kind::Header:
            head.headers.set(place.name, place.scheme.empty() ? text : place.scheme + ' ' + text);
            break;
        case Kind::Query:
            head.target += (head.target.find('?') == std::string::npos ? '?' : '&') + place.name +
                           '=' + base::to_percent(text);
            break;
    }
}

}  // namespace understudy::app
