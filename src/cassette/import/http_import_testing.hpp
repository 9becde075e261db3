// One foreign file read, and what was told about it.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "base/text.hpp"
#include "cassette/import/importer.hpp"

namespace understudy::cassette {

inline ImportedFile read_as(std::string_view format, std::string_view text,
                            const ForeignBodies* bodies = nullptr,
                            std::string name = "calls/login.yml") {
    const Importer* importer = importer_named(format);
    EXPECT_NE(importer, nullptr) << format;
    return importer->read({{std::move(name), std::string(text)}}, bodies);
}

inline Cassette cassette_of(const ImportedFile& file) {
    EXPECT_EQ(file.cassettes.size(), 1U);
    return file.cassettes.empty() ? Cassette{} : file.cassettes.front().cassette;
}

inline Cassette cassette_as(std::string_view format, std::string_view text) {
    return cassette_of(read_as(format, text));
}

// "cassette.import.approximated a.yml:3: what: why", one a line, bookkeeping left out.
inline std::string told(const ImportedFile& file) {
    std::string lines;
    for (const report::Finding& each : file.findings) {
        if (each.severity == report::Severity::Info) continue;
        lines += each.code + " " + std::to_string(each.mark.line) + ": " + each.message + "\n";
    }
    return lines;
}

inline const HttpInput& call_of(const Cassette& cassette, std::size_t number = 0) {
    return *cassette.exchanges.at(number).http();
}
inline const Output& answer_of(const Cassette& cassette, std::size_t number = 0) {
    return cassette.exchanges.at(number).output;
}

inline bool has(std::string_view text, std::string_view part) {
    return text.find(part) != text.npos;
}

}  // namespace understudy::cassette
