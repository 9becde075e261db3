// Times our JSON reader beside Boost.JSON's DOM on the same texts, in alternation.
//
//     parse_bench SLICES FILE...
//
// Prints {"files": [{"name", "bytes", "ours_ms", "boost_ms", "boost_monotonic_ms"}]}: medians of
// reading a text and freeing what was read. The monotonic column is Boost.JSON at its fastest, with
// an allocator that never frees.
#include <algorithm>
#include <boost/json.hpp>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "json/parse.hpp"
#include "json/write.hpp"

namespace {

using namespace understudy;
using Clock = std::chrono::steady_clock;

template <class Work>
double milliseconds(const Work& work) {
    const auto begin = Clock::now();
    work();
    return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

double median(std::vector<double> times) {
    std::nth_element(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2),
                     times.end());
    return times[times.size() / 2];
}

json::Value measure(const std::string& path, int slices) {
    std::ifstream file(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    std::vector<double> ours;
    std::vector<double> boost;
    std::vector<double> monotonic;
    std::size_t kept = 0;  // so that no result can be thought away
    for (int slice = 0; slice < slices; ++slice) {
        ours.push_back(milliseconds([&] {
            const auto value = json::parse(text);
            if (!value) {
                std::fputs(base::render(value.error()).c_str(), stderr);
                std::exit(2);
            }
            kept += value->size();
        }));
        boost.push_back(milliseconds([&] {
            const boost::json::value value = boost::json::parse(text, {}, {.max_depth = 512});
            kept += value.is_object() ? value.get_object().size() : 0;
        }));
        monotonic.push_back(milliseconds([&] {
            boost::json::monotonic_resource memory;
            const boost::json::value value = boost::json::parse(text, &memory, {.max_depth = 512});
            kept += value.is_object() ? value.get_object().size() : 0;
        }));
    }
    return json::Value::object({{"name", path.substr(path.rfind('/') + 1)},
                                {"bytes", static_cast<std::int64_t>(text.size())},
                                {"members", static_cast<std::int64_t>(kept)},
                                {"ours_ms", median(ours)},
                                {"boost_ms", median(boost)},
                                {"boost_monotonic_ms", median(monotonic)}});
}

}  // namespace

int main(int count, char** words) {
    if (count < 3) {
        std::fputs("usage: parse_bench SLICES FILE...\n", stderr);
        return 2;
    }
    json::Value files = json::Value::array();
    for (int i = 2; i < count; ++i)
        files.push_back(measure(words[i], std::max(1, std::atoi(words[1]))));
    std::printf("%s\n", json::write(json::Value::object({{"files", files}})).c_str());
    return 0;
}
