#include <algorithm>

#include "base/text.hpp"
#include "cassette/impl/auditing.hpp"
#include "cassette/impl/recognizer.hpp"
#include "cassette/impl/replacer.hpp"
#include "cassette/impl/timeline.hpp"
#include "json/write.hpp"

namespace understudy::cassette {

namespace {

std::size_t words_in(std::string_view text) {
    std::size_t count = 0;
    bool is_inside = false;
    for (const char c : text) {
        const bool is_gap = c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\0';
        if (!is_gap && !is_inside) ++count;
        is_inside = !is_gap;
    }
    return count;
}

}  // namespace

const AuditPart* Recording::find(std::string_view exchange, std::string_view part) const {
    const auto found = std::find_if(parts.begin(), parts.end(), [&](const AuditPart& each) {
        return each.exchange->id == exchange && each.raw.name == part;
    });
    return found == parts.end() ? nullptr : &*found;
}

Recording take_apart(const AuditSubject& subject) {
    Recording recording;
    recording.subject = &subject;
    const auto& exchanges = subject.loaded->cassette.exchanges;
    Replacer replacer(subject.rules, exchanges, subject.options.roots);
    for (std::size_t i = 0; i < exchanges.size(); ++i) {
        for (Part& part : parts_of(exchanges[i], subject.options)) {
            AuditPart taken{&exchanges[i], i, part, std::move(part)};
            replacer.mark(exchanges[i], taken.marked);
            recording.parts.push_back(std::move(taken));
        }
    }
    for (AuditPart& part : recording.parts) replacer.number(part.marked);
    recording.hits = replacer.hits();
    recording.unrecognized = replacer.unrecognized();
    return recording;
}

std::size_t values_in(const json::Value& value) {
    if (value.size() == 0) return 1;
    std::size_t count = 0;
    if (value.is_array()) {
        for (const json::Value& item : value.items()) count += values_in(item);
    } else {
        for (const json::Member& member : value.members()) count += values_in(member.value);
    }
    return count;
}

std::size_t values_in(const Part& part) {
    std::size_t count = 0;
    switch (part.form) {
        case PartForm::Json: return values_in(part.value);
        case PartForm::Jsonl:
        case PartForm::Sse:
            for (const Event& event : part.events) {
                count += event.is_malformed ? words_in(event.raw) : values_in(event.value);
            }
            return count;
        case PartForm::Table:
            for (const auto& row : part.table.rows) count += row.size();
            return count;
        case PartForm::Lines:
        case PartForm::Bytes: break;
    }
    return words_in(part.bytes);
}

std::size_t values_of(const RuleHit& hit, const AuditPart& part) {
    if (part.raw.form == PartForm::Lines || part.raw.form == PartForm::Bytes) {
        return words_in(hit.value);
    }
    const auto pointer = json::Pointer::parse(hit.path);
    const json::Value whole = value_of(part.raw);
    const json::Value* value = pointer ? unescaped(*pointer).resolve(whole) : nullptr;
    if (value == nullptr) return 0;
    if (value->is_string() && value->as_string() != hit.value) return 0;
    return values_in(*value);
}

std::string place_pattern(std::string_view path) {
    std::string text;
    bool begins = false;  // a part of the path begins here
    for (std::size_t at = 0; at < path.size();) {
        std::size_t end = at;
        while (end < path.size() && is_digit(path[end])) ++end;
        const bool is_number = begins && end > at && (end == path.size() || path[end] == '/');
        if (is_number) {
            text += '*';
            at = end;
            begins = false;
            continue;
        }
        begins = path[at] == '/' || path[at] == ' ';
        text += path[at++];
    }
    return text;
}

std::string call_of(const Exchange& exchange) {
    if (const CommandInput* input = exchange.command()) {
        json::Value call = json::Value::array({base::to_valid_utf8(input->program)});
        for (const std::string& each : input->args) call.push_back(base::to_valid_utf8(each));
        return json::write(call);
    }
    if (const HttpInput* input = exchange.http()) {
        return input->method + ' ' + input->host + input->path;
    }
    const WebhookInput* sent = exchange.webhook();
    return sent == nullptr ? std::string() : sent->method + ' ' + sent->path;
}

base::Mark mark_of(const AuditSubject& subject, std::size_t exchange) {
    return subject.loaded->mark(json::Pointer({"exchanges", std::to_string(exchange)}));
}

}  // namespace understudy::cassette
