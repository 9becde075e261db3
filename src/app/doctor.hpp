// What the doctor looks at, one line for each; the verb itself is doctor_verb.cpp.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace understudy::app {

// Only what is broken makes the verb fail.
enum class Health : std::uint8_t { Ok, Warning, Missing, Broken };

struct HealthLine {
    std::string_view subject;  // up to 11 characters
    Health health = Health::Ok;
    std::string what;
    std::string remedy;  // empty when all is well
};

std::string environment_text(const char* name, std::string_view fallback);

// doctor_network.cpp
std::vector<HealthLine> look_at_network();

// doctor_authority.cpp
HealthLine look_at_authority();

}  // namespace understudy::app
