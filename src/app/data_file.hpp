// A file as data, whatever its form: JSON, JSON Lines, YAML (one or several documents) or plain
// text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/mark.hpp"
#include "base/result.hpp"
#include "json/document.hpp"

namespace understudy::app {

enum class Form : std::uint8_t { Json, JsonLines, Yaml, Text };
std::string_view name_of(Form form);  // "JSON", "JSON Lines", "YAML", "plain text"
std::optional<Form> form_named(std::string_view name);  // json, jsonl, yaml, text

inline constexpr std::string_view kForms = "json|jsonl|yaml|text";

struct DataFile {
    std::string name;
    Form form = Form::Text;
    // JSON: one. JSON Lines: one a line. YAML: one a document. Text: one a line, each a string.
    std::vector<json::Document> parts;

    // "" for the only part of a file, else "line 3", "document 2".
    std::string place_of(std::size_t part) const;
};

// Form by `as` if it is given, else by the name's ending, else by the first character.
base::Result<DataFile> load_data_file(const std::string& path, std::string_view as = {});

// Whose file it is decides how strictly it is read (yaml/read.hpp).
enum class Origin : std::uint8_t { Ours, Foreign };

// One document of JSON or YAML: a grammar (ours), a vendor's schema (foreign).
base::Result<json::Document> load_document(const std::string& path, Origin origin);

}  // namespace understudy::app
