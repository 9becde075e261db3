// Cassettes on disk: finding, reading and writing them, and what a recording on this machine is
// stamped with.
//
//     for (const CassetteFile& file : TRY(list_cassettes("cassettes")))
//         cassette::Loaded loaded = TRY(read_cassette(file.path));
//
//     const Kept kept = TRY(keep_recording(path, written, {root, manifest.pending}));
//     if (kept.is_pending) ...                    // the committed bytes stay
//
// A file is never half-written: bodies go first, each under the name of its digest, and the
// cassette is put into its place as a whole.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "base/time.hpp"
#include "cassette/manifest.hpp"
#include "cassette/read.hpp"
#include "cassette/seal.hpp"
#include "cassette/write.hpp"
#include "secret/policy.hpp"

namespace understudy::app {

// The folder `bodies` beside a cassette. A body is a plain file in it, found by its digest; a link
// is not followed.
class BodyFolder final : public cassette::Bodies {
public:
    explicit BodyFolder(std::filesystem::path folder) : folder_(std::move(folder)) {}
    static BodyFolder beside(const std::string& cassette);
    base::Result<std::string> read(std::string_view digest) const override;

private:
    std::filesystem::path folder_;
};

struct CassetteFile {
    std::string path;     // as it may be shown and opened
    std::string service;  // the folder it lies in; empty: directly in the folder that was listed
    std::string name;     // the path below that, without the ending
};

// FOLDER/SERVICE/NAME.yaml and .jsonl, by path. Folders called `bodies`, and names that begin with
// a dot, are passed over. app.cannot_read
base::Result<std::vector<CassetteFile>> list_cassettes(const std::string& folder);
// Those of all services of a project, each from its own folder; `root` is where understudy.yaml
// lies. A folder that is not there has none.
base::Result<std::vector<CassetteFile>> list_cassettes(const std::filesystem::path& root,
                                                       const cassette::Manifest& manifest);

// With the bodies beside it, whatever `options.bodies` says.
base::Result<cassette::Loaded> read_cassette(const std::string& path,
                                             cassette::ReadOptions options = {});
// One of a project: its service must be known, and its names those of its place.
base::Result<cassette::Loaded> read_cassette(const CassetteFile& file,
                                             const cassette::Manifest& manifest);

// By the ending: `.yaml`, `.yml`, `.jsonl`; anything else leaves it open.
cassette::Form form_for(std::string_view path);

// Folders are made where they are missing. app.cannot_write
base::Result<void> write_cassette(const std::string& path, const cassette::Written& written);

// Where recordings wait that would change a file: manifest.pending below `root`.
struct Pending {
    std::filesystem::path root;
    std::string folder = ".understudy/pending";
};
struct Kept {
    std::string path;         // where it was written
    bool is_pending = false;  // the file is there already, and stays as it is
    bool is_same = false;     // the file is there with these bytes: nothing was written
};
// A new file is written at once; over an existing one it is written as pending.
base::Result<Kept> keep_recording(const std::string& path, const cassette::Written& written,
                                  const Pending& pending);

// --- sealing
cassette::Identity identity_of_machine();
// The shipped rules and the project's policy, as `scan` and `scrub` use them; `known` are values
// that are secret whatever they look like.
base::Result<std::shared_ptr<const secret::Policy>> sealing_policy(
    std::vector<secret::Known> known = {});

// --- stamps
cassette::Recorder this_recorder();
cassette::Host this_host();
// `path` is where the program was found; links in it are followed. Its digests are those of the
// file it leads to; a file that cannot be read has none.
cassette::Tool tool_at(std::string_view name, const std::string& path, std::string version);
cassette::Provenance provenance_of(cassette::Tool tool, base::Instant now);

}  // namespace understudy::app
