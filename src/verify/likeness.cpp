#include "verify/likeness.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "schema/check.hpp"

namespace understudy::verify {

namespace {

using json::Value;

constexpr std::size_t kNoResource = static_cast<std::size_t>(-1);
constexpr std::int64_t kYear = 366LL * 24 * 3600;
constexpr std::size_t kShortest = 6;  // a shorter id may stand in a text by chance

enum class Form { None, Seconds, Milliseconds, Rfc3339, Rfc1123, Date };

struct Read {
    Form form = Form::None;
    base::Instant at = {};
};

Read read_time(const Value& value) {
    if (value.is_number() && value.is_integer_text()) {
        const std::int64_t number = value.to_int64().value_or(0);
        // Seconds of the years 2001 to 2286 have ten digits, milliseconds thirteen.
        if (number >= 1'000'000'000 && number < 10'000'000'000) return {Form::Seconds, {number, 0}};
        if (number >= 1'000'000'000'000 && number < 10'000'000'000'000) {
            return {Form::Milliseconds,
                    {number / 1000, static_cast<std::int32_t>(number % 1000) * 1'000'000}};
        }
        return {};
    }
    if (!value.is_string()) return {};
    const std::string_view text = value.as_string();
    if (text.size() < 10) return {};
    if (base::is_rfc3339_date(text)) {
        const auto at = base::parse_rfc3339(std::string(text) + "T00:00:00Z");
        return at ? Read{Form::Date, *at} : Read{};
    }
    if (const auto at = base::parse_rfc3339(text)) return {Form::Rfc3339, *at};
    if (const auto at = base::parse_rfc1123(text)) return {Form::Rfc1123, *at};
    return {};
}

std::string since(base::Instant start, base::Instant at) {
    const auto passed = base::between(start, at);
    return "<time +" + (passed ? base::to_text(*passed) : std::string("?")) + '>';
}

const pack::Field* field_at(const pack::Resource& resource, std::string_view path) {
    const pack::Index index = resource.find_field(path);
    return index == pack::kNone ? nullptr : &resource.fields[index];
}

bool is_group(const pack::Resource& resource, const std::string& path) {
    return std::any_of(
        resource.fields.begin(), resource.fields.end(),
        [&](const pack::Field& field) { return field.path.starts_with(path + '.'); });
}

// Does the object say in words that are fixed what it is? `object: coupon`
bool says_its_kind(const pack::Resource& resource, const Value& object) {
    bool says = false;
    for (const pack::Field& field : resource.fields) {
        const bool is_word = field.from == pack::From::Constant && !field.from_rest &&
                             !field.hidden && field.value.is_string();
        if (!is_word || field.path.find('.') != std::string::npos) continue;
        const Value* value = object.find(field.path);
        if (value == nullptr || *value != field.value) return false;
        says = true;
    }
    return says;
}

bool is_word_part(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// Words and what stands between them, in turn; a word comes first and may be empty.
std::vector<std::string_view> words_of(std::string_view text) {
    std::vector<std::string_view> pieces;
    std::size_t begin = 0;
    for (bool in_word = true; begin <= text.size(); in_word = !in_word) {
        std::size_t end = begin;
        while (end < text.size() && is_word_part(text[end]) == in_word) ++end;
        pieces.push_back(text.substr(begin, end - begin));
        if (end == text.size()) break;
        begin = end;
    }
    return pieces;
}

}  // namespace

Likeness::Likeness(const pack::Pack& pack, Clocks clocks) : pack_(pack), clocks_(clocks) {
    for (std::size_t i = 0; i < pack.resources.size(); ++i) {
        const pack::Resource& resource = pack.resources[i];
        if (!resource.id || !resource.id->draws()) continue;
        auto& list = resource.id->prefix().empty() ? bare_ : drawn_;
        list.push_back({&*resource.id, resource.singular, i});
    }
    for (const pack::ConfigEntry& entry : pack.config) {
        if (entry.pattern && entry.pattern->draws()) {
            drawn_.push_back({&*entry.pattern, entry.name, kNoResource});
        }
    }
    if (pack.request_id && pack.request_id->draws()) {
        drawn_.push_back({&*pack.request_id, "request", kNoResource});
    }
}

const Likeness::Drawn* Likeness::drawn(std::string_view text) const {
    const Drawn* best = nullptr;
    for (const Drawn& each : drawn_) {
        const std::string prefix = each.pattern->prefix();
        if (prefix.empty() || !text.starts_with(prefix)) continue;
        if (!pack::could_make(*each.pattern, text)) continue;
        if (best == nullptr || best->pattern->prefix().size() < prefix.size()) best = &each;
    }
    return best;
}

const Likeness::Pair* Likeness::pair_of(std::string_view text, bool is_fake) const {
    const auto& by = is_fake ? by_fake_ : by_target_;
    const auto found = by.find(text);
    return found == by.end() ? nullptr : &pairs_[found->second];
}

const std::string& Likeness::bind(std::string_view fake, std::string_view target,
                                  std::string name) {
    const std::size_t number = ++counts_[name];
    by_fake_.emplace(fake, pairs_.size());
    by_target_.emplace(target, pairs_.size());
    pairs_.push_back({std::string(fake), std::string(target),
                      '<' + std::move(name) + ' ' + std::to_string(number) + '>'});
    return pairs_.back().token;
}

std::string_view Likeness::id_of(const Value& object, std::size_t resource) const {
    const pack::Resource& of = pack_.resources[resource];
    if (of.id_field == pack::kNone) return {};
    const Value* id = object.find(of.fields[of.id_field].path);
    return id != nullptr && id->is_string() ? id->as_string() : std::string_view();
}

std::size_t Likeness::resource_of(const Value& object) const {
    for (const Drawn& each : drawn_) {
        if (each.resource == kNoResource) continue;
        const std::string_view id = id_of(object, each.resource);
        if (id.empty()) continue;
        const Drawn* of = drawn(id);
        if (of != nullptr && of->resource == each.resource) return each.resource;
    }
    for (const Drawn& each : bare_) {
        const std::string_view id = id_of(object, each.resource);
        if (id.empty() || !pack::could_make(*each.pattern, id)) continue;
        if (says_its_kind(pack_.resources[each.resource], object)) return each.resource;
    }
    return kNoResource;
}

void Likeness::note_set(const pack::Field& field, const std::string& path, std::size_t resource) {
    std::vector<Value> values;
    if (field.from == pack::From::Lifecycle && resource != kNoResource &&
        pack_.resources[resource].lifecycle) {
        const auto& states = pack_.resources[resource].lifecycle->states;
        for (std::size_t i = 1; i < states.size(); ++i) {
            const auto word =
                std::find_if(field.words.begin(), field.words.end(),
                             [&](const auto& each) { return each.first == states[i]; });
            values.emplace_back(word == field.words.end() ? states[i] : word->second);
        }
    } else if (const Value* of = field.schema.written.find("enum"); of != nullptr) {
        values.assign(of->items().begin(), of->items().end());
    }
    if (!values.empty()) sets_["body " + path] = std::move(values);
}

Marked Likeness::mark(const Value& fake, const Value& target, const Options& options) {
    options_ = options;
    sets_.clear();
    return pair_up(fake, target, nullptr, kNoResource, "");
}

Marked Likeness::pair_up(const Value& fake, const Value& target, const pack::Field* field,
                         std::size_t resource, const std::string& path) {
    if (field != nullptr) {
        note_set(*field, path, resource);
        // Nobody can say which value the outside gives, only what it must look like.
        if (field->from == pack::From::Exogenous && !fake.is_null() && !target.is_null() &&
            !(field->before && *field->before == fake)) {
            const bool fits =
                field->schema.compiled
                    ? schema::judge(*field->schema.compiled, target) != schema::Verdict::Invalid
                    : fake.kind() == target.kind();
            if (fits) return {Value("<outside>"), Value("<outside>")};
            return {fake, target};
        }
    }
    if (fake.is_object() && target.is_object()) {
        const std::size_t of = resource_of(fake);
        return objects(fake, target, of, "", path);
    }
    if (fake.is_array() && target.is_array()) return arrays(fake, target, field, path);
    return scalars(fake, target, field, path);
}

Marked Likeness::objects(const Value& fake, const Value& target, std::size_t resource,
                         const std::string& prefix, const std::string& path) {
    Marked made{Value::object(), Value::object()};
    const bool is_envelope = options_.shared && options_.is_list && path.empty();
    std::vector<std::pair<std::string, Value>> partners;
    for (const json::Member& member : fake.members()) {
        const std::string key(member.key());
        const std::string place = path + '/' + json::Pointer({key}).to_text().substr(1);
        const Value* other = target.find(key);
        if (other == nullptr) {
            made.fake.append(key, alone(member.value, true));
            continue;
        }
        // Others may have filled further pages.
        if (is_envelope && !member.value.is_array() && !json::equivalent(member.value, *other) &&
            (member.value.is_null() || (member.value.is_bool() && !member.value.as_bool()))) {
            made.fake.append(key, *other);
            partners.emplace_back(key, *other);
            continue;
        }
        const pack::Field* field = nullptr;
        Marked both;
        if (resource != kNoResource) {
            const pack::Resource& of = pack_.resources[resource];
            field = field_at(of, prefix + key);
            if (field == nullptr && member.value.is_object() && other->is_object() &&
                is_group(of, prefix + key)) {
                both = objects(member.value, *other, resource, prefix + key + '.', place);
            } else {
                both = pair_up(member.value, *other, field, resource, place);
            }
        } else {
            both = pair_up(member.value, *other, nullptr, kNoResource, place);
        }
        made.fake.append(key, std::move(both.fake));
        partners.emplace_back(key, std::move(both.target));
    }
    for (const json::Member& member : target.members()) {
        const auto known = std::find_if(partners.begin(), partners.end(), [&](const auto& each) {
            return each.first == member.key();
        });
        made.target.append(member.key(), known == partners.end() ? alone(member.value, false)
                                                                 : std::move(known->second));
    }
    return made;
}

Marked Likeness::arrays(const Value& fake, const Value& target, const pack::Field* field,
                        const std::string& path) {
    const std::string place = path + "/*";
    std::vector<std::size_t> partner(fake.size(), kNoResource);
    std::vector<bool> is_taken(target.size(), false);
    // Who is known on both sides belongs together, wherever it stands; the others in their order.
    const auto identity = [&](const Value& item, bool is_fake) -> const Pair* {
        if (item.is_string()) return pair_of(item.as_string(), is_fake);
        if (!item.is_object()) return nullptr;
        for (const Drawn& each : drawn_) {
            if (each.resource == kNoResource) continue;
            const std::string_view id = id_of(item, each.resource);
            if (id.empty()) continue;
            if (const Pair* pair = pair_of(id, is_fake)) return pair;
        }
        return nullptr;
    };
    for (std::size_t i = 0; i < fake.size(); ++i) {
        const Pair* mine = identity(fake[i], true);
        for (std::size_t j = 0; mine != nullptr && j < target.size(); ++j) {
            if (is_taken[j] || identity(target[j], false) != mine) continue;
            partner[i] = j;
            is_taken[j] = true;
            break;
        }
    }
    std::size_t next = 0;
    for (std::size_t i = 0; i < fake.size(); ++i) {
        if (partner[i] != kNoResource || identity(fake[i], true) != nullptr) continue;
        while (next < target.size() &&
               (is_taken[next] || identity(target[next], false) != nullptr)) {
            ++next;
        }
        if (next == target.size()) break;
        partner[i] = next;
        is_taken[next] = true;
    }
    std::vector<Value> others(target.size());
    std::vector<bool> is_marked(target.size(), false);
    Marked made{Value::array(), Value::array()};
    for (std::size_t i = 0; i < fake.size(); ++i) {
        if (partner[i] == kNoResource) {
            made.fake.push_back(alone(fake[i], true));
            continue;
        }
        Marked both =
            pair_up(fake[i], target[partner[i]],
                    field != nullptr && fake[i].is_object() ? nullptr : field, kNoResource, place);
        made.fake.push_back(std::move(both.fake));
        others[partner[i]] = std::move(both.target);
        is_marked[partner[i]] = true;
    }
    for (std::size_t j = 0; j < target.size(); ++j) {
        if (!is_marked[j] && options_.shared && options_.is_list && target[j].is_object()) continue;
        made.target.push_back(is_marked[j] ? std::move(others[j]) : alone(target[j], false));
    }
    return made;
}

std::optional<Marked> Likeness::ids(std::string_view fake, std::string_view target,
                                    const pack::Field* field) {
    const Drawn* of = drawn(fake);
    const bool is_drawn_field = field != nullptr && field->from == pack::From::Id;
    if (of == nullptr && !is_drawn_field) return std::nullopt;
    // Nobody refers to a call by its id, and a refused one may have that of another.
    if (of != nullptr && pack_.request_id && of->pattern == &*pack_.request_id) {
        if (!target.starts_with(of->pattern->prefix())) return std::nullopt;
        return Marked{Value("<request>"), Value("<request>")};
    }
    const Pair* known = pair_of(fake, true);
    const Pair* other = pair_of(target, false);
    if (known != nullptr || other != nullptr) {
        if (known == other) return Marked{Value(known->token), Value(known->token)};
        return Marked{known != nullptr ? Value(known->token) : Value(fake),
                      other != nullptr ? Value(other->token) : Value(target)};
    }
    // What was given by the caller is the same text on both sides, and no id of a thing.
    if (fake == target && !is_drawn_field && of->resource != kNoResource) return std::nullopt;
    const std::string prefix = of != nullptr
                                   ? of->pattern->prefix()
                                   : (field->pattern ? field->pattern->prefix() : std::string());
    if (!target.starts_with(prefix)) return std::nullopt;
    const std::string& token = bind(fake, target, of != nullptr ? of->name : field->path);
    return Marked{Value(token), Value(token)};
}

std::optional<Marked> Likeness::parts(std::string_view fake, std::string_view target) {
    const std::vector<std::string_view> mine = words_of(fake);
    const std::vector<std::string_view> other = words_of(target);
    if (mine.size() != other.size() || mine.size() < 2) return std::nullopt;
    // Nothing is taken for the same before all of it can be.
    for (std::size_t i = 0; i < mine.size(); ++i) {
        if (mine[i] == other[i]) continue;
        const Drawn* of = drawn(mine[i]);
        if (i % 2 != 0 || of == nullptr || drawn(other[i]) != of) return std::nullopt;
    }
    std::string made;
    std::string partner;
    for (std::size_t i = 0; i < mine.size(); ++i) {
        std::optional<Marked> both;
        if (mine[i] != other[i]) both = ids(mine[i], other[i], nullptr);
        made += both ? both->fake.as_string() : mine[i];
        partner += both ? both->target.as_string() : other[i];
    }
    return Marked{Value(replaced(made, true)), Value(replaced(partner, false))};
}

std::optional<Marked> Likeness::times(const Value& fake, const Value& target) const {
    const Read mine = read_time(fake);
    const Read other = read_time(target);
    if (mine.form == Form::None || mine.form != other.form) return std::nullopt;
    const auto passed = base::between(clocks_.fake, mine.at);
    if (!passed || passed->seconds < -kYear || passed->seconds > 10 * kYear) return std::nullopt;
    if (!clocks_.target) return Marked{Value("<time>"), Value("<time>")};
    return Marked{Value(since(clocks_.fake, mine.at)), Value(since(*clocks_.target, other.at))};
}

Marked Likeness::scalars(const Value& fake, const Value& target, const pack::Field* field,
                         const std::string&) {
    if (fake.is_string() && target.is_string()) {
        if (auto both = ids(fake.as_string(), target.as_string(), field)) return *std::move(both);
        if (fake != target) {
            if (auto both = parts(fake.as_string(), target.as_string())) return *std::move(both);
        }
    }
    if (auto both = times(fake, target)) return *std::move(both);
    return {alone(fake, true), alone(target, false)};
}

std::string Likeness::replaced(std::string_view text, bool is_fake) const {
    std::string made(text);
    for (const Pair& pair : pairs_) {
        const std::string& id = is_fake ? pair.fake : pair.target;
        if (id.size() >= kShortest && made.find(id) != std::string::npos) {
            made = base::replace_all(made, id, pair.token);
        }
    }
    return made;
}

Value Likeness::alone(const Value& value, bool is_fake) const {
    if (value.is_string()) return Value(replaced(value.as_string(), is_fake));
    if (value.is_array()) {
        Value made = Value::array();
        for (const Value& item : value.items()) made.push_back(alone(item, is_fake));
        return made;
    }
    if (value.is_object()) {
        Value made = Value::object();
        for (const json::Member& member : value.members()) {
            made.append(member.key(), alone(member.value, is_fake));
        }
        return made;
    }
    return value;
}

}  // namespace understudy::verify
