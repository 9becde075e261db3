#include "cassette/import/importer.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>
#include <utility>

#include "base/text.hpp"
#include "cassette/code.hpp"
#include "cassette/import/go_vcr.hpp"
#include "cassette/import/har.hpp"
#include "cassette/import/hydraflow.hpp"
#include "cassette/import/import_findings.hpp"
#include "cassette/import/import_names.hpp"
#include "cassette/import/vcr.hpp"
#include "cassette/import/vcrpy.hpp"
#include "cassette/import/wiremock.hpp"
#include "http/encoding.hpp"

namespace understudy::cassette {

namespace {

constexpr std::size_t kDigestDigits = 64;
constexpr std::uint64_t kUnpackedBytes = std::uint64_t{64} << 20U;  // what the readers take at most

// A file compressed by gzip says so in its first bytes, whatever it is called.
bool is_packed(std::string_view bytes) {
    return bytes.starts_with("\x1F\x8B");
}

std::vector<report::Finding> findings_at(const base::Error& error, const base::Source& source) {
    std::vector<report::Finding> findings = report::from_error(error);
    for (report::Finding& each : findings) {
        if (each.mark.file.empty()) each.mark.file = source.name;
    }
    return findings;
}

// Several exchanges of one file share its time; the file is one cassette.
bool is_over_http(const Cassette& cassette) {
    return !cassette.exchanges.empty() && cassette.exchanges.front().command() == nullptr;
}

}  // namespace

std::span<const Importer* const> importers() {
    static const Importer* const kImporters[] = {
        &vcr_importer(), &vcrpy_importer(),    &go_vcr_importer(),    &betamax_importer(),
        &har_importer(), &wiremock_importer(), &hydraflow_importer(),
    };
    return kImporters;
}

const Importer* importer_named(std::string_view name) {
    const auto all = importers();
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const Importer* each) { return each->name() == name; });
    return found == all.end() ? nullptr : *found;
}

std::vector<ImportedFile> Importer::read_all(std::span<const ForeignFile> files,
                                             const ForeignBodies* bodies) const {
    std::vector<ImportedFile> read_files;
    read_files.reserve(files.size());
    for (const ForeignFile& each : files) read_files.push_back(read(each, bodies));
    return read_files;
}

ImportResult import_all(const Importer& importer, std::vector<ForeignFile> files,
                        const ImportOptions& options) {
    ImportResult result;
    std::erase_if(files, [&](ForeignFile& file) {
        if (file.below.empty()) file.below = file.source.name;
        if (!is_packed(file.source.text)) return false;
        auto unpacked = http::decode("gzip", file.source.text, kUnpackedBytes);
        if (unpacked) {
            file.source.text = std::move(*unpacked);
            return false;
        }
        ++result.not_imported;
        for (report::Finding& each : findings_at(unpacked.error(), file.source)) {
            result.findings.push_back(std::move(each));
        }
        return true;
    });
    std::vector<Imported> all;
    for (ImportedFile& file : importer.read_all(files, options.bodies)) {
        std::move(file.findings.begin(), file.findings.end(), std::back_inserter(result.findings));
        result.fidelity.merge(file.fidelity);
        result.lost_exchanges += file.lost_exchanges;
        if (file.is_other_format) {
            ++result.other_formats;
        } else if (file.cassettes.empty() && !file.is_elsewhere) {
            ++result.not_imported;
        }
        std::move(file.cassettes.begin(), file.cassettes.end(), std::back_inserter(all));
    }
    give_names(all, options, importer.name());
    std::map<std::string, std::string, std::less<>> taken;  // name: file
    for (Imported& each : all) {
        const std::string name = each.cassette.service + "/" + each.cassette.name;
        const auto [first, is_new] = taken.emplace(name, each.file);
        if (is_new) {
            result.cassettes.push_back(std::move(each));
            continue;
        }
        ++result.not_imported;
        result.findings.push_back(
            import_finding(report::Severity::Error, code::ImportSameName,
                           {{"first", base::quoted(first->second)}, {"name", name}},
                           base::Mark{each.file, 0, 0, 0, {}, 0}));
    }
    const auto before = [](const Imported& a, const Imported& b) {
        return std::tie(a.cassette.service, a.cassette.name) <
               std::tie(b.cassette.service, b.cassette.name);
    };
    std::sort(result.cassettes.begin(), result.cassettes.end(), before);
    return result;
}

base::Result<Sealed> seal_imported(const Imported& imported, secret::Scrubber& scrubber,
                                   const Identity& own) {
    Identity identity = own;
    if (is_over_http(imported.cassette)) identity = Identity{own.home, {}, {}};
    if (imported.identity) {
        identity.home = imported.identity->home;
        identity.user = imported.identity->user;
    }
    if (!imported.cassette.source) return seal(imported.cassette, scrubber, identity);
    Cassette draft = imported.cassette;
    draft.source->digest = "sha256:" + std::string(kDigestDigits, '0');
    const Sealed sealed = TRY(seal(std::move(draft), scrubber, identity));
    Cassette whole = sealed.whole();
    whole.source->digest = sealed.head().content_digest;
    return seal(std::move(whole), scrubber, identity);
}

}  // namespace understudy::cassette
