// The automaton of the shipped rules over files and nothing else: what `scan` would cost if every
// guess were believed. Run by `./dev bench lint` (row L1.vs_raw).
//
//     scan_raw_bench [--jobs N] PATH...       files, and folders with all files below them
//
// Prints {"bytes":N,"matches":N,"seconds":S}: S is the time to read the files and look through
// them, without finding their names and without making the automaton ready.
#include <atomic>
#include <charconv>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "app/embedded_secrets.hpp"
#include "secret/matcher.hpp"

namespace {

using namespace understudy;

[[noreturn]] void give_up(const std::string& why) {
    std::fputs((why + "\n").c_str(), stderr);
    std::exit(1);
}

std::vector<std::string> files_of(const std::string& path) {
    if (!std::filesystem::is_directory(path)) {
        return {path};
    }
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(path)) {
        if (entry.is_regular_file()) {
            files.push_back(entry.path().string());
        }
    }
    return files;
}

// Into memory that is kept for the next file, so that reading costs no more than it must.
std::string_view read(const std::string& path, std::string& memory) {
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"),
                                                               std::fclose);
    if (!file) {
        give_up("cannot open " + path);
    }
    std::setvbuf(file.get(), nullptr, _IONBF, 0);
    const auto size = static_cast<std::size_t>(std::filesystem::file_size(path));
    if (memory.size() < size) {
        memory.resize(size);
    }
    if (std::fread(memory.data(), 1, size, file.get()) != size) {
        give_up("cannot read " + path);
    }
    return std::string_view(memory).substr(0, size);
}

struct Sum {
    std::uint64_t bytes = 0;
    std::uint64_t matches = 0;
};

// Takes the next file nobody has taken until there is none.
Sum look_through(const secret::Matcher& matcher, const std::vector<std::string>& files,
                 std::atomic<std::size_t>& next) {
    const auto run = matcher.start();
    std::string memory;
    std::vector<secret::Candidate> found;
    Sum sum;
    for (std::size_t at = next++; at < files.size(); at = next++) {
        const std::string_view text = read(files[at], memory);
        found.clear();
        run->look(text, found);
        sum.bytes += text.size();
        sum.matches += found.size();
    }
    return sum;
}

std::size_t number_of(std::string_view text) {
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size() || number == 0 || number > 256) {
        give_up("--jobs takes a number from 1 to 256");
    }
    return number;
}

}  // namespace

int main(int count, char** words) {
    std::size_t jobs = 1;
    std::vector<std::string> files;
    for (int at = 1; at < count; ++at) {
        if (std::string_view(words[at]) == "--jobs" && at + 1 < count) {
            jobs = number_of(words[++at]);
        } else {
            for (std::string& file : files_of(words[at])) {
                files.push_back(std::move(file));
            }
        }
    }
    const auto matcher = secret::matcher_of(app::embedded_database());
    if (!matcher) {
        give_up(base::render(matcher.error()));
    }

    std::atomic<std::size_t> next{0};
    std::vector<Sum> sums(jobs);
    const auto begin = std::chrono::steady_clock::now();
    {
        std::vector<std::jthread> threads;
        for (std::size_t job = 1; job < jobs; ++job) {
            threads.emplace_back([&, job] { sums[job] = look_through(**matcher, files, next); });
        }
        sums[0] = look_through(**matcher, files, next);
    }
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;

    Sum all;
    for (const Sum& sum : sums) {
        all.bytes += sum.bytes;
        all.matches += sum.matches;
    }
    std::printf("{\"bytes\":%llu,\"matches\":%llu,\"seconds\":%.6f}\n",
                static_cast<unsigned long long>(all.bytes),
                static_cast<unsigned long long>(all.matches), passed.count());
    return 0;
}
