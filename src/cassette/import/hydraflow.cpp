#include "cassette/import/hydraflow.hpp"

#include <algorithm>
#include <array>

#include "cassette/import/hydraflow_parts.hpp"

namespace understudy::cassette {

namespace hydraflow {

namespace {

// The adapters that the layout's documents name. Any other name is taken as well: it is then the
// program's own.
struct Adapter {
    std::string_view name;
    std::string_view program;  // empty: of the same name, if any
};
constexpr std::array<Adapter, 10> kAdapters = {{
    {"github", "gh"},
    {"git", "git"},
    {"docker", "docker"},
    {"claude", "claude"},
    {"beads", "bd"},
    {"sentry", "sentry-cli"},
    {"http", ""},
    {"subprocess", ""},
    {"fs", ""},
    {"llm", ""},
}};

const Adapter* find_adapter(std::string_view name) {
    const auto found = std::find_if(kAdapters.begin(), kAdapters.end(),
                                    [&](const Adapter& each) { return each.name == name; });
    return found == kAdapters.end() ? nullptr : &*found;
}

bool is_account_byte(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_' || c == '.';
}

// Accounts that are no person's: their home is replaced, the bare word may mean anything.
constexpr std::array<std::string_view, 8> kSharedAccounts = {
    "root", "user", "runner", "ubuntu", "node", "vscode", "app", "Shared",
};

}  // namespace

std::string_view program_of(std::string_view adapter) {
    const Adapter* known = find_adapter(adapter);
    return known == nullptr || known->program.empty() ? adapter : known->program;
}

bool is_any_program(std::string_view adapter) {
    return adapter == "subprocess";
}

std::string_view adapter_in(std::string_view word) {
    for (const Adapter& each : kAdapters) {
        if (word == each.name) return each.name;
        if (word.starts_with(each.name) && word[each.name.size()] == '_') return each.name;
    }
    return {};
}

std::string_view stem_of(std::string_view path) {
    path.remove_prefix(path.rfind('/') + 1);  // npos + 1 is 0
    return path.substr(0, path.rfind('.'));
}

std::string_view folder_of(std::string_view path) {
    const std::size_t end = path.rfind('/');
    if (end == std::string_view::npos) return {};
    path = path.substr(0, end);
    return path.substr(path.rfind('/') + 1);
}

std::optional<Identity> identity_in(std::string_view text) {
    constexpr std::array<std::string_view, 2> kHomes = {"/Users/", "/home/"};
    std::size_t first = std::string_view::npos;
    std::string_view before;
    for (const std::string_view each : kHomes) {
        const std::size_t at = text.find(each);
        if (at < first) {
            first = at;
            before = each;
        }
    }
    if (first == std::string_view::npos) return std::nullopt;
    const std::size_t begin = first + before.size();
    std::size_t end = begin;
    while (end < text.size() && is_account_byte(text[end])) ++end;
    if (end == begin) return std::nullopt;
    const std::string_view user = text.substr(begin, end - begin);
    Identity identity;
    identity.home = std::string(before) + std::string(user);
    const bool is_shared =
        std::find(kSharedAccounts.begin(), kSharedAccounts.end(), user) != kSharedAccounts.end();
    if (!is_shared) identity.user = user;
    return identity;
}

}  // namespace hydraflow

namespace {

class HydraflowImporter final : public Importer {
public:
    std::string_view name() const override { return "hydraflow"; }
    std::string_view about() const override {
        return "YAML cassettes and JSON Lines streams in the layout of ADR-0047";
    }
    bool takes(std::string_view path) const override {
        return path.ends_with(".yaml") || path.ends_with(".yml") || path.ends_with(".jsonl");
    }
    ImportedFile read(const ForeignFile& file, const ForeignBodies*) const override {
        const base::Source& source = file.source;
        return source.name.ends_with(".jsonl") ? hydraflow::read_stream(source)
                                               : hydraflow::read_cassette(source);
    }
    std::string_view program_of(std::string_view service) const override {
        return hydraflow::program_of(service);
    }
};

}  // namespace

const Importer& hydraflow_importer() {
    static const HydraflowImporter kImporter;
    return kImporter;
}

}  // namespace understudy::cassette
