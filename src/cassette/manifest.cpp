#include "cassette/manifest.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "cassette/code.hpp"
#include "cassette/impl/manifest_reader.hpp"
#include "cassette/impl/names.hpp"
#include "cassette/match.hpp"
#include "cassette/target.hpp"
#include "json/reader.hpp"

namespace understudy::cassette {

namespace {

using json::MapReader;
using json::Node;
using json::Reader;

constexpr std::array<std::string_view, 6> kModes = {"record",         "replay", "pass-through",
                                                    "record-missing", "forbid", "shadow"};
constexpr std::int64_t kLastExit = 125;  // what a shell can tell from its own codes
constexpr std::size_t kMostServices = 1'000;

void read_services(Reader& reader, const Node& node, Manifest& manifest) {
    if (!node) return;
    const auto members = reader.members(node, "`services`");
    if (members.size() > kMostServices) {
        reader.problem(node, "`services`", "more than 1,000 services");
        return;
    }
    for (const auto& [name, each] : members) {
        manifest.services.push_back(read_service(reader, each, name, manifest.cassettes));
    }
}

// What belongs to two services could be answered by either.
void refuse_shared(Reader& reader, const Node& services, const Manifest& manifest) {
    std::map<std::string, std::string, std::less<>> programs;
    std::map<std::string, std::string, std::less<>> folders;
    for (const Service& service : manifest.services) {
        const Node at = services.member(service.name);
        for (const std::string& program : service.programs) {
            const auto [first, is_new] = programs.emplace(program, service.name);
            if (!is_new && first->second != service.name) {
                reader.problem(at, "`programs` of the service " + base::quoted(service.name),
                               base::quoted(program) + " belongs to the service " +
                                   base::quoted(first->second) + " already");
            }
        }
        const auto [first, is_new] = folders.emplace(service.cassettes, service.name);
        if (!is_new) {
            reader.problem(at, "`cassettes` of the service " + base::quoted(service.name),
                           base::quoted(service.cassettes) + " is the folder of the service " +
                               base::quoted(first->second) + " already");
        }
    }
}

void read_coverage(Reader& reader, const Node& node, Manifest& manifest) {
    if (!node) return;
    MapReader map(reader, node, "`coverage`");
    manifest.ratchet = read_place(reader, map.get("ratchet"), map.what("ratchet"), "");
    manifest.calls = read_place(reader, map.get("calls"), map.what("calls"), manifest.calls);
    map.done();
}

void read_share(Reader& reader, const Node& node, Manifest& manifest) {
    if (!node) return;
    const double share = node.value->is_number() ? node.value->to_double() : -1;
    if (share < 0 || share > 1) {
        reader.problem(node, "`most_replaced`", "must be a number from 0 to 1");
        return;
    }
    manifest.most_replaced = share;
}

}  // namespace

std::string_view name_of(Mode mode) {
    return kModes[static_cast<std::size_t>(mode)];
}

std::optional<Mode> mode_named(std::string_view word, bool has_recordings) {
    for (std::size_t i = 0; i < kModes.size(); ++i) {
        if (word == kModes[i]) return static_cast<Mode>(i);
    }
    if (word == "none") return Mode::Replay;
    if (word == "all") return Mode::Record;
    if (word == "new" || word == "spy") return Mode::RecordMissing;
    if (word == "once") return has_recordings ? Mode::Replay : Mode::Record;
    return std::nullopt;
}

const Service* Manifest::find(std::string_view name) const {
    const auto found = std::find_if(services.begin(), services.end(),
                                    [&](const Service& service) { return service.name == name; });
    return found == services.end() ? nullptr : &*found;
}

const Service* Manifest::of_program(std::string_view program) const {
    for (const Service& service : services) {
        const auto& names = service.programs;
        if (std::find(names.begin(), names.end(), program) != names.end()) return &service;
    }
    return nullptr;
}

const Service* Manifest::of_host(std::string_view host) const {
    const std::string named = base::to_lower_ascii(host);
    const std::string_view bare = without_port(named);
    for (const Service& service : services) {
        for (const std::string& pattern : service.hosts) {
            const std::string wanted = base::to_lower_ascii(pattern);
            if (fits_wildcard(wanted, named) || fits_wildcard(wanted, bare)) return &service;
        }
    }
    return nullptr;
}

base::Result<Manifest> read_manifest(const json::Document& document) {
    Manifest manifest;
    Reader reader(document, code::ManifestProblem);
    if (document.root.is_null()) return manifest;  // an empty file says nothing
    MapReader map(reader, reader.root(), "the file");
    map.get("fixtures");
    map.get("refresh");
    manifest.cassettes =
        read_place(reader, map.get("cassettes"), map.what("cassettes"), manifest.cassettes);
    manifest.pending =
        read_place(reader, map.get("pending"), map.what("pending"), manifest.pending);
    if (const Node own = map.get("normalizers")) manifest.normalizers.add(reader, own);
    if (const Node rules = map.get("rules")) manifest.rules = read_rules(reader, rules);
    const Node services = map.get("services");
    read_services(reader, services, manifest);
    refuse_shared(reader, services, manifest);
    read_coverage(reader, map.get("coverage"), manifest);
    if (const auto exit = reader.whole(map.get("miss_exit"), map.what("miss_exit"), 1, kLastExit)) {
        manifest.miss_exit = static_cast<int>(*exit);
    }
    read_share(reader, map.get("most_replaced"), manifest);
    if (map.is_map()) map.done();
    if (reader.problems().empty()) return manifest;
    const std::string count = base::plural(reader.problems().size(), "problem");
    return base::fail(code::BadManifest, {{"name", document.source->name}, {"count", count}}, {},
                      reader.take_problems());
}

std::vector<RuleSpec> rules_for(const Manifest& manifest, const Cassette& cassette) {
    std::vector<RuleSpec> rules = manifest.rules;
    if (const Service* service = manifest.find(cassette.service)) {
        rules.insert(rules.end(), service->rules.begin(), service->rules.end());
    }
    rules.insert(rules.end(), cassette.rules.begin(), cassette.rules.end());
    return rules;
}

report::Severity severity_for(const Service& service, const Difference& difference) {
    const std::string place = difference.part + difference.path;
    report::Severity severity = severity_of(difference.drift);
    for (const SeverityRule& rule : service.severities) {
        if (rule.drift == difference.drift && place.starts_with(rule.at)) severity = rule.severity;
    }
    return severity;
}

bool is_service(std::string_view name) {
    return is_service_name(name);
}

}  // namespace understudy::cassette
