#include "cassette/impl/replacer.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "cassette/impl/parsing.hpp"
#include "cassette/impl/placeholder.hpp"
#include "json/write.hpp"

namespace understudy::cassette {

namespace {

using json::Value;

// How an exchange ended is never volatile.
bool is_out_of_reach(std::string_view part) {
    return part == "end" || part == "interleaving";
}

void note_all_long_shas(const Exchange& exchange, std::vector<std::string>& into) {
    for (const From from :
         {From::Stdout, From::Stderr, From::Body, From::FrameIn, From::FrameOut}) {
        note_long_shas(bytes_of(exchange.output, from), into);
    }
    if (const CommandInput* input = exchange.command()) {
        for (const std::string& argument : input->args) note_long_shas(argument, into);
    }
    if (const WebhookInput* sent = exchange.webhook(); sent != nullptr && sent->body) {
        note_long_shas(sent->body->bytes, into);
    }
}

bool uses(const Rules& rules, std::string_view name) {
    return std::any_of(rules.specs().begin(), rules.specs().end(),
                       [&](const RuleSpec& spec) { return spec.use == name; });
}

// A path by path, with the keys as they stand after escaping.
std::string escaped_path(const json::Pointer& pointer) {
    json::Pointer escaped;
    for (const std::string& token : pointer.tokens()) escaped.push(escaped_key(token));
    return escaped.to_text();
}

std::string below(const std::string& path, std::string_view token) {
    return path + json::Pointer({std::string(token)}).to_text();
}

}  // namespace

Replacer::Replacer(const Rules& rules, std::span<const Exchange> timeline, Roots roots)
    : rules_(rules) {
    known_.roots = std::move(roots);
    if (!uses(rules, "sha:short")) return;
    for (const Exchange& exchange : timeline) note_all_long_shas(exchange, known_.long_shas);
    std::sort(known_.long_shas.begin(), known_.long_shas.end());
    known_.long_shas.erase(std::unique(known_.long_shas.begin(), known_.long_shas.end()),
                           known_.long_shas.end());
}

Replacer::Applying Replacer::rules_for(std::string_view exchange, std::string_view stream) const {
    Applying applying;
    for (const auto& rule : rules_.compiled()) {
        if (rule->applies_to(exchange, stream)) applying.push_back(rule.get());
    }
    return applying;
}

void Replacer::mark(const Exchange& exchange, Part& part) {
    const Place place{exchange.id, part.name, {}};
    const Applying rules =
        is_out_of_reach(part.name) ? Applying{} : rules_for(exchange.id, part.name);
    switch (part.form) {
        case PartForm::Json:
            part.value = part.name == "input" ? mark_input(place, part.value, part.is_marked)
                                              : mark_root(place, rules, part.value, part.is_marked);
            break;
        case PartForm::Jsonl:
        case PartForm::Sse: mark_events(place, rules, part); break;
        case PartForm::Table: mark_table(place, rules, part); break;
        case PartForm::Lines:
            for (std::size_t i = 0; i < part.lines.size(); ++i) {
                const Place here{place.exchange, place.part, "line " + std::to_string(i + 1)};
                part.lines[i] = mark_line(here, rules, part.lines[i], part.is_marked);
            }
            break;
        case PartForm::Bytes: {
            std::string marked;
            const std::vector<std::string> lines = lines_with_ends(part.bytes);
            for (std::size_t i = 0; i < lines.size(); ++i) {
                const Place here{place.exchange, place.part, "line " + std::to_string(i + 1)};
                marked += mark_line(here, rules, lines[i], part.is_marked);
            }
            part.bytes = std::move(marked);
            break;
        }
    }
    part.is_marked = true;
}

void Replacer::mark_events(const Place& place, const Applying& rules, Part& part) {
    for (std::size_t i = 0; i < part.events.size(); ++i) {
        Event& event = part.events[i];
        const Place here{place.exchange, place.part, "/" + std::to_string(i)};
        Applying of_kind;
        std::copy_if(rules.begin(), rules.end(), std::back_inserter(of_kind),
                     [&](const CompiledRule* rule) { return rule->applies_to_event(event.kind); });
        if (event.is_malformed) {
            event.raw = mark_line(here, of_kind, event.raw, part.is_marked);
        } else {
            event.value = mark_root(here, of_kind, event.value, part.is_marked);
        }
        if (event.about.is_null()) continue;
        // What stands beside an event has no path of its own.
        std::erase_if(of_kind, [](const CompiledRule* rule) { return rule->path.has_value(); });
        event.about = mark_root(here, of_kind, event.about, part.is_marked);
    }
}

void Replacer::mark_table(const Place& place, const Applying& rules, Part& part) {
    for (std::size_t row = 0; row < part.table.rows.size(); ++row) {
        auto& cells = part.table.rows[row];
        const std::string line = base::join(cells, "  ");
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const std::string_view header =
                i < part.table.header.size() ? std::string_view(part.table.header[i]) : "";
            Place here{place.exchange, place.part, "/rows/" + std::to_string(row)};
            here.path = below(here.path, header);
            std::string cell = part.is_marked ? cells[i] : escaped_text(cells[i]);
            for (const CompiledRule* rule : rules) {
                if (rule->path || !(rule->at.column.empty() || rule->at.column == header)) continue;
                if (rule->line && !rule->line->is_found_in(line)) continue;
                if (auto token = apply(*rule, here, cell, !rule->at.column.empty())) {
                    cell = '<' + take(*rule, here, std::move(*token), cell) + '>';
                }
            }
            cells[i] = std::move(cell);
        }
    }
}

