#include "app/review_items.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "app/cassette_files.hpp"
#include "app/discreet.hpp"
#include "app/files.hpp"
#include "app/pending_removal.hpp"
#include "app/pending_rules.hpp"
#include "app/recording_compare.hpp"
#include "app/rejections_file.hpp"
#include "app/today.hpp"
#include "base/text.hpp"
#include "cassette/learn.hpp"
#include "cassette/write.hpp"
#include "json/write.hpp"
#include "report/shown.hpp"
#include "verify/code.hpp"
#include "verify/refresh_turn.hpp"
#include "yaml/write.hpp"

namespace understudy::app {

namespace {

namespace fs = std::filesystem;
using cassette::Cassette;
using cassette::Loaded;

constexpr std::string_view kNewFile = "new_file";
constexpr std::string_view kNowRecorded = "now_recorded";
constexpr std::string_view kUnknown = "unknown";
constexpr std::string_view kLearnedRule = "learned_rule";

// Exchanges of one fit beside exchanges of the other.
bool can_be_split(const Cassette& old, const Cassette& fresh) {
    return are_called_alike(old, fresh) && have_same_values(old, fresh) &&
           old.origin == cassette::Origin::Recorded && fresh.origin == old.origin;
}

void finish(PendingChange& item) {
    verify::sort_by_rank(item.changes);
    const std::array<std::string, 4> parts = {item.service, item.cassette, item.exchange,
                                              "pending"};
    item.id = verify::short_digest(parts);
    item.fingerprint = verify::set_fingerprint(item.changes);
    if (item.changes.empty()) return;
    item.kind = item.changes.front().kind;
    for (const verify::Change& change : item.changes) {
        item.severity = std::min(item.severity, change.severity);  // errors come first
    }
}

// Files of the folder and below it that end so, sorted.
std::vector<std::string> files_ending(const fs::path& folder, std::string_view ending) {
    std::vector<std::string> files;
    std::error_code problem;
    for (fs::recursive_directory_iterator at(folder, problem), end; !problem && at != end;
         at.increment(problem)) {
        const std::string path = at->path().generic_string();
        std::error_code not_known;
        if (path.ends_with(ending) && at->is_regular_file(not_known)) files.push_back(path);
    }
    std::sort(files.begin(), files.end());
    return files;
}

base::Failure no_rule(const PendingChange& item, std::string why) {
    return base::fail(verify::code::NoRule, {{"id", item.id}, {"why", std::move(why)}});
}

}  // namespace

base::Result<Review> Review::open(const ProjectGround& project,
                                  const verify::RefreshSettings& settings) {
    Review review(project, settings);
    review.policy_ = TRY(sealing_policy());
    TRY_VOID(review.look());
    return review;
}

std::string Review::place_of(const std::string& pending) const {
    const fs::path folder = project_.seen_root() / project_.manifest.pending;
    return (project_.seen_root() / fs::path(pending).lexically_relative(folder)).generic_string();
}

base::Result<void> Review::look() {
    items_.clear();
    rejections_ = TRY(load_rejections(project_, settings_));
    const fs::path folder = project_.seen_root() / project_.manifest.pending;
    std::error_code problem;
    if (!fs::is_directory(folder, problem)) return {};
    for (const CassetteFile& file : TRY(list_cassettes(folder.string()))) {
        TRY_VOID(look_at(file.path));
    }
    for (const std::string& file : files_ending(folder, kRemovalEnding)) {
        TRY_VOID(look_at_removal(file));
    }
    for (const std::string& file : files_ending(folder, kRulesEnding)) {
        TRY_VOID(look_at_rules(file));
    }
    return {};
}

base::Result<void> Review::look_at_removal(const std::string& pending) {
    PendingChange item;
    item.pending = pending;
    item.file = place_of(pending.substr(0, pending.size() - kRemovalEnding.size()));
    item.is_removal = true;
    std::error_code problem;
    if (!fs::exists(item.file, problem)) return {};  // somebody has removed it
    const Removal removal = TRY(read_removal(TRY(read_file(pending))));
    item.service = removal.service;
    item.cassette = removal.cassette;
    item.changes = {change_of(removal)};
    if (rejections_.find(item.changes.front(), today()) != nullptr) return {};
    finish(item);
    items_.push_back(std::move(item));
    return {};
}

base::Result<void> Review::look_at_rules(const std::string& pending) {
    const std::string file = place_of(pending.substr(0, pending.size() - kRulesEnding.size()));
    std::error_code problem;
    if (!fs::exists(file, problem)) return {};
    const Loaded loaded = TRY(read_cassette(file));
    const Cassette& cassette = loaded.cassette;
    const json::Value* held = loaded.document.root.find("rules");
    Discreet discreet(secret::Finder(policy_, ""));
    for (PendingRule& each : TRY(read_pending_rules(TRY(read_file(pending))))) {
        const bool is_held =
            held != nullptr && held->is_array() &&
            std::find(held->items().begin(), held->items().end(), each.rule) != held->items().end();
        if (is_held) continue;
        PendingChange item;
        item.pending = pending;
        item.file = file;
        item.service = cassette.service;
        item.cassette = cassette.name;
        if (cassette.variant) item.cassette += "@" + cassette.variant->label;
        const std::array<std::string, 1> content = {json::write_canonical(each.rule)};
        verify::Change change;
        change.service = item.service;
        change.cassette = item.cassette;
        change.kind = kLearnedRule;
        change.place = content.front();
        change.severity = each.is_flagged ? report::Severity::Warning : report::Severity::Info;
        change.message = discreet.text(json::write(each.rule)) + " for " +
                         discreet.text(base::join(each.values, ", ")) +
                         (each.is_flagged ? "; it is of no known class" : "");
        change = verify::plain_change(std::move(change), content);
        if (rejections_.find(change, today()) != nullptr) continue;
        item.rule = std::move(each.rule);
        item.changes = {std::move(change)};
        finish(item);
        // Each rule is a matter of its own.
        item.id = item.changes.front().id;
        items_.push_back(std::move(item));
    }
    return {};
}

base::Result<void> Review::look_at(const std::string& pending) {
    const Loaded fresh = TRY(read_cassette(pending));
    PendingChange whole;
    whole.pending = pending;
    whole.file = place_of(pending);
    whole.service = fresh.cassette.service;
    whole.cassette = fresh.cassette.name;
    if (fresh.cassette.variant) whole.cassette += "@" + fresh.cassette.variant->label;
    std::error_code problem;
    if (!fs::exists(whole.file, problem)) {
        whole.kind = kNewFile;
        whole.note = "the cassette is not there any more";
        finish(whole);
        items_.push_back(std::move(whole));
        return {};
    }
    const Loaded old = TRY(read_cassette(whole.file));
    const ComparedRecordings compared =
        TRY(compare_recordings(project_.manifest, old.cassette, fresh.cassette));
    if (compared.comparison.verdict == report::Verdict::Unknown) {
        whole.kind = kUnknown;
        whole.severity = report::Severity::Warning;
        whole.note = "it cannot be compared: " + compared.comparison.why;
        finish(whole);
        items_.push_back(std::move(whole));
        return {};
    }
    if (compared.comparison.verdict == report::Verdict::Agreed) {
        // A rule covers it by now, or it was taken over by hand: nothing is left to decide.
        if (old.cassette.origin == fresh.cassette.origin) return {};
        whole.kind = kNowRecorded;
        whole.note = "nothing differs, and it was recorded now";
        finish(whole);
        items_.push_back(std::move(whole));
        return {};
    }
    verify::Owner owner;
    owner.service = whole.service;
    owner.cassette = whole.cassette;
    owner.severities = project_.manifest.find(whole.service);
    Discreet discreet(secret::Finder(policy_, ""));
    const bool is_split = can_be_split(old.cassette, fresh.cassette);
    std::map<std::string, PendingChange> by_exchange;
    std::vector<std::string> order;
    for (verify::Change& change :
         verify::changes_of(owner, compared.comparison,
                            cassette::findings_of(compared.comparison, old), compared.hits_after)) {
        if (rejections_.find(change, today()) != nullptr) continue;
        change.message = discreet.text(change.message);
        const std::string key = is_split ? change.exchange : "";
        const auto [at, is_new] = by_exchange.try_emplace(key, whole);
        if (is_new) order.push_back(key);
        at->second.exchange = key;
        at->second.changes.push_back(std::move(change));
    }
    for (const std::string& key : order) {
        finish(by_exchange.at(key));
        items_.push_back(std::move(by_exchange.at(key)));
    }
    return {};
}

const PendingChange* Review::find(std::string_view id) const {
    for (const PendingChange& each : items_) {
        if (each.id == id) return &each;
    }
    return nullptr;
}

base::Result<const PendingChange*> Review::need(const std::string& id) const {
    const PendingChange* item = find(id);
    if (item != nullptr) return item;
    std::vector<std::string> known;
    for (const PendingChange& each : items_) known.push_back(each.id);
    return base::fail(verify::code::NotPending,
                      {{"id", base::quoted(id)},
                       {"nearest", base::nearest(id, std::span<const std::string>(known))}});
}

base::Result<void> Review::accept(const std::string& id) {
    const PendingChange item = *TRY(need(id));
    std::error_code problem;
    if (item.is_removal) {
        fs::remove(item.file, problem);
        TRY_VOID(look());
        forget(item.pending);
        return {};
    }
    if (item.rule) return accept_rule(item);
    const Loaded pending = TRY(read_cassette(item.pending));
    Cassette fresh = pending.cassette;
    secret::Scrubber scrubber(policy_);
    if (!fs::exists(item.file, problem)) {
        const auto sealed = TRY(cassette::seal(std::move(fresh), scrubber, identity_of_machine()));
        TRY_VOID(write_cassette(item.file, cassette::write(sealed, form_for(item.file))));
    } else {
        const Loaded old = TRY(read_cassette(item.file));
        if (!item.exchange.empty()) {
            for (std::size_t i = 0; i < fresh.exchanges.size(); ++i) {
                const bool is_it = fresh.exchanges[i].id == item.exchange;
                if (!is_it) fresh.exchanges[i] = old.cassette.exchanges[i];
            }
        }
        const auto sealed = TRY(cassette::seal(std::move(fresh), scrubber, identity_of_machine()));
        TRY_VOID(write_cassette(item.file, cassette::rewrite(old, sealed)));
    }
    TRY_VOID(look());
    forget(item.pending);
    return {};
}

base::Result<void> Review::accept_rule(const PendingChange& item) {
    json::Value rules = json::Value::array();
    const Loaded old = TRY(read_cassette(item.file));
    if (const json::Value* held = old.document.root.find("rules")) rules = *held;
    rules.push_back(*item.rule);
    TRY_VOID(change_head(item, "rules", rules));
    // A rule that means nothing here would make every later comparison fail.
    const Loaded now = TRY(read_cassette(item.file));
    const auto usable = cassette::Rules::make(project_.manifest.normalizers,
                                              cassette::rules_for(project_.manifest, now.cassette));
    if (!usable) {
        TRY_VOID(write_file(item.file, old.document.source->text));
        return base::fail(usable.error());
    }
    PendingRules left = TRY(read_pending_rules(TRY(read_file(item.pending))));
    std::erase_if(left, [&](const PendingRule& each) { return each.rule == *item.rule; });
    TRY_VOID(write_file(item.pending, write_pending_rules(left)));
    TRY_VOID(look());
    forget(item.pending);
    return {};
}

base::Result<void> Review::reject(const std::string& id, const std::string& reason,
                                  const std::string& until) {
    const PendingChange item = *TRY(need(id));
    for (const verify::Change& change : item.changes) {
        rejections_.put({change.id, change.fingerprint, change.service, verify::title_of(change),
                         reason, until});
    }
    if (!item.changes.empty()) TRY_VOID(save_rejections(project_, settings_, rejections_));
    if (item.changes.empty()) {
        std::error_code problem;
        fs::remove(item.pending, problem);
    }
    TRY_VOID(look());
    forget(item.pending);
    return {};
}

// What nobody has to decide about any more does not wait any longer.
void Review::forget(const std::string& pending) const {
    const bool still_waits =
        std::any_of(items_.begin(), items_.end(),
                    [&](const PendingChange& each) { return each.pending == pending; });
    if (still_waits) return;
    std::error_code problem;
    fs::remove(pending, problem);
    const fs::path folder = fs::path(pending).parent_path();
    bool has_more = false;
    for (fs::directory_iterator at(folder, problem), end; !problem && at != end;
         at.increment(problem)) {
        has_more = has_more || at->path().filename() != "bodies";
    }
    if (!has_more) fs::remove_all(folder, problem);
}

base::Result<void> Review::change_head(const PendingChange& item, std::string_view key,
                                       const json::Value& value) const {
    const Loaded old = TRY(read_cassette(item.file));
    json::Value root = old.document.root;
    root.set(key, value);
    const std::string text = yaml::rewrite(old.document, root);
    TRY_VOID(write_file(item.file, text));
    // What cannot be read back is not left there.
    if (auto again = read_cassette(item.file); !again) {
        TRY_VOID(write_file(item.file, old.document.source->text));
        return base::fail(again.error());
    }
    return {};
}

base::Result<std::vector<std::string>> Review::make_rules(const std::string& id) {
    const PendingChange item = *TRY(need(id));
    if (item.rule) return no_rule(item, "it is one: accept it");
    if (item.is_removal) return no_rule(item, "its plan records it no more");
    if (item.file.ends_with(".jsonl"))
        return no_rule(item, "rules of a .jsonl stand in its service");
    if (item.changes.empty()) return no_rule(item, "nothing in it varies");
    const Loaded old = TRY(read_cassette(item.file));
    const Loaded fresh = TRY(read_cassette(item.pending));
    const auto exchanges = with_values_of(fresh.cassette, old.cassette);
    const std::array<cassette::Timeline, 2> both = {cassette::Timeline(old.cassette.exchanges),
                                                    cassette::Timeline(exchanges)};
    cassette::CompareOptions options;
    if (const cassette::Service* service = project_.manifest.find(item.service)) {
        options = service->comparing;
    }
    const cassette::Learned learned = TRY(cassette::learn(both, options));
    json::Value rules = json::Value::array();
    if (const json::Value* held = old.document.root.find("rules")) rules = *held;
    std::vector<std::string> made;
    for (const cassette::Proposal& proposal : learned.proposals) {
        const auto& ids = proposal.spec.at.exchanges;
        const bool is_here = item.exchange.empty() || ids.empty() ||
                             std::find(ids.begin(), ids.end(), item.exchange) != ids.end();
        if (!is_here) continue;
        const json::Value rule = cassette::written_rule(proposal.spec);
        rules.push_back(rule);
        made.push_back(json::write(rule));
    }
    if (made.empty()) return no_rule(item, "what differs is no value that varies");
    TRY_VOID(change_head(item, "rules", rules));
    TRY_VOID(look());
    forget(item.pending);
    return made;
}

base::Result<void> Review::add_note(const std::string& id, const std::string& text) {
    const PendingChange item = *TRY(need(id));
    const Loaded old = TRY(read_cassette(item.file));
    Discreet discreet(secret::Finder(policy_, ""));
    std::string notes = old.cassette.notes;
    if (!notes.empty() && !notes.ends_with('\n')) notes += '\n';
    notes += discreet.text(text);
    TRY_VOID(change_head(item, "notes", json::Value(notes)));
    return look();
}

}  // namespace understudy::app
