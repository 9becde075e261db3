// A small cassette to start from, and the way to its file, for tests.
#pragma once

#include <map>
#include <string>
#include <utility>

#include "base/assert.hpp"
#include "cassette/read.hpp"
#include "cassette/seal.hpp"
#include "cassette/write.hpp"
#include "secret/policy_testing.hpp"

namespace understudy::cassette {

// Bodies in memory, by digest in hexadecimal.
struct BodiesInMemory final : Bodies {
    std::map<std::string, std::string, std::less<>> all;

    base::Result<std::string> read(std::string_view digest) const override {
        const auto found = all.find(digest);
        if (found == all.end()) return base::fail(base::Error{});
        return found->second;
    }
};

inline Provenance provenance_for_tests(std::string at = "2026-04-30T06:12:09Z") {
    Provenance provenance;
    provenance.recorded_at = std::move(at);
    provenance.recorder = {"understudy", "0.3.0", "4be1c07"};
    provenance.tool = Tool{"git", "2.39.5", digest_text("/usr/bin/git"), digest_text("git")};
    provenance.host = Host{"debian", "12", "x86_64"};
    return provenance;
}

inline Exchange command_for_tests(std::string id, std::vector<std::string> args,
                                  std::string output = "") {
    Exchange exchange;
    exchange.id = std::move(id);
    CommandInput input;
    input.program = "git";
    input.args = std::move(args);
    exchange.input = std::move(input);
    if (!output.empty()) exchange.output.pieces.push_back({3, From::Stdout, std::move(output)});
    exchange.output.duration = 4;
    exchange.output.ended = Ended{};
    return exchange;
}

inline Cassette cassette_for_tests() {
    Cassette cassette;
    cassette.service = "git";
    cassette.name = "status/clean";
    cassette.provenance = provenance_for_tests();
    cassette.exchanges.push_back(
        command_for_tests("status", {"status", "--porcelain"}, " M a.txt\n?? b.txt\n"));
    return cassette;
}

inline base::Result<Sealed> seal_for_tests(Cassette cassette, const Identity& identity = {}) {
    secret::Scrubber scrubber(secret::policy_for_tests());
    return seal(std::move(cassette), scrubber, identity);
}

inline Written written_for_tests(Cassette cassette, Form form = Form::Yaml) {
    const auto sealed = seal_for_tests(std::move(cassette));
    ASSERT(sealed.has_value(), "the cassette of a test can be written");
    return write(*sealed, form);
}

inline base::Result<Loaded> read_written(const Written& written, ReadOptions options = {}) {
    BodiesInMemory bodies;
    bodies.all.insert(written.bodies.begin(), written.bodies.end());
    options.bodies = &bodies;
    return read({written.is_lines ? "a.jsonl" : "a.yaml", written.text}, options);
}

}  // namespace understudy::cassette
