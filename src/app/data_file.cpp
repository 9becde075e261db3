#include "app/data_file.hpp"

#include <array>

#include "app/code.hpp"
#include "app/files.hpp"
#include "base/text.hpp"
#include "json/lines.hpp"
#include "json/parse.hpp"
#include "yaml/read.hpp"

namespace understudy::app {

namespace {

struct Named {
    std::string_view name;
    Form form;
};

constexpr std::array kEndings = {
    Named{".json", Form::Json}, Named{".jsonl", Form::JsonLines}, Named{".ndjson", Form::JsonLines},
    Named{".yaml", Form::Yaml}, Named{".yml", Form::Yaml},        Named{".txt", Form::Text},
};

constexpr std::array kWords = {
    Named{"json", Form::Json},
    Named{"jsonl", Form::JsonLines},
    Named{"yaml", Form::Yaml},
    Named{"text", Form::Text},
};

Form form_of(const base::Source& source) {
    const std::string name = base::to_lower_ascii(source.name);
    for (const Named& known : kEndings) {
        if (name.ends_with(known.name)) return known.form;
    }
    const std::string_view text = base::trim(std::string_view(source.text).substr(0, 4096));
    return text.starts_with('{') || text.starts_with('[') ? Form::Json : Form::Text;
}

base::Result<std::vector<json::Document>> read_text_lines(base::Source source) {
    if (const auto bad = base::find_invalid_utf8(source.text)) {
        const auto byte = static_cast<unsigned char>(source.text[*bad]);
        constexpr std::string_view kHex = "0123456789ABCDEF";
        const std::string shown = {'0', 'x', kHex[byte >> 4U], kHex[byte & 15U]};
        return base::fail(code::NotText,
                          {{"file", base::quoted(source.name)},
                           {"byte", shown},
                           {"offset", std::to_string(*bad)}},
                          source.mark(*bad, *bad + 1));
    }
    const auto whole = std::make_shared<const base::Source>(std::move(source));
    std::vector<json::Document> lines;
    for (const std::string_view line : base::split_lines(whole->text)) {
        const auto begin = static_cast<std::uint32_t>(line.data() - whole->text.data());
        const json::Range range{begin, begin + static_cast<std::uint32_t>(line.size())};
        lines.push_back({whole, json::Value(line), {{{{}, range, 1}}}, {}});
    }
    return lines;
}

base::Result<std::vector<json::Document>> one(base::Result<json::Document> document) {
    if (!document) return base::fail(std::move(document).error());
    std::vector<json::Document> documents;
    documents.push_back(std::move(*document));
    return documents;
}

base::Result<std::vector<json::Document>> read_parts(base::Source source, Form form) {
    switch (form) {
        case Form::Json: return one(json::parse_document(std::move(source)));
        case Form::JsonLines: return json::parse_lines(std::move(source));
        case Form::Yaml: {
            yaml::ReadOptions options;
            options.mode = yaml::Mode::Foreign;
            return yaml::read_all(std::move(source), options);
        }
        case Form::Text: break;
    }
    return read_text_lines(std::move(source));
}

}  // namespace

std::string_view name_of(Form form) {
    constexpr std::string_view kNames[] = {"JSON", "JSON Lines", "YAML", "plain text"};
    return kNames[static_cast<std::size_t>(form)];
}

std::optional<Form> form_named(std::string_view name) {
    for (const Named& known : kWords) {
        if (known.name == name) return known.form;
    }
    return std::nullopt;
}

std::string DataFile::place_of(std::size_t part) const {
    switch (form) {
        case Form::Json: return {};
        case Form::Yaml:
            return parts.size() == 1 ? std::string() : "document " + std::to_string(part + 1);
        case Form::JsonLines:
        case Form::Text: break;
    }
    return (form == Form::Text ? "line " : "record ") + std::to_string(part + 1);
}

base::Result<DataFile> load_data_file(const std::string& path, std::string_view as) {
    base::Source source = TRY(read_file(path));
    DataFile file;
    file.name = source.name;
    file.form = form_named(as).value_or(form_of(source));
    file.parts = TRY(read_parts(std::move(source), file.form));
    return file;
}

base::Result<json::Document> load_document(const std::string& path, Origin origin) {
    base::Source source = TRY(read_file(path));
    const bool ours = origin == Origin::Ours;
    // YAML would read JSON too, but JSON's own reader is stricter and gives better errors.
    if (form_of(source) == Form::Json) {
        return json::parse_document(std::move(source),
                                    {.limits = {}, .refuse_repeated_keys = ours, .name = {}});
    }
    yaml::ReadOptions options;
    options.mode = ours ? yaml::Mode::Strict : yaml::Mode::Foreign;
    return yaml::read(std::move(source), options);
}

}  // namespace understudy::app
