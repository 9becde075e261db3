// What stands in place of a secret: the same shape, a number, and nothing of it.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "secret/impl/spot.hpp"

namespace understudy::secret {

// The number-th of its kind, in the shape of this secret.
std::string make_pseudonym(const Spot& spot, std::size_t number);

// Equal secrets get equal pseudonyms, different ones differ. Numbers count per shape, in the order
// of first asking.
class Pseudonyms {
public:
    const std::string& of(const Spot& spot);
    // One of ours, whatever a rule says that does not know its shape.
    bool is_issued(const std::string& text) const { return taken_.contains(text); }
    const std::map<std::string, std::size_t>& issued() const { return issued_; }

private:
    std::map<std::string, std::string, std::less<>> by_secret_;
    std::map<std::string, std::size_t> issued_;  // by rule
    std::map<std::string, std::size_t> by_shape_;
    std::set<std::string> taken_;
};

}  // namespace understudy::secret
