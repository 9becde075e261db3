// Cassettes as files of other tools: one box for each foreign format.
//
//     const Exporter* exporter = exporter_named("har");
//     Exported exported = exporter->write(sealed, {.version = "0.3.0"});
//
// Only sealed cassettes come in, so nothing unsealed goes out. What the target cannot hold is told,
// never dropped silently. A new format is one file with an Exporter and one line in the table of
// exporter.cpp.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cassette/fidelity.hpp"
#include "cassette/seal.hpp"
#include "report/finding.hpp"

namespace understudy::cassette {

struct ExportOptions {
    std::string version = {};  // of this program, for formats that name who wrote them
};

struct Exported {
    std::string text;          // empty: no exchange could be written
    Fidelity fidelity;         // counts the exchanges that were written
    std::size_t left_out = 0;  // exchanges that are not in it at all
};

class Exporter {
public:
    virtual ~Exporter() = default;
    virtual std::string_view name() const = 0;    // "har"
    virtual std::string_view about() const = 0;   // one line for the help
    virtual std::string_view ending() const = 0;  // ".har"
    // The folder that files of one run lie in, below the one that was named; may be empty.
    virtual std::string_view folder() const { return {}; }
    virtual Exported write(const Sealed& sealed, const ExportOptions& options) const = 0;
};

std::span<const Exporter* const> exporters();
const Exporter* exporter_named(std::string_view name);  // nullptr: there is none

// One finding for each entry, at the cassette's file.
std::vector<report::Finding> export_findings(const Fidelity& fidelity, const std::string& file);

}  // namespace understudy::cassette
