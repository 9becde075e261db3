#include "app/derived_fields.hpp"

#include <algorithm>
#include <filesystem>
#include <set>
#include <tuple>

#include "base/text.hpp"
#include "json/parse.hpp"
#include "json/write.hpp"
#include "secret/code.hpp"
#include "secret/policy.hpp"

namespace understudy::app {

namespace fs = std::filesystem;

using json::Value;

namespace {

constexpr std::string_view kFiles = "files";

base::Failure bad_policy(std::string why, const std::string& policy,
                         std::vector<base::Error> because = {}) {
    // The list was written anew for the reader of grammars: its places are none of the policy's.
    for (base::Error& error : because) error.where = {policy, 0, 0, 0, {}, 0};
    return base::fail(secret::code::BadPolicy,
                      {{"what", "`derived` of the policy"}, {"why", std::move(why)}},
                      {policy, 0, 0, 0, {}, 0}, std::move(because));
}

// The texts of a bundle as files that a record may name, from its own folder or one above.
class FilesOfTexts : public grammar::Bundle {
public:
    FilesOfTexts(const std::vector<DerivedText>& texts,
                 const std::map<std::string, std::size_t>& by_name, std::size_t from)
        : texts_(texts), by_name_(by_name), from_(from) {}

    std::optional<bool> has_file(std::string_view) const override { return std::nullopt; }
    std::optional<std::string> file_bytes(std::string_view name) const override {
        fs::path folder = fs::path(texts_[from_].name).parent_path();
        for (bool goes_on = true; goes_on;) {
            const auto found = by_name_.find((folder / name).lexically_normal().string());
            if (found != by_name_.end()) {
                const DerivedText& text = texts_[found->second];
                reads_changed = reads_changed || text.is_changed;
                return text.bytes;
            }
            goes_on = folder.has_relative_path();
            folder = folder.parent_path();
        }
        lacks_file = true;
        return std::nullopt;
    }
    std::optional<std::vector<Value>> values(std::string_view, std::string_view) const override {
        return std::nullopt;
    }

    mutable bool reads_changed = false, lacks_file = false;

private:
    const std::vector<DerivedText>& texts_;
    const std::map<std::string, std::size_t>& by_name_;
    std::size_t from_;
};

// Where the records of a text stand.
std::vector<json::Range> records_of(const std::string& text) {
    std::vector<json::Range> records;
    const auto add = [&](std::size_t begin, std::size_t end) {
        records.push_back({static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)});
    };
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string::npos || (text[first] != '{' && text[first] != '[')) return {};
    if (const auto document = json::parse_document({"", text})) {
        const auto& rows = document->marks.rows;
        if (!document->root.is_array()) return {rows.front().value};
        for (std::size_t row = 1; row < rows.size(); row += rows[row].nodes) {
            records.push_back(rows[row].value);
        }
        return records;
    }
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        add(begin, end);
        begin = end + 1;
    }
    return records;
}

}  // namespace

// One call: until no field changes any more.
class Renewal {
public:
    Renewal(const DerivedFields& derived, std::vector<DerivedText>& texts)
        : derived_(derived), texts_(texts) {
        for (std::size_t i = 0; i < texts.size(); ++i) by_name_[texts[i].name] = i;
    }

    // Whether anything changed.
    bool go_round() {
        unknown_.clear();
        bool has_changed = false;
        for (std::size_t i = 0; i < texts_.size(); ++i) {
            has_changed = renew_text(i) || has_changed;
        }
        return has_changed;
    }
    RenewedFields renewed() const { return {changed_.size(), unknown_.size()}; }

private:
    using Field = std::tuple<std::size_t, std::size_t, std::size_t>;  // text, record, derivation

    bool applies(std::size_t derivation, const std::string& name) const {
        const auto files = derived_.files_.find(derived_.order_[derivation].constraint);
        return files == derived_.files_.end() ||
               std::any_of(files->second.begin(), files->second.end(),
                           [&](const std::string& glob) { return secret::fits_glob(glob, name); });
    }

