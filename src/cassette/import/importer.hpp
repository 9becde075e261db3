// Recordings of other tools, read into cassettes: one box for each foreign format.
//
//     const Importer* importer = importer_named("vcr");
//     ImportResult result = import_all(*importer, std::move(files), {.service = "github"});
//     for (const Imported& each : result.cassettes) seal_imported(each, scrubber, identity);
//
// Nothing imported is ever `recorded`: nobody saw it happen. What the foreign file says and a
// cassette has no place for goes into the notes, and every such thing is a finding. A new format is
// one file with an Importer and one line in the table of importer.cpp.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/mark.hpp"
#include "base/result.hpp"
#include "cassette/fidelity.hpp"
#include "cassette/manifest.hpp"
#include "cassette/model.hpp"
#include "cassette/seal.hpp"
#include "report/finding.hpp"

namespace understudy::cassette {

struct ForeignFile {
    base::Source source;
    std::string below = {};  // its path below the folder that was named; empty: its name
};

// Files that a foreign file refers to by name.
class ForeignBodies {
public:
    virtual ~ForeignBodies() = default;
    // `name` as the file at `file` says it: a path below, whose steps are checked by then.
    virtual base::Result<std::string> read(const std::string& file,
                                           std::string_view name) const = 0;
};

struct Imported {
    Cassette cassette;                 // over HTTP its service and name are given by import_all
    std::string file;                  // it came from
    std::string below = {};            // what its name is made of, where it has none
    std::string hand_written;          // why it counts as written by hand; empty: no sign of it
    std::string not_runnable;          // why the call cannot be made again; empty: it can
    std::string target;                // what it was made with: a hint for its plan
    bool is_damaged = false;           // by a careless filter
    std::optional<Identity> identity;  // of the machine it was made on, as far as it shows
};

// What became of one file.
struct ImportedFile {
    std::vector<Imported> cassettes;  // none: it was not imported
    std::vector<report::Finding> findings;
    bool is_other_format = false;
    bool is_elsewhere = false;  // all of it is in the cassette of another file
    Fidelity fidelity = {};
    std::size_t lost_exchanges = 0;  // that could not be read; the others were imported
};

class Importer {
public:
    virtual ~Importer() = default;
    virtual std::string_view name() const = 0;   // "hydraflow"
    virtual std::string_view about() const = 0;  // one line for the help
    // By the name of a file: may it be one of this format?
    virtual bool takes(std::string_view path) const = 0;
    virtual ImportedFile read(const ForeignFile& file, const ForeignBodies* bodies) const = 0;
    // Where files belong together (the states of one scenario) they are read together: one result
    // for each file, in their order.
    virtual std::vector<ImportedFile> read_all(std::span<const ForeignFile> files,
                                               const ForeignBodies* bodies) const;
    // Programs of a service that this format knows by another name: `gh` of github.
    virtual std::string_view program_of(std::string_view service) const { return service; }
};

std::span<const Importer* const> importers();
const Importer* importer_named(std::string_view name);  // nullptr: there is none

struct ImportOptions {
    std::string service = {};               // of all; empty: as the hosts say
    const Manifest* manifest = nullptr;     // whose services name hosts
    const ForeignBodies* bodies = nullptr;  // nullptr: none can be read
};

// All files together; those that are compressed by gzip are unpacked. What is named twice is
// imported once and told, but for HTTP, where the second gets another name.
struct ImportResult {
    std::vector<Imported> cassettes;  // by service and name
    std::vector<report::Finding> findings;
    std::size_t not_imported = 0;
    std::size_t other_formats = 0;
    std::size_t lost_exchanges = 0;
    Fidelity fidelity = {};
};
ImportResult import_all(const Importer& importer, std::vector<ForeignFile> files,
                        const ImportOptions& options = {});

// Redacts and seals. `own` is the identity of this machine, used where the recording shows none;
// of a recording over HTTP only the home folder is looked for, since a user's or a machine's name
// is a word like any other in what a service says. The digest of the source of a derived cassette
// is that of its redacted contents: one of the original would let a short secret be guessed.
base::Result<Sealed> seal_imported(const Imported& imported, secret::Scrubber& scrubber,
                                   const Identity& own);

}  // namespace understudy::cassette
