// From exchanges as they came to files: sealed as one bundle, so that a secret that shows itself in
// one call is found in all, then written cassette by cassette.
//
//     BundleSealer sealer = TRY(BundleSealer::make());
//     const Bundle bundle = TRY(sealer.seal(exchanges));
//     const Sealed sealed = TRY(sealer.seal_part(cassette, bundle, numbers));
//     TRY_VOID(keep_file(sealed, "cassettes/api/get.yaml", {project, terminal}));
//
// Nothing reaches a disk before it is sealed.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/cassette_files.hpp"
#include "app/project_file.hpp"
#include "app/terminal.hpp"
#include "base/result.hpp"
#include "cassette/model.hpp"
#include "secret/scrub.hpp"

namespace understudy::app {

// Exchanges that belong together, as they may be shown and named.
struct Bundle {
    std::vector<cassette::Exchange> sealed;
    std::vector<cassette::Redaction> redactions;
};

class BundleSealer {
public:
    static base::Result<BundleSealer> make();

    base::Result<Bundle> seal(std::vector<cassette::Exchange> exchanges);
    // Part of a bundle: exchange i of `part` is exchange numbers[i] of the bundle.
    base::Result<cassette::Sealed> seal_part(cassette::Cassette part, const Bundle& bundle,
                                             std::span<const std::size_t> numbers);
    base::Result<cassette::Sealed> seal_alone(cassette::Cassette cassette);

private:
    explicit BundleSealer(std::shared_ptr<const secret::Policy> policy);
    std::unique_ptr<secret::Scrubber> scrubber_;
    cassette::Identity identity_;
};

// Where cassettes are put, and who hears of it.
struct KeepPlace {
    const ProjectGround& project;
    Terminal& terminal;
};
// Says on standard error what was written and what waits for review.
base::Result<void> keep_file(const cassette::Sealed& sealed, const std::string& path,
                             const KeepPlace& place);
// The same under a name to which the ending of its form is added.
base::Result<void> keep_named(const cassette::Sealed& sealed, const std::string& stem,
                              const KeepPlace& place);

// Values of variables whose names say that they are secret: they are looked for wherever they
// stand.
std::vector<secret::Known> secret_variables();

// Ids are unique in a cassette: "pr-list", "pr-list-2".
void number_ids(std::vector<cassette::Exchange>& exchanges);

// Below the folder of its service the path is the name; elsewhere the stem of the file is.
std::string name_of_file(const std::string& file, const std::string& service,
                         const ProjectGround& project);

// `folder`/`service`, unless the folder is the service's own already.
std::string folder_of_service(const std::string& service, const std::string& folder);

base::Instant now();

}  // namespace understudy::app
