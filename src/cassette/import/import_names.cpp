#include "cassette/import/import_names.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "base/text.hpp"
#include "cassette/impl/names.hpp"
#include "cassette/target.hpp"

namespace understudy::cassette {

namespace {

constexpr std::size_t kLongestName = 180;  // room for a number, below the 200 of a name
constexpr std::size_t kDigestDigits = 12;

bool is_letter_or_digit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

// What some shell, file system or reader of ours would stumble over becomes `_`.
bool is_kept(char c) {
    const bool is_beyond_ascii = static_cast<unsigned char>(c) >= 0x80;
    return is_letter_or_digit(c) || is_beyond_ascii ||
           std::string_view("._-+,=()[]").find(c) != std::string_view::npos;
}

// One step of a path. Names with a dot in front, and `bodies`, are not looked at as cassettes.
std::string step_of(std::string_view text) {
    std::string step;
    for (const char c : text) step += is_kept(c) ? c : '_';
    if (step.starts_with('.')) step[0] = '_';
    if (step == "bodies") step += '_';
    return step;
}

std::string_view without_ending(std::string_view path) {
    if (path.ends_with(".gz")) path.remove_suffix(3);
    const std::size_t slash = path.rfind('/');
    const std::size_t dot = path.rfind('.');
    const std::size_t begin = slash == path.npos ? 0 : slash + 1;
    return dot == path.npos || dot <= begin ? path : path.substr(0, dot);
}

std::string_view ending_of(std::string_view path) {
    if (path.ends_with(".gz")) path.remove_suffix(3);
    const std::string_view stem = without_ending(path);
    return stem.size() == path.size() ? "" : path.substr(stem.size() + 1);
}

std::string full_name(const Imported& imported) {
    return imported.cassette.service + "/" + imported.cassette.name;
}

std::string first_host(const Cassette& cassette) {
    for (const Exchange& exchange : cassette.exchanges) {
        const HttpInput* call = exchange.http();
        if (call != nullptr && !call->host.empty()) return call->host;
    }
    return {};
}

std::string service_for(const Cassette& cassette, const ImportOptions& options,
                        std::string_view format) {
    if (!options.service.empty()) return options.service;
    const std::string host = first_host(cassette);
    if (options.manifest != nullptr && !host.empty()) {
        if (const Service* known = options.manifest->of_host(host)) return known->name;
    }
    std::string service = service_of_host(host);
    return service.empty() ? std::string(format) : service;
}

}  // namespace

std::string name_of_path(std::string_view path) {
    std::vector<std::string> steps;
    for (const std::string_view step : base::split(without_ending(path), '/')) {
        if (step.empty() || step == "." || step == "..") continue;
        steps.push_back(step_of(step));
    }
    std::string name = base::join(steps, "/");
    if (name.empty()) name = "cassette";
    if (name.size() <= kLongestName && is_cassette_name(name)) return name;
    const std::string digest = digest_text(path);
    name = base::to_valid_utf8(name).substr(0, kLongestName - kDigestDigits - 1);
    while (!base::is_utf8(name) || name.ends_with('/')) name.pop_back();
    return name + "-" + digest.substr(digest.size() - kDigestDigits);
}

std::string service_of_host(std::string_view host) {
    std::string name;
    for (const char c : base::to_lower_ascii(without_port(host))) {
        const bool is_plain = is_letter_or_digit(c) || c == '.' || c == '-' || c == '_';
        const bool begins = name.empty() && !is_letter_or_digit(c);
        if (!begins) name += is_plain ? c : '_';
    }
    while (!name.empty() && !is_letter_or_digit(name.back())) name.pop_back();
    return is_service_name(name) ? name : "";
}

void give_names(std::vector<Imported>& cassettes, const ImportOptions& options,
                std::string_view format) {
    std::map<std::string, std::size_t> wanted;  // full name: how many would have it
    std::vector<Imported*> nameless;
    std::set<std::string> taken;
    for (Imported& each : cassettes) {
        if (!each.cassette.name.empty()) {
            taken.insert(full_name(each));
            continue;
        }
        each.cassette.service = service_for(each.cassette, options, format);
        each.cassette.name = name_of_path(each.below);
        ++wanted[full_name(each)];
        nameless.push_back(&each);
    }
    // `a.json` and `a.yaml` become `a-json` and `a-yaml`, whichever of them comes first.
    for (Imported* each : nameless) {
        const std::string_view ending = ending_of(each->below);
        if (wanted[full_name(*each)] > 1 && !ending.empty()) {
            each->cassette.name += "-" + step_of(ending);
        }
    }
    for (Imported* each : nameless) {
        const std::string name = each->cassette.name;
        for (int number = 2; !taken.insert(full_name(*each)).second; ++number) {
            each->cassette.name = name + "-" + std::to_string(number);
        }
    }
}

}  // namespace understudy::cassette
