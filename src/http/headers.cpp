#include "http/headers.hpp"

#include "base/assert.hpp"
#include "base/text.hpp"

namespace understudy::http {

Headers::Headers(std::initializer_list<Field> fields) {
    for (const Field& field : fields) add(field.name, field.value);
}

void Headers::add(std::string_view name, std::string_view value) {
    ASSERT(text_.size() + name.size() + value.size() < UINT32_MAX, "headers past four gigabytes");
    Slot slot;
    slot.name_at = static_cast<std::uint32_t>(text_.size());
    slot.name_size = static_cast<std::uint32_t>(name.size());
    text_ += name;
    slot.value_at = static_cast<std::uint32_t>(text_.size());
    slot.value_size = static_cast<std::uint32_t>(value.size());
    text_ += value;
    slots_.push_back(slot);
}

void Headers::set(std::string_view name, std::string_view value) {
    if (!has(name)) {
        add(name, value);
        return;
    }
    Headers changed;
    bool placed = false;
    for (const Field field : *this) {
        if (!base::equal_ignoring_case(field.name, name)) {
            changed.add(field.name, field.value);
        } else if (!placed) {
            changed.add(name, value);
            placed = true;
        }
    }
    *this = std::move(changed);
}

void Headers::remove(std::string_view name) {
    if (!has(name)) return;
    Headers kept;
    for (const Field field : *this) {
        if (!base::equal_ignoring_case(field.name, name)) kept.add(field.name, field.value);
    }
    *this = std::move(kept);
}

void Headers::clear() {
    text_.clear();
    slots_.clear();
}

void Headers::reserve(std::size_t fields, std::size_t bytes) {
    slots_.reserve(fields);
    text_.reserve(bytes);
}

Field Headers::operator[](std::size_t index) const {
    const Slot& slot = slots_[index];
    const std::string_view text = text_;
    return {text.substr(slot.name_at, slot.name_size), text.substr(slot.value_at, slot.value_size)};
}

std::optional<std::string_view> Headers::find(std::string_view name) const {
    for (const Slot& slot : slots_) {
        if (slot.name_size != name.size()) continue;
        const std::string_view text = text_;
        if (base::equal_ignoring_case(text.substr(slot.name_at, slot.name_size), name)) {
            return text.substr(slot.value_at, slot.value_size);
        }
    }
    return std::nullopt;
}

std::string_view Headers::get(std::string_view name) const {
    return find(name).value_or(std::string_view{});
}

std::vector<std::string_view> Headers::all(std::string_view name) const {
    std::vector<std::string_view> values;
    for (const Slot& slot : slots_) {
        if (slot.name_size != name.size()) continue;
        const std::string_view text = text_;
        if (base::equal_ignoring_case(text.substr(slot.name_at, slot.name_size), name)) {
            values.push_back(text.substr(slot.value_at, slot.value_size));
        }
    }
    return values;
}

std::size_t Headers::count(std::string_view name) const {
    std::size_t found = 0;
    for (const Field field : *this) {
        if (base::equal_ignoring_case(field.name, name)) ++found;
    }
    return found;
}

bool Headers::has_word(std::string_view name, std::string_view word) const {
    for (const std::string_view value : all(name)) {
        for (const std::string_view one : words_of(value)) {
            if (base::equal_ignoring_case(one, word)) return true;
        }
    }
    return false;
}

bool operator==(const Headers& a, const Headers& b) {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (a[i] != b[i]) return false;
    }
    return true;
}

std::vector<std::string_view> words_of(std::string_view value) {
    std::vector<std::string_view> words;
    std::size_t start = 0;
    bool quoted = false;
    for (std::size_t at = 0; at <= value.size(); ++at) {
        if (at < value.size()) {
            const char c = value[at];
            if (quoted && c == '\\' && at + 1 < value.size()) {
                ++at;
                continue;
            }
            if (c == '"') quoted = !quoted;
            if (quoted || c != ',') continue;
        }
        const std::string_view word = base::trim(value.substr(start, at - start));
        if (!word.empty()) words.push_back(word);
        start = at + 1;
    }
    return words;
}

}  // namespace understudy::http
