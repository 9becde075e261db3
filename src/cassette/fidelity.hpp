// What became of the parts of exchanges on their way between two formats.
//
//     Fidelity fidelity;
//     fidelity.begin();                                             // an exchange
//     fidelity.add(Carried::Nearly, {"times", "the format has none", mark, "/log"});
//     fidelity.exact();                                             // of fidelity.exchanges()
//
// What is said of many exchanges in the same words is one entry with a count, at the first place
// where it was seen.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/mark.hpp"

namespace understudy::cassette {

enum class Carried : std::uint8_t {
    Nearly,     // something was carried in its place
    NotAtAll,   // the target has no place for it
    AsRemarks,  // bookkeeping of the other tool, which no replay needs
};

struct Loss {
    std::string what, why;
    base::Mark mark = {};
    std::string pointer = {};
};

class Fidelity {
public:
    struct Entry {
        Carried carried = Carried::Nearly;
        Loss first;
        std::size_t exchanges = 0;  // 0: it is said of the file
    };

    // Losses from here on belong to a new exchange.
    void begin();
    // ... and from here on to the file again.
    void end() { is_inside_ = false; }
    void add(Carried carried, Loss loss);
    // Of another file, to one sum.
    void merge(const Fidelity& other);

    const std::vector<Entry>& entries() const { return entries_; }
    std::size_t exchanges() const { return exchanges_; }
    std::size_t exact() const { return exchanges_ - inexact_; }

private:
    std::vector<Entry> entries_;
    std::map<std::pair<std::string, std::string>, std::size_t> places_;  // what and why: entry
    std::vector<std::size_t> last_;  // of an entry: the exchange that was last counted
    std::size_t exchanges_ = 0, inexact_ = 0;
    bool is_inside_ = false, is_inexact_ = false;
};

// "timings", "timings (in 3 exchanges)"
std::string counted(const Fidelity::Entry& entry);

}  // namespace understudy::cassette
