#include "cassette/migrate.hpp"

#include "base/text.hpp"
#include "cassette/code.hpp"
#include "json/lines.hpp"
#include "json/write.hpp"
#include "yaml/read.hpp"
#include "yaml/write.hpp"

namespace understudy::cassette {

using json::Document;
using json::Value;
using Part = Migration::Part;

namespace {

base::Result<std::vector<Document>> documents_of(base::Source source, bool is_lines) {
    if (is_lines) return json::parse_lines(std::move(source));
    std::vector<Document> one;
    one.push_back(TRY(yaml::read(std::move(source))));
    return one;
}

base::Result<int> version_of(const Document& head) {
    const Value* version = head.root.find("version");
    const auto number =
        version != nullptr && version->is_number() ? version->to_int64() : std::nullopt;
    if (!number) return base::fail(code::NoVersion, {}, head.mark({}));
    if (*number > kVersion) {
        return base::fail(code::WrongVersion,
                          {{"version", std::to_string(*number)}, {"file", head.source->name}},
                          head.mark(json::Pointer({"version"})));
    }
    if (*number < 0) return base::fail(code::NoVersion, {}, head.mark({}));
    return static_cast<int>(*number);
}

base::Result<void> step(std::vector<Value>& values, int from, const Document& head, bool is_lines,
                        std::span<const Migration> migrations) {
    for (const Migration& migration : migrations) {
        if (migration.from != from) continue;
        for (std::size_t at = 0; at < values.size(); ++at) {
            migration.apply(values[at], !is_lines ? Part::Whole
                                        : at == 0 ? Part::Head
                                                  : Part::Line);
        }
        values[0].set("version", from + 1);
        return {};
    }
    return base::fail(code::CannotMigrate, {{"version", std::to_string(from)}},
                      head.mark(json::Pointer({"version"})));
}

std::string text_of(const std::vector<Document>& before, const std::vector<Value>& values,
                    bool is_lines) {
    if (!is_lines) return yaml::rewrite(before.front(), values.front());
    std::string text;
    for (const Value& value : values) text += json::write(value) + "\n";
    return text;
}

}  // namespace

std::span<const Migration> shipped_migrations() {
    return {};
}

base::Result<Migrated> migrate(base::Source source, const Bodies* bodies,
                               std::span<const Migration> migrations) {
    const std::string name = source.name;
    const bool is_lines = name.ends_with(".jsonl");
    const std::vector<Document> before = TRY(documents_of(std::move(source), is_lines));
    if (before.empty()) return base::fail(code::NoVersion, {}, base::Mark{name, 0, 0, 0, {}, 0});
    Migrated migrated;
    migrated.from = TRY(version_of(before.front()));
    if (migrated.from == kVersion) {
        migrated.text = before.front().source->text;
        return migrated;
    }
    std::vector<Value> values;
    for (const Document& document : before) values.push_back(document.root);
    for (int version = migrated.from; version < kVersion; ++version) {
        TRY_VOID(step(values, version, before.front(), is_lines, migrations));
    }
    // The digest is made of the form that this version gives it.
    const Loaded loaded = TRY(
        read({name, text_of(before, values, is_lines)}, {.bodies = bodies, .check_digest = false}));
    values[0].set("content_digest", digest_of(loaded.cassette));
    migrated.text = text_of(before, values, is_lines);
    return migrated;
}

}  // namespace understudy::cassette