// What was called: each of its members is a stream of its own.
Value Replacer::mark_input(const Place& place, const Value& value, bool is_marked) {
    Value marked = Value::object();
    for (const json::Member& member : value.members()) {
        Place here = place;
        here.path = below(place.path, member.key());
        const bool is_both = member.key() == "headers" || member.key() == "body";
        const std::string stream = (is_both ? "request-" : "") + std::string(member.key());
        marked.append(member.key(),
                      mark_root(here, rules_for(place.exchange, stream), member.value, is_marked));
    }
    return marked;
}

Value Replacer::mark_root(const Place& place, const Applying& rules, const Value& value,
                          bool is_marked) {
    Walk walk;
    walk.place = place;
    walk.is_marked = is_marked;
    for (const CompiledRule* rule : rules) {
        if (!rule->at.column.empty()) continue;
        if (!rule->path) {
            walk.everywhere.push_back(rule);
            continue;
        }
        const auto hits = rule->path->select(value);
        if (!hits) continue;  // past a limit: nothing is replaced, and so everything is compared
        for (const json::Path::Hit& hit : *hits) {
            Applying& here = walk.at_path[place.path + escaped_path(hit.pointer)];
            if (here.empty() || here.back() != rule) here.push_back(rule);
        }
    }
    return mark_value(walk, value);
}

Value Replacer::mark_value(Walk& walk, const Value& value) {
    if (walk.is_marked && mark_of(value)) return value;
    if (value.is_string()) return mark_string(walk, value.as_string());
    const auto here = walk.at_path.find(walk.place.path);
    if (here != walk.at_path.end() && !value.is_null()) {
        for (const CompiledRule* rule : here->second) {
            auto token = rule->group || rule->line ? std::nullopt : rule->recognizer->value(value);
            if (token) {
                const std::string text = json::write(value);
                return placeholder(type_word(value),
                                   take(*rule, walk.place, std::move(*token), text));
            }
            refuse(*rule, walk.place, json::write(value));
        }
    }
    return mark_members(walk, value);
}

