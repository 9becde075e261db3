// Looking up and adding keys in constant time, so that a hostile file of a million keys is read in
// linear time.
#include <algorithm>

#include "secret/impl/toml_table.hpp"

namespace understudy::secret {

namespace {

constexpr std::size_t kIndexFrom = 16;

}  // namespace

TomlTable::Entry* TomlTable::find(std::string_view key) {
    if (index_ != nullptr) {
        const auto found = index_->find(std::string(key));
        return found == index_->end() ? nullptr : &entries[found->second];
    }
    const auto found = std::find_if(entries.begin(), entries.end(),
                                    [&](const Entry& entry) { return entry.key == key; });
    return found == entries.end() ? nullptr : &*found;
}

TomlTable::Entry& TomlTable::add(std::string_view key) {
    entries.push_back(Entry{std::string(key), json::Value()});
    if (index_ != nullptr) {
        index_->emplace(std::string(key), entries.size() - 1);
    } else if (entries.size() == kIndexFrom) {
        index_ = std::make_unique<std::unordered_map<std::string, std::size_t>>();
        for (std::size_t i = 0; i < entries.size(); ++i) index_->emplace(entries[i].key, i);
    }
    return entries.back();
}

json::Value TomlTable::take() {
    json::Value object = json::Value::object();
    object.reserve(entries.size());
    for (Entry& entry : entries) {
        if (auto* value = std::get_if<json::Value>(&entry.is)) {
            object.append(entry.key, std::move(*value));
        } else if (auto* table = std::get_if<std::unique_ptr<TomlTable>>(&entry.is)) {
            object.append(entry.key, (*table)->take());
        } else {
            json::Value list = json::Value::array();
            for (auto& item : std::get<List>(entry.is)) list.push_back(item->take());
            object.append(entry.key, std::move(list));
        }
    }
    entries.clear();
    index_.reset();
    return object;
}

}  // namespace understudy::secret