    bool renew_text(std::size_t index) {
        std::vector<std::size_t> derivations;
        for (std::size_t i = 0; i < derived_.order_.size(); ++i) {
            if (applies(i, texts_[index].name)) derivations.push_back(i);
        }
        if (derivations.empty()) return false;
        // From the last one, so that the places of the others hold.
        std::string text = texts_[index].bytes;
        const std::vector<json::Range> records = records_of(text);
        for (std::size_t i = records.size(); i-- > 0;) {
            const std::size_t size = records[i].end - records[i].begin;
            const std::string record = text.substr(records[i].begin, size);
            text.replace(records[i].begin, size, renewed(record, index, i, derivations));
        }
        if (text == texts_[index].bytes) return false;
        texts_[index].bytes = std::move(text);
        texts_[index].is_changed = true;
        return true;
    }

    std::string renewed(std::string record, std::size_t text, std::size_t number,
                        const std::vector<std::size_t>& derivations) {
        auto document = json::parse_document({"", record});
        for (const std::size_t derivation : derivations) {
            if (!document) break;
            const grammar::Derivation& field = derived_.order_[derivation];
            const auto pointer = json::Pointer::parse(field.field);
            const json::Marks::Row* row =
                pointer ? document->marks.find(document->root, *pointer) : nullptr;
            if (row == nullptr) continue;
            const FilesOfTexts files(texts_, by_name_, text);
            const auto value =
                grammar::compute(*derived_.grammar_, field, {document->root}, &files);
            if (!value && files.lacks_file) unknown_.insert({text, number, derivation});
            if (!value || !(texts_[text].is_changed || files.reads_changed)) continue;
            if (json::equivalent(*value, *pointer->resolve(document->root))) continue;
            record.replace(row->value.begin, row->value.end - row->value.begin,
                           json::write(*value));
            changed_.insert({text, number, derivation});
            document = json::parse_document({"", record});
        }
        return record;
    }

    const DerivedFields& derived_;
    std::vector<DerivedText>& texts_;
    std::map<std::string, std::size_t> by_name_;
    std::set<Field> changed_, unknown_;
};

base::Result<DerivedFields> DerivedFields::make(const Value& list, const std::string& policy) {
    DerivedFields derived;
    if (list.is_null() || list.size() == 0) return derived;
    Value constraints = Value::array();
    for (std::size_t i = 0; i < list.size(); ++i) {
        Value entry = list[i];
        const std::string number = "entry " + std::to_string(i + 1);
        if (!entry.is_object()) return bad_policy(number + " is no map", policy);
        const Value* kind = entry.find("kind");
        if (kind != nullptr && !(*kind == Value("derived"))) {
            return bad_policy("`kind` of " + number + " can only be derived", policy);
        }
        entry.set("kind", "derived");
        if (!entry.has("id")) entry.set("id", "derived-" + std::to_string(i + 1));
        if (const Value* files = entry.find(kFiles)) {
            if (!files->is_array() || !entry.find("id")->is_string()) {
                return bad_policy("`files` of " + number + " must be a list of paths", policy);
            }
            auto& globs = derived.files_[std::string(entry.find("id")->as_string())];
            for (const Value& glob : files->items()) {
                if (!glob.is_string()) {
                    return bad_policy("`files` of " + number + " must be a list of paths", policy);
                }
                globs.emplace_back(glob.as_string());
            }
            entry.erase(kFiles);
        }
        constraints.push_back(std::move(entry));
    }
    const Value file =
        Value::object({{"grammar", "derived-fields"}, {"constraints", std::move(constraints)}});
    const auto document = TRY(json::parse_document({policy, json::write(file)}));
    auto grammar = grammar::load(document);
    if (!grammar) {
        std::vector<base::Error> because = grammar.error().because;
        if (because.empty()) because.push_back(grammar.error());
        const std::string count = base::plural(because.size(), "problem");
        return bad_policy(count, policy, std::move(because));
    }
    derived.grammar_ = std::move(*grammar);
    derived.order_ = grammar::derivations(*derived.grammar_);
    return derived;
}

base::Result<RenewedFields> DerivedFields::renew(std::vector<DerivedText>& texts) const {
    if (is_empty()) return RenewedFields{};
    Renewal renewal(*this, texts);
    // A chain of files, each made of the next, is renewed one link a round at the worst.
    for (std::size_t round = 0; round <= texts.size() + 1; ++round) {
        if (!renewal.go_round()) return renewal.renewed();
    }
    return bad_policy("fields of several files are made of each other", "");
}

}  // namespace understudy::app