Value Replacer::mark_members(Walk& walk, const Value& value) {
    const std::string path = walk.place.path;
    Value marked = value;
    if (value.is_array()) {
        marked = Value::array();
        for (std::size_t i = 0; i < value.size(); ++i) {
            walk.place.path = path + "/" + std::to_string(i);
            marked.push_back(mark_value(walk, value.items()[i]));
        }
    } else if (value.is_object()) {
        marked = Value::object();
        for (const json::Member& member : value.members()) {
            const std::string key =
                walk.is_marked ? std::string(member.key()) : escaped_key(member.key());
            walk.place.path = below(path, key);
            marked.append(key, mark_value(walk, member.value));
        }
    }
    walk.place.path = path;
    return marked;
}

Value Replacer::mark_string(Walk& walk, std::string_view given) {
    std::string text = walk.is_marked ? std::string(given) : escaped_text(given);
    const auto here = walk.at_path.find(walk.place.path);
    const Applying none;
    const Applying& pinned = here == walk.at_path.end() ? none : here->second;
    // Both lists are in the order of running, and so is what is made of them.
    Applying rules;
    std::merge(walk.everywhere.begin(), walk.everywhere.end(), pinned.begin(), pinned.end(),
               std::back_inserter(rules), [](const CompiledRule* a, const CompiledRule* b) {
                   return std::pair(a->normalizer->rank, a->spec) <
                          std::pair(b->normalizer->rank, b->spec);
               });
    for (const CompiledRule* rule : rules) {
        auto token = apply(*rule, walk.place, text, rule->path.has_value());
        if (token) return placeholder("string", take(*rule, walk.place, std::move(*token), text));
    }
    return text == given ? Value(given) : Value(text);
}

void Replacer::number(Part& part) {
    const auto word = [this](std::string_view mark) { return number_of(mark); };
    const auto number_value = [&](Value& value) {
        for (const std::string& mark : marks_in(value)) number_of(mark);
        value = with_marks(value, word);
    };
    number_value(part.value);
    for (Event& event : part.events) {
        number_value(event.value);
        number_value(event.about);
        event.raw = with_words(event.raw, word);
    }
    for (auto& row : part.table.rows) {
        for (std::string& cell : row) cell = with_words(cell, word);
    }
    for (std::string& line : part.lines) line = with_words(line, word);
    if (part.form == PartForm::Bytes) part.bytes = with_words(part.bytes, word);
}

std::string Replacer::take(const CompiledRule& rule, const Place& place, Token token,
                           std::string value) {
    const bool has_identity = rule.keeps_equality && !token.identity.empty();
    const auto [found, is_new] = index_.try_emplace(
        std::pair(token.space, has_identity ? token.identity : std::string()), met_.size());
    if (is_new) met_.push_back({token.space, has_identity, 0, {}});
    std::string mark = token.label + ":?" + std::to_string(found->second);
    if (hits_.size() < kMostHits) {
        met_[found->second].hits.push_back(hits_.size());
        hits_.push_back({rule.spec, std::string(place.exchange), std::string(place.part),
                         place.path, std::move(value), '<' + mark + '>'});
    }
    return mark;
}

void Replacer::refuse(const CompiledRule& rule, const Place& place, std::string value) {
    if (unrecognized_.size() >= kMostHits) return;
    unrecognized_.push_back({rule.spec, std::string(place.exchange), std::string(place.part),
                             place.path, std::move(value)});
}

// `pr:?17` to `pr:1`; a word that has its number stays.
std::string Replacer::number_of(std::string_view mark) {
    const std::size_t colon = mark.rfind(':');
    const std::string_view open = mark.substr(colon + 1);
    const auto index = open.starts_with('?') ? base::parse_int64(open.substr(1)) : std::nullopt;
    if (!index || static_cast<std::size_t>(*index) >= met_.size()) return std::string(mark);
    Met& met = met_[static_cast<std::size_t>(*index)];
    if (met.number == 0 && met.has_identity) met.number = ++last_number_[met.space];
    const std::string number = std::to_string(met.number);
    for (const std::size_t hit : met.hits) {
        std::string& text = hits_[hit].placeholder;
        text.replace(text.rfind(':') + 1, std::string::npos, number + ">");
    }
    met.hits.clear();
    return std::string(mark.substr(0, colon + 1)) + number;
}

}  // namespace understudy::cassette
