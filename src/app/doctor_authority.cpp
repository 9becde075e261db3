// The doctor's look at the certificate authority. It makes none.
#include <chrono>

#include "app/doctor.hpp"
#include "base/time.hpp"
#include "io/authority.hpp"

namespace understudy::app {

namespace {

constexpr std::string_view kSubject = "authority";
constexpr std::int64_t kSoonSeconds = std::int64_t{30} * 86400;
constexpr std::string_view kRotate = "understudy ca rotate makes a new one";

std::int64_t now_seconds() {
    const auto since = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::seconds>(since).count();
}

}  // namespace

HealthLine look_at_authority() {
    const auto folder = io::default_authority_folder();
    if (!folder) {
        return {kSubject, Health::Missing, base::message(folder.error()),
                "set HOME, or name a folder where a verb asks for it"};
    }
    const auto authority = io::Authority::read(*folder);
    if (!authority && authority.error().code == base::Code::IoNoAuthority) {
        return {kSubject, Health::Ok, "none yet; made on first use in " + *folder, {}};
    }
    if (!authority) {
        return {kSubject, Health::Broken, base::message(authority.error()),
                base::hint(authority.error())};
    }
    const base::Instant until = authority->not_after();
    const std::string what = authority->certificate_path();
    if (until.seconds <= now_seconds()) {
        return {kSubject, Health::Broken, what + " ended " + base::to_rfc3339(until),
                std::string(kRotate)};
    }
    if (until.seconds <= now_seconds() + kSoonSeconds) {
        return {kSubject, Health::Warning, what + " ends soon, " + base::to_rfc3339(until),
                std::string(kRotate)};
    }
    return {kSubject, Health::Ok, what + ", until " + base::to_rfc3339(until), {}};
}

}  // namespace understudy::app
