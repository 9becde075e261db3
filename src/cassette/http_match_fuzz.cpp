// Calls are foreign bytes: whatever they hold, finding their key ends, a call equals itself, and
// the two ways of telling calls apart agree: keys are equal where no part differs, and only there.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "cassette/http_match.hpp"
#include "cassette/target.hpp"

using namespace understudy;
using namespace understudy::cassette;

namespace {

constexpr const char* kTypes[] = {"application/json", "application/x-www-form-urlencoded",
                                  "multipart/form-data; boundary=x", "application/x-ndjson",
                                  "text/plain"};
constexpr const char* kEncodings[] = {"", "gzip", "deflate", "br"};

// The first line is where it goes.
HttpInput call_of(std::string_view text, const char* type, const char* encoding) {
    HttpInput call;
    call.method = "POST";
    const std::size_t end = text.find('\n');
    set_target(call, text.substr(0, end));
    call.headers = {{"Content-Type", type}, {"Content-Encoding", encoding}};
    if (end != text.npos) call.body = Body{std::string(text.substr(end + 1)), {}};
    return call;
}

}  // namespace

// The first byte says what the bodies are, the second where to cut the rest into two calls.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2) return 0;
    const char* type = kTypes[data[0] % std::size(kTypes)];
    const char* encoding = kEncodings[data[0] / 64];
    const std::string_view text(reinterpret_cast<const char*>(data + 2), size - 2);
    const std::size_t cut = text.size() * data[1] / 256;
    const HttpInput one = call_of(text.substr(0, cut), type, encoding);
    const HttpInput other = call_of(text.substr(cut), type, encoding);
    const Match policy;
    const Rules rules;
    const std::string key = http_key(one, policy, rules, false);
    if (key != http_key(one, policy, rules, false)) std::abort();
    const bool is_equal = key == http_key(other, policy, rules, false);
    const HttpWay how{policy, rules, false};
    if (!fits_sealed(one, one, one, how)) std::abort();
    if (fits_sealed(one, one, other, how) != is_equal) std::abort();
    const Recorded recorded[] = {{&other, &policy, &rules}};
    const auto near = nearest(one, recorded, false, 1);
    if (near.size() != 1 || near.front().differences.empty() != is_equal) std::abort();
    return 0;
}
