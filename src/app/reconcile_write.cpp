#include "app/reconcile_write.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "app/code.hpp"
#include "app/file_batch.hpp"
#include "base/text.hpp"
#include "json/parse.hpp"
#include "json/write.hpp"

namespace understudy::app {

namespace {

namespace fs = std::filesystem;
using fixture::Fixture;
using fixture::Tree;

constexpr std::string_view kVerb = "reconcile";
constexpr std::string_view kSidecar = ".meta.json";

// Where the fixture comes from, which changes with it. What it is for (lane, owner, keys) stays.
constexpr std::string_view kProvenance[] = {
    "origin",        "producer", "command",   "captured_at",  "recorder_version", "source_digest",
    "policy_digest", "receipt",  "redaction", "tool_version", "api_version",      "ids",
    "scenario",      "ending",   "dialect",   "channels",     "levels",           "collector",
};
// Of an invented fixture, and of no other.
constexpr std::string_view kInvented[] = {"seed", "parent", "reconciled"};

base::Failure wrong_call(std::string why) {
    return base::fail(code::BadArguments, {{"verb", std::string(kVerb)}, {"why", std::move(why)}});
}

std::string sidecar_of(const Fixture& fixture) {
    for (const std::string& name : fixture.metadata.files) {
        if (name.ends_with(kSidecar)) return name;
    }
    return fixture.claim.path + std::string(kSidecar);
}

base::Result<json::Value> read_sidecar(const Tree& tree, const std::string& name) {
    if (!tree.has(name)) return json::Value::object();
    const auto source = TRY(tree.read(name));
    json::Value value = TRY(json::parse(source->text));
    if (!value.is_object()) return wrong_call(name + " is no JSON object");
    return value;
}

std::string text_of(const json::Value& sidecar) {
    return json::write_pretty(sidecar) + "\n";
}

// Said in another place, it would contradict what is written.
base::Result<void> refuse_other_place(const Fixture& fixture) {
    const auto found = fixture.metadata.fields.find("reconciled");
    if (found == fixture.metadata.fields.end()) return {};
    for (const fixture::Said& said : found->second) {
        if (said.place == "sidecar") continue;
        return wrong_call("`reconciled` of " + fixture.claim.path + " stands in the " + said.place +
                          "; move it into " + sidecar_of(fixture));
    }
    return {};
}

// All files of a fixture and its parts, as its family names them: from its own folder.
std::map<std::string, std::string> files_of(const Fixture& fixture) {
    std::map<std::string, std::string> files;  // from the fixture's path, name in the tree
    const std::string prefix = fixture.claim.path + "/";
    for (const fixture::FixtureFile& file : fixture.files) {
        const bool is_below = fixture.claim.is_folder && file.name.starts_with(prefix);
        files[is_below ? file.name.substr(prefix.size()) : std::string()] = file.name;
    }
    return files;
}

}  // namespace

json::Value reconciled_metadata(const json::Value& record) {
    json::Value result = json::Value::object();
    for (const std::string_view key :
         {"date", "outcome", "digest", "tool_version", "api_version", "policy"}) {
        if (const json::Value* value = record.find(key)) result.set(key, *value);
    }
    return result;
}

base::Result<std::vector<std::string>> write_reconciled(const fs::path& root, const Tree& tree,
                                                        const std::vector<const Fixture*>& fixtures,
                                                        const json::Value& record) {
    FileBatch batch;
    std::vector<std::string> written;
    for (const Fixture* fixture : fixtures) {
        TRY_VOID(refuse_other_place(*fixture));
        const std::string name = sidecar_of(*fixture);
        json::Value sidecar = TRY(read_sidecar(tree, name));
        sidecar.set("reconciled", reconciled_metadata(record));
        TRY_VOID(batch.add((root / name).string(), text_of(sidecar)));
        written.push_back(name);
    }
    TRY_VOID(batch.commit());
    return written;
}

base::Result<std::vector<std::string>> write_update(const fs::path& root, const Tree& tree,
                                                    const Fixture& committed,
                                                    const Tree& capture_tree,
                                                    const Fixture& capture,
                                                    const json::Value& record) {
    if (committed.claim.is_folder != capture.claim.is_folder || !capture.parts.empty()) {
        return wrong_call(
            "--update replaces a file by a file and a folder by a folder; a bundle is "
            "updated part by part");
    }
    if (const std::string redaction = capture.metadata.text("redaction");
        redaction != "scrubbed" && redaction != "synthetic") {
        return wrong_call(
            "--update takes over what was scrubbed; the metadata of the capture does "
            "not say `redaction: scrubbed`");
    }
    TRY_VOID(refuse_other_place(committed));
    const std::string sidecar_name = sidecar_of(committed);
    json::Value sidecar = TRY(read_sidecar(tree, sidecar_name));
    for (const std::string_view field : kInvented) sidecar.erase(field);
    for (const std::string_view field : kProvenance) {
        const auto said = capture.metadata.fields.find(field);
        const bool is_inside = said != capture.metadata.fields.end() && !said->second.empty() &&
                               said->second.front().place == "envelope";
        sidecar.erase(field);
        const json::Value* value = capture.metadata.find(field);
        if (value != nullptr && !is_inside) sidecar.set(field, *value);
    }
    sidecar.set("reconciled", reconciled_metadata(record));

    FileBatch batch;
    std::vector<std::string> written;
    const std::map<std::string, std::string> before = files_of(committed);
    const std::map<std::string, std::string> after = files_of(capture);
    const auto add = [&](const std::string& name, std::string_view bytes) -> base::Result<void> {
        std::error_code problem;
        fs::create_directories((root / name).parent_path(), problem);
        TRY_VOID(batch.add((root / name).string(), bytes));
        written.push_back(name);
        return {};
    };
    for (const auto& [inner, name] : after) {
        const auto source = TRY(capture_tree.read(name));
        TRY_VOID(add(inner.empty() ? committed.claim.path : committed.claim.path + "/" + inner,
                     source->text));
    }
    // The receipt proves that the bytes were scrubbed, and goes where they go.
    if (const std::string receipt = capture.metadata.text("receipt"); !receipt.empty()) {
        const std::string from = fixture::joined(fixture::folder_of(capture.claim.path), receipt);
        if (capture_tree.has(from)) {
            const auto source = TRY(capture_tree.read(from));
            TRY_VOID(add(fixture::joined(fixture::folder_of(committed.claim.path), receipt),
                         source->text));
        }
    }
    TRY_VOID(add(sidecar_name, text_of(sidecar)));
    TRY_VOID(batch.commit());
    for (const auto& [inner, name] : before) {
        if (after.contains(inner)) continue;
        std::error_code problem;
        fs::remove(root / name, problem);
    }
    std::sort(written.begin(), written.end());
    return written;
}

}  // namespace understudy::app
