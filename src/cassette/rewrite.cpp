// A new recording inside the old file. What an exchange took in and gave out is compared, not when:
// one that agrees keeps its bytes, stamps and times; one that differs is replaced and stamped. If
// all agree the file stays as it is.
//
//     old   A B C            A B C
//     new   A X C   gives    A X C       X has its own `recorded`, the digest is new
#include <algorithm>
#include <iterator>
#include <utility>

#include "base/assert.hpp"
#include "cassette/impl/comments.hpp"
#include "cassette/impl/lines.hpp"
#include "cassette/impl/values.hpp"
#include "cassette/write.hpp"
#include "json/write.hpp"
#include "yaml/read.hpp"
#include "yaml/write.hpp"

namespace understudy::cassette {

using json::Value;

namespace {

// Chunk borders and times serve replay; they come out differently each time.
bool agrees(const Output& a, const Output& b) {
    for (const From from :
         {From::Stdout, From::Stderr, From::Stdin, From::Body, From::FrameIn, From::FrameOut}) {
        if (bytes_of(a, from) != bytes_of(b, from)) return false;
    }
    return a.ended == b.ended && a.files == b.files && a.answer == b.answer && a.error == b.error &&
           a.end == b.end && a.attempts == b.attempts;
}

bool agrees(const Exchange& a, const Exchange& b) {
    return a.id == b.id && a.kind == b.kind && a.phase == b.phase && a.effect == b.effect &&
           a.caused_by == b.caused_by && a.carrier == b.carrier && a.framing == b.framing &&
           a.input == b.input && agrees(a.output, b.output);
}

// For each new exchange: the old one that it agrees with.
using Kept = std::vector<std::optional<std::size_t>>;

Kept match(const Cassette& before, const Cassette& after) {
    std::map<std::string_view, std::size_t> by_id;
    for (std::size_t at = 0; at < before.exchanges.size(); ++at) {
        by_id.emplace(before.exchanges[at].id, at);
    }
    Kept kept(after.exchanges.size());
    for (std::size_t at = 0; at < after.exchanges.size(); ++at) {
        const auto found = by_id.find(after.exchanges[at].id);
        if (found == by_id.end()) continue;
        if (agrees(before.exchanges[found->second], after.exchanges[at])) kept[at] = found->second;
    }
    return kept;
}

// What the new file says. Whose rules, notes and policies they are does not change by recording.
Cassette merged(const Cassette& before, const Cassette& after, const Kept& kept) {
    Cassette out = after;
    const bool keeps_any =
        std::any_of(kept.begin(), kept.end(), [](const auto& each) { return each.has_value(); });
    out.notes = before.notes;
    if (out.given.empty()) out.given = before.given;
    if (!out.plan) out.plan = before.plan;
    out.match = before.match;
    out.order = before.order;
    out.rules = before.rules;
    out.compare = before.compare;
    // The file keeps its stamp while anything of that recording is in it.
    const bool keeps_stamp = keeps_any && before.origin == after.origin && before.provenance;
    if (keeps_stamp) out.provenance = before.provenance;
    for (std::size_t at = 0; at < kept.size(); ++at) {
        if (kept[at]) {
            out.exchanges[at] = before.exchanges[*kept[at]];
        } else if (keeps_stamp && !out.exchanges[at].recorded &&
                   after.provenance != before.provenance) {
            out.exchanges[at].recorded = after.provenance;
        }
    }
    out.content_digest = digest_of(out);
    return out;
}

bool is_unchanged(const Cassette& before, const Cassette& after, const Kept& kept) {
    if (before.origin != after.origin || kept.size() != before.exchanges.size()) return false;
    for (std::size_t at = 0; at < kept.size(); ++at) {
        if (kept[at] != at) return false;
    }
    return true;
}

// The keys of the head in the order of the old file; a new one behind the key that the writer would
// put before it.
Value head_in_order_of(const Value& before, const Value& head) {
    std::vector<std::string_view> keys;
    for (const json::Member& member : before.members()) {
        if (head.has(member.key())) keys.push_back(member.key());
    }
    auto place = keys.begin();
    for (const json::Member& member : head.members()) {
        const auto known = std::find(keys.begin(), keys.end(), member.key());
        place = std::next(known != keys.end() ? known : keys.insert(place, member.key()));
    }
    Value out = Value::object();
    for (const std::string_view key : keys) out.append(key, *head.find(key));
    return out;
}

// The whole file as a value. Rules and policy are people's, and stay as they wrote them.
Value head_of(const Loaded& before, const Cassette& cassette, Value exchanges) {
    const Value& root = before.document.root;
    Value head = head_value(cassette);
    head.append("exchanges", std::move(exchanges));
    for (const std::string_view key : {"match", "rules"}) {
        if (const Value* held = root.find(key)) head.set(key, *held);
    }
    return head_in_order_of(root, head);
}

json::Document document_of(const std::string& name, std::string text) {
    auto read = yaml::read(base::Source{name, std::move(text)});
    ASSERT(read.has_value(), "what was spliced together can be read");
    return std::move(*read);
}

// The exchange in whose bytes a comment stands, or the one it stands above.
std::string owner_of(const Loaded& before, const Comment& comment) {
    const auto& exchanges = before.cassette.exchanges;
    for (std::size_t at = 0; at < exchanges.size(); ++at) {
        const auto* row = before.document.marks.find(
            before.document.root, json::Pointer({"exchanges", std::to_string(at)}));
        if (row != nullptr && comment.at < row->value.end) return exchanges[at].id;
    }
    return {};
}

bool is_below_exchanges(const json::Document& before, const Comment& comment) {
    const auto* row = before.marks.find(before.root, json::Pointer({"exchanges"}));
    return row != nullptr && comment.at >= row->key.end;
}

// A comment above the first exchange is about that one, though nothing stands between it and the
// key of the list. Only whole lines are taken out.
json::Document without_comments_on_first(const json::Document& before) {
    const auto* first = before.marks.find(before.root, json::Pointer({"exchanges", "0"}));
    std::string text = before.source->text;
    std::vector<Comment> comments = comments_of(before);
    std::reverse(comments.begin(), comments.end());  // so that places before stay what they are
    for (const Comment& comment : comments) {
        if (comment.at >= first->value.begin || !is_below_exchanges(before, comment)) continue;
        const std::size_t line = text.rfind('\n', comment.at) + 1;  // npos + 1 is 0
        const std::size_t end = text.find('\n', comment.at);
        if (text.find_first_not_of(" \t", line) != comment.at || end == text.npos) continue;
        text.erase(line, end + 1 - line);
    }
    return document_of(before.source->name, std::move(text));
}

std::string notes_with(const Loaded& before, std::string notes,
                       const std::vector<Comment>& comments) {
    for (const Comment& comment : comments) {
        if (!notes.empty() && !notes.ends_with('\n')) notes += '\n';
        const std::string owner =
            is_below_exchanges(before.document, comment) ? owner_of(before, comment) : "";
        notes += owner.empty() ? "Comment: " : "Comment on " + owner + ": ";
        notes += comment.text;
        notes += '\n';
    }
    return notes;
}

std::string rewritten_yaml(const Loaded& before, Cassette& out, const Kept& kept,
                           BodyFiles& bodies) {
    const Value& root = before.document.root;
    const auto old_exchanges = root.find("exchanges")->items();
    Value list = Value::array();
    Value only_kept = Value::array();
    for (std::size_t at = 0; at < kept.size(); ++at) {
        Value fresh = exchange_value(out.exchanges[at], bodies);
        if (!kept[at]) {
            list.push_back(std::move(fresh));
            continue;
        }
        list.push_back(old_exchanges[*kept[at]]);
        only_kept.push_back(old_exchanges[*kept[at]]);
    }
    // First what is replaced goes, with the comments that belong to it; then the new comes. Done at
    // once, a comment about the old bytes could stay beside the new ones.
    Value without = root;
    without.set("exchanges", only_kept.size() > 0 ? std::move(only_kept) : Value("none"));
    const std::string& name = before.document.source->name;
    const bool keeps_first = std::find(kept.begin(), kept.end(), std::size_t{0}) != kept.end();
    const json::Document old =
        keeps_first ? before.document : without_comments_on_first(before.document);
    const json::Document emptied = document_of(name, yaml::rewrite(old, without));

    std::string text = yaml::rewrite(emptied, head_of(before, out, list));
    const auto lost = lost_comments(before.document, document_of(name, text));
    if (lost.empty()) return text;
    out.notes = notes_with(before, out.notes, lost);
    return yaml::rewrite(emptied, head_of(before, out, list));
}

ExchangeLines old_lines(const Loaded& before, std::size_t exchange) {
    const Exchange& model = before.cassette.exchanges[exchange];
    const LinesOfExchange& places = before.places[exchange];
    ExchangeLines found;
    found.at = model.at;
    const auto add = [&](std::int64_t time, std::size_t line) {
        const json::Document& document = before.lines[line];
        const json::Range range = document.marks.rows.front().value;
        found.times.push_back(time);
        found.lines.push_back(document.source->text.substr(range.begin, range.end - range.begin));
    };
    add(0, places.start);
    for (std::size_t at = 0; at < places.pieces.size(); ++at) {
        add(model.output.pieces[at].at, places.pieces[at]);
    }
    add(model.output.duration, places.end);
    return found;
}

std::string rewritten_lines(const Loaded& before, const Cassette& out, const Kept& kept,
                            BodyFiles& bodies) {
    std::string text = json::write(head_in_order_of(before.document.root, head_value(out))) + "\n";
    std::vector<ExchangeLines> lines;
    for (std::size_t at = 0; at < kept.size(); ++at) {
        ExchangeLines fresh = lines_of(out.exchanges[at], bodies);
        lines.push_back(kept[at] ? old_lines(before, *kept[at]) : std::move(fresh));
    }
    append_in_time_order(text, lines);
    return text;
}

}  // namespace

Written reseal(const Loaded& before, const Sealed& after) {
    const Cassette clean = after.whole();
    Written written;
    written.is_lines = before.is_lines;
    Kept kept(clean.exchanges.size());
    for (std::size_t at = 0; at < kept.size(); ++at) {
        const Exchange& old = before.cassette.exchanges[at];
        const Exchange& sealed = clean.exchanges[at];
        if (old.input == sealed.input && old.output == sealed.output &&
            old.recorded == sealed.recorded) {
            kept[at] = at;
        }
    }
    if (before.is_lines) {
        written.text = rewritten_lines(before, clean, kept, written.bodies);
        return written;
    }
    Value list = Value::array();
    for (std::size_t at = 0; at < kept.size(); ++at) {
        Value fresh = exchange_value(clean.exchanges[at], written.bodies);
        list.push_back(kept[at] ? before.document.root.find("exchanges")->items()[at]
                                : std::move(fresh));
    }
    written.text = yaml::rewrite(before.document, head_of(before, clean, std::move(list)));
    return written;
}

Cassette with_comments_in_notes(const Loaded& loaded) {
    Cassette cassette = loaded.cassette;
    if (!loaded.is_lines) {
        std::vector<Comment> comments = comments_of(loaded.document);
        std::erase_if(comments, [](const Comment& comment) { return comment.text.empty(); });
        cassette.notes = notes_with(loaded, cassette.notes, comments);
    }
    return cassette;
}

Written rewrite(const Loaded& before, const Sealed& after) {
    const Cassette recorded = after.whole();
    const Kept kept = match(before.cassette, recorded);
    Written written;
    written.is_lines = before.is_lines;
    if (is_unchanged(before.cassette, recorded, kept)) {
        for (const Exchange& exchange : before.cassette.exchanges) {
            static_cast<void>(exchange_value(exchange, written.bodies));
        }
        written.text = before.document.source->text;
        return written;
    }
    Cassette out = merged(before.cassette, recorded, kept);
    written.text = before.is_lines ? rewritten_lines(before, out, kept, written.bodies)
                                   : rewritten_yaml(before, out, kept, written.bodies);
    return written;
}

}  // namespace understudy::cassette
