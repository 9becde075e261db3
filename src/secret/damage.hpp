// Has a careless filter gone over this text? One that was told to hide a short value, say the
// account number 1, puts its placeholder into every word and number that holds it:
//
//     /v<VENDOR_ID>/customers     E<AUTH_CODE>pires: 0     0.<VENDOR_ID>7<VENDOR_ID>802
//
// A placeholder that stands for a whole value (`Bearer <TOKEN>`, `/users/<LOGIN>/repos`) is no
// damage, nor is a tag of XML or HTML.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace understudy::secret {

struct Damage {
    std::string placeholder;  // "<VENDOR_ID>"
    std::size_t at = 0;       // the first one, in bytes
    std::size_t count = 0;
};

// By placeholder, in the order they are met. Only those inside of words are counted.
std::vector<Damage> find_damage(std::string_view text);

}  // namespace understudy::secret
