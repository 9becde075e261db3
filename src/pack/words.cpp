#include "pack/words.hpp"

#include <algorithm>
#include <bit>
#include <deque>
#include <utility>

#include "pack/pack.hpp"

namespace understudy::pack {

namespace {

class Gathering {
public:
    std::vector<std::string_view> texts;

    void add(std::string_view text) { texts.push_back(text); }
    void add_made(std::string text) { add(made_.emplace_back(std::move(text))); }
    void add_text(const json::Value& value) {
        if (value.is_string()) add(value.as_string());
    }
    void add_members(const json::Value& object) {
        if (!object.is_object()) return;
        for (const json::Member& member : object.members()) {
            add(member.key());
            add_text(member.value);
        }
    }
    void add_shape(const Template& shape) {
        add_text(shape.literal);
        for (const TemplateMember& member : shape.members) {
            if (member.key.is_literal()) add_made(member.key.prefix());
            add_shape(member.value);
        }
        for (const Template& item : shape.items) add_shape(item);
    }
    void add_schema(const json::Value& schema) {
        if (const json::Value* allowed = schema.find("enum"); allowed && allowed->is_array()) {
            for (const json::Value& each : allowed->items()) add_text(each);
        }
    }
    void add_field(const Field& field) {
        for (const std::string& segment : field.segments) add(segment);
        add_text(field.value);
        if (field.schema.written.is_object()) add_schema(field.schema.written);
        if (field.standard) add_shape(*field.standard);
    }
    void add_headers(const std::vector<HeaderRule>& rules) {
        for (const HeaderRule& rule : rules) {
            for (const auto& [name, value] : rule.set) {
                add(name);
                add_shape(value);
            }
        }
    }

private:
    std::deque<std::string> made_;  // that stand nowhere in the pack
};

void gather(Gathering& all, const Resource& resource) {
    all.add(resource.name);
    all.add(resource.singular);
    for (const Field& field : resource.fields) all.add_field(field);
    if (!resource.lifecycle) return;
    for (const std::string& state : resource.lifecycle->states) all.add(state);
    for (const Move& move : resource.lifecycle->moves) {
        all.add_made("move " + resource.name + "." + move.name);
    }
}

void gather(Gathering& all, const Operation& operation) {
    all.add(operation.name);
    for (const Param& param : operation.params) all.add(param.name);
    all.add_headers(operation.headers);
}

}  // namespace

Words make_words(const Pack& pack) {
    Gathering all;
    for (const char* text : {"call",
                             "nothing",
                             "operation",
                             "input",
                             "credential_id",
                             "source_id",
                             "GET",
                             "POST",
                             "PUT",
                             "PATCH",
                             "DELETE",
                             "Content-Type",
                             "application/json",
                             "Date",
                             "Location",
                             "ETag",
                             "true",
                             "false",
                             "metadata",
                             "input_dropped",
                             "version_mismatch"}) {
        all.add(text);
    }
    for (const Resource& resource : pack.resources) gather(all, resource);
    all.add(pack.serve.version_echo);
    all.add(pack.models.api);
    all.add_headers(pack.headers);
    for (const RateLimit& limit : pack.rate_limits) {
        for (const auto& [name, value] : limit.headers) all.add(name);
    }
    if (pack.events) {
        for (const std::string& type : pack.events->types) all.add(type);
        all.add_shape(pack.events->payload);
    }
    for (const auto& [name, table] : pack.tables) all.add_members(table);
    for (const Operation& operation : pack.operations) gather(all, operation);
    for (const Operation& operation : pack.operations) {
        for (const Route& route : operation.routes) all.add(route.path);
    }
    return Words(all.texts);
}

const Words& words_of(const Pack& pack) {
    static const Words kWithout;
    return pack.words ? *pack.words : kWithout;
}

Words::Words(const std::vector<std::string_view>& texts) {
    // Open addressing, no more than half of the places taken.
    places_.resize(std::bit_ceil(2 * std::min(texts.size(), kMost) + 1));
    for (const std::string_view text : texts) {
        if (words_.size() == kMost) break;
        if (text.size() < kShortest || text.size() > kLongest) continue;
        const Ends ends(text);
        if (look_up(text, ends)) continue;
        words_.push_back({ends, static_cast<std::uint32_t>(bytes_.size()),
                          static_cast<std::uint32_t>(text.size())});
        bytes_ += text;
        sizes_ = std::max(sizes_, text.size() - kShortest + 1);
        std::size_t place = ends.place(text.size()) % places_.size();
        while (places_[place] != 0) place = (place + 1) % places_.size();
        places_[place] = static_cast<std::uint16_t>(words_.size());
    }
}

}  // namespace understudy::pack
