#include "app/replay_recordings.hpp"

#include <algorithm>
#include <filesystem>
#include <map>

#include "app/cassette_files.hpp"
#include "app/code.hpp"
#include "app/embedded.hpp"
#include "app/session_index.hpp"
#include "base/text.hpp"
#include "cassette/http_match.hpp"
#include "json/write.hpp"
#include "yaml/read.hpp"

namespace understudy::app {

namespace {

namespace fs = std::filesystem;

base::Result<std::vector<CassetteFile>> files_at(std::span<const std::string> paths) {
    std::vector<CassetteFile> files;
    for (const std::string& path : paths) {
        std::error_code problem;
        if (fs::is_directory(path, problem)) {
            for (CassetteFile& file : TRY(list_cassettes(path))) files.push_back(std::move(file));
        } else {
            files.push_back({path, {}, {}});
        }
    }
    return files;
}

// Rules are compiled once, however many cassettes have the same ones.
class RuleShelf {
public:
    explicit RuleShelf(const cassette::Manifest& manifest) : manifest_(manifest) {}

    base::Result<void> put(serve::Recording& recording) {
        const auto specs = cassette::rules_for(manifest_, recording.cassette);
        recording.message_rules = TRY(compiled(specs));
        std::vector<cassette::RuleSpec> of_calls;
        for (const cassette::RuleSpec& spec : specs) {
            if (TRY(compiled({spec})).has_input_rules()) of_calls.push_back(spec);
        }
        recording.rules = TRY(compiled(of_calls));
        return {};
    }

private:
    base::Result<cassette::Rules> compiled(const std::vector<cassette::RuleSpec>& specs) {
        std::string text;
        for (const cassette::RuleSpec& spec : specs) text += json::write(spec.written) + '\n';
        const auto found = known_.find(text);
        if (found != known_.end()) return found->second;
        cassette::Rules rules = TRY(cassette::Rules::make(manifest_.normalizers, specs));
        return known_.emplace(std::move(text), std::move(rules)).first->second;
    }

    const cassette::Manifest& manifest_;
    std::map<std::string, cassette::Rules> known_;
};

bool is_played(const cassette::Cassette& cassette) {
    return std::any_of(cassette.exchanges.begin(), cassette.exchanges.end(),
                       [](const cassette::Exchange& each) {
                           return cassette::is_http_call(each) || each.webhook() != nullptr;
                       });
}

}  // namespace

base::Result<std::vector<serve::Recording>> read_recordings(std::span<const std::string> paths,
                                                            const ProjectGround& project,
                                                            const std::string& variant) {
    const std::vector<CassetteFile> files = TRY(files_at(paths));
    std::vector<cassette::Cassette> cassettes;
    std::vector<base::Error> problems;
    for (const CassetteFile& file : files) {
        auto loaded = read_cassette(file.path);
        if (loaded) {
            cassettes.push_back(std::move(loaded->cassette));
        } else {
            problems.push_back(std::move(loaded).error());
        }
    }
    if (problems.size() == 1 && files.size() == 1) return base::fail(std::move(problems.front()));
    if (!problems.empty()) {
        const std::string count = base::plural(problems.size(), "cassette");
        return base::fail(code::BadCassettes, {{"count", count}}, {}, std::move(problems));
    }
    RuleShelf shelf(project.manifest);
    std::vector<serve::Recording> recordings;
    for (const std::size_t number : chosen_variants(cassettes, variant)) {
        if (!is_played(cassettes[number])) continue;
        serve::Recording recording;
        recording.file = files[number].path;
        recording.cassette = std::move(cassettes[number]);
        const cassette::Service* service = project.manifest.find(recording.cassette.service);
        const bool is_said = !(recording.cassette.match == cassette::Match{});
        recording.policy =
            is_said || service == nullptr ? recording.cassette.match : service->match;
        TRY_VOID(shelf.put(recording));
        recordings.push_back(std::move(recording));
    }
    if (recordings.empty()) {
        return base::fail(code::NoRecordings, {{"what", "a call over HTTP"}});
    }
    return recordings;
}

base::Result<std::vector<grammar::Grammar>> shipped_grammars() {
    std::vector<grammar::Grammar> all;
    for (const EmbeddedFile& file : embedded_families()) {
        if (file.folder != "grammars") continue;
        const json::Document document =
            TRY(yaml::read({std::string(file.path), std::string(file.text)}));
        all.push_back(TRY(grammar::load(document)));
    }
    return all;
}

}  // namespace understudy::app
