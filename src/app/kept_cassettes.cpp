#include "app/kept_cassettes.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>

#include "cassette/code.hpp"
#include "report/shown.hpp"

namespace understudy::app {

namespace {

namespace fs = std::filesystem;
using cassette::Cassette;
using cassette::Exchange;

constexpr std::size_t kShortestSecret = 6;

// Seen from where we run, if it lies below.
std::string shown_place(const std::string& path) {
    std::error_code problem;
    const fs::path below = fs::path(path).lexically_relative(fs::current_path(problem));
    const bool is_below = !below.empty() && *below.begin() != "..";
    return report::shown(is_below ? below.string() : path);
}

void say_kept(const Kept& kept, Terminal& terminal) {
    const std::string path = shown_place(kept.path);
    if (kept.is_same) return terminal.error("understudy: unchanged " + path + "\n");
    terminal.error(kept.is_pending ? "understudy: waits for review: " + path +
                                         " (the file is there already and stays as it is)\n"
                                   : "understudy: wrote " + path + "\n");
}

}  // namespace

BundleSealer::BundleSealer(std::shared_ptr<const secret::Policy> policy)
    : scrubber_(std::make_unique<secret::Scrubber>(std::move(policy))),
      identity_(identity_of_machine()) {}

base::Result<BundleSealer> BundleSealer::make() {
    return BundleSealer(TRY(sealing_policy(secret_variables())));
}

base::Result<Bundle> BundleSealer::seal(std::vector<Exchange> exchanges) {
    cassette::CleanBundle clean =
        TRY(cassette::seal_bundle(std::move(exchanges), *scrubber_, identity_));
    return Bundle{std::move(clean.exchanges), std::move(clean.redactions)};
}

// A secret may show itself only in another call. The receipt is that of the cassette alone, and the
// bundle's where only the bundle knew.
base::Result<cassette::Sealed> BundleSealer::seal_part(Cassette part, const Bundle& bundle,
                                                       std::span<const std::size_t> numbers) {
    const cassette::Sealed alone = TRY(seal_alone(part));
    bool is_more = false;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const Exchange& by_itself = alone.exchanges()[i].exchange();
        const Exchange& together = bundle.sealed[numbers[i]];
        is_more = is_more || !(by_itself.output == together.output) ||
                  !(by_itself.input == together.input);
    }
    if (!is_more) return alone;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const Exchange before = std::move(part.exchanges[i]);
        part.exchanges[i] = bundle.sealed[numbers[i]];
        part.exchanges[i].id = before.id;
        part.exchanges[i].at = before.at;
        part.exchanges[i].effect = before.effect;
        part.exchanges[i].caused_by = before.caused_by;
    }
    part.redactions = alone.head().redactions.empty() ? bundle.redactions : alone.head().redactions;
    return seal_alone(std::move(part));
}

base::Result<cassette::Sealed> BundleSealer::seal_alone(Cassette cassette) {
    return cassette::seal(std::move(cassette), *scrubber_, identity_);
}

base::Result<void> keep_file(const cassette::Sealed& sealed, const std::string& path,
                             const KeepPlace& place) {
    const cassette::Written written = cassette::write(sealed, form_for(path));
    if (written.text.size() > cassette::kMaxCassetteBytes) {
        return base::fail(cassette::code::CannotHold,
                          {{"name", sealed.head().name}, {"count", "too much for one file"}});
    }
    std::string target = path;
    if (written.is_lines && form_for(path) == cassette::Form::Auto) target += ".jsonl";
    const ProjectGround& project = place.project;
    const Kept kept =
        TRY(keep_recording(target, written, {project.root, project.manifest.pending}));
    say_kept(kept, place.terminal);
    return {};
}

base::Result<void> keep_named(const cassette::Sealed& sealed, const std::string& stem,
                              const KeepPlace& place) {
    const cassette::Written written = cassette::write(sealed, cassette::Form::Auto);
    return keep_file(sealed, stem + (written.is_lines ? ".jsonl" : ".yaml"), place);
}

std::vector<secret::Known> secret_variables() {
    constexpr std::string_view kWords[] = {"TOKEN",       "SECRET",     "PASSWORD",
                                           "PASSWD",      "API_KEY",    "APIKEY",
                                           "PRIVATE_KEY", "CREDENTIAL", "ACCESS_KEY"};
    std::vector<secret::Known> known;
    for (char** each = ::environ; each != nullptr && *each != nullptr; ++each) {
        const std::string_view entry = *each;
        const std::size_t equals = std::min(entry.find('='), entry.size());
        const std::string_view name = entry.substr(0, equals);
        const std::string_view value = entry.substr(std::min(equals + 1, entry.size()));
        const bool is_secret = std::any_of(
            std::begin(kWords), std::end(kWords),
            [&](std::string_view word) { return name.find(word) != std::string_view::npos; });
        const bool is_path = value.starts_with('/');
        if (is_secret && !is_path && value.size() >= kShortestSecret) {
            known.push_back({std::string(name), std::string(value)});
        }
    }
    return known;
}

void number_ids(std::vector<Exchange>& exchanges) {
    std::map<std::string, std::size_t> seen;
    for (Exchange& exchange : exchanges) {
        const std::size_t number = ++seen[exchange.id];
        if (number > 1) exchange.id += '-' + std::to_string(number);
    }
}

std::string name_of_file(const std::string& file, const std::string& service,
                         const ProjectGround& project) {
    std::error_code problem;
    const cassette::Service* known = project.manifest.find(service);
    if (known != nullptr) {
        const fs::path home = fs::weakly_canonical(project.root / known->cassettes, problem);
        const std::string below = fs::weakly_canonical(fs::absolute(file), problem)
                                      .lexically_relative(home)
                                      .replace_extension()
                                      .generic_string();
        if (!below.empty() && !below.starts_with("..")) return below;
    }
    return fs::path(file).stem().string();
}

std::string folder_of_service(const std::string& service, const std::string& folder) {
    const fs::path whole = fs::path(folder).lexically_normal();
    const fs::path last = whole.has_filename() ? whole.filename() : whole.parent_path().filename();
    return (last == service ? whole : whole / service).string();
}

base::Instant now() {
    const auto since = std::chrono::system_clock::now().time_since_epoch();
    return {std::chrono::duration_cast<std::chrono::seconds>(since).count(), 0};
}

}  // namespace understudy::app
