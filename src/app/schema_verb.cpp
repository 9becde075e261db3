// understudy schema check SCHEMA FILE...: are the files what the schema says?
#include <climits>
#include <cstdlib>

#include "app/code.hpp"
#include "app/data_file.hpp"
#include "app/shown.hpp"
#include "app/verbs.hpp"
#include "base/bytes.hpp"
#include "base/text.hpp"
#include "report/faces.hpp"
#include "schema/check.hpp"
#include "schema/compile.hpp"

namespace understudy::app {

namespace {

constexpr Positional kPositionals[] = {
    {"SCHEMA", "a schema in JSON or YAML; FILE#/POINTER names one inside a larger document"},
    {"FILE", "a file to check: JSON, JSON Lines or YAML", true},
};
constexpr Option kOptions[] = {
    {"--dialect", "DIALECT", "how to read the schema, where it does not say itself",
     "2020-12|draft-07|draft-04|openapi-3.1|openapi-3.0|swagger-2.0", ""},
    {"--direction", "WAY", "judge read-only and write-only properties", "request|response", ""},
    {"--assert-formats", "", "a wrong `format` is a finding, not a remark in the schema", "", ""},
    {"--as", "FORM", "how to read the files, whatever their names say", "json|jsonl|yaml", ""},
    kFormatOption,
};
constexpr Example kExamples[] = {
    {"understudy schema check charge.schema.json charge.json", "check one file"},
    {"understudy schema check api.yaml#/components/schemas/Charge --direction response *.json",
     "check answers against a schema of an OpenAPI document"},
};

struct SchemaName {
    std::string file;
    json::Pointer pointer;
};

base::Result<SchemaName> parse_name(const std::string& text) {
    const std::size_t cut = text.find('#');
    if (cut == std::string::npos) return SchemaName{text, {}};
    json::Pointer pointer = TRY(json::Pointer::parse(text.substr(cut + 1)));
    return SchemaName{text.substr(0, cut), std::move(pointer)};
}

schema::Dialect dialect_for(const json::Document& document, std::string_view asked) {
    if (const auto named = schema::dialect_named(asked)) return *named;
    for (const std::string_view key : {"openapi", "swagger"}) {
        const json::Value* version = document.root.find(key);
        if (version == nullptr || !version->is_string()) continue;
        if (const auto dialect = schema::dialect_of_openapi(version->as_string())) return *dialect;
    }
    return schema::Dialect::Draft2020;
}

std::string folder_of(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    return slash == std::string::npos ? "." : path.substr(0, slash + 1);
}

std::optional<std::string> real_path(const std::string& path) {
    char resolved[PATH_MAX];
    if (::realpath(path.c_str(), resolved) == nullptr) return std::nullopt;
    return std::string(resolved);
}

constexpr std::string_view kFolderUri = "file:///";

// References to other files are read from the schema's own folder and from nowhere else: not from
// above it, not through links that lead out of it, and never from the network.
schema::Resolver resolver_in(const std::string& folder) {
    return [folder](std::string_view uri) -> std::optional<json::Value> {
        if (!uri.starts_with(kFolderUri)) return std::nullopt;
        const auto relative = base::from_percent(uri.substr(kFolderUri.size()));
        const auto home = real_path(folder);
        if (!relative || !home) return std::nullopt;
        const auto file = real_path(*home + '/' + *relative);
        if (!file || !file->starts_with(*home + '/')) return std::nullopt;
        auto document = load_document(*file, Origin::Foreign);
        if (!document) return std::nullopt;
        return document->root;
    };
}

// The key that was probably meant where a pointer stops leading anywhere.
std::string nearest_key(const json::Value& root, const json::Pointer& pointer) {
    json::Pointer reached;
    for (const std::string& token : pointer.tokens()) {
        const json::Value* parent = reached.resolve(root);
        reached.push(token);
        if (reached.resolve(root) != nullptr) continue;
        std::vector<std::string> keys;
        if (parent->is_object()) {
            for (const json::Member& member : parent->members()) keys.emplace_back(member.key());
        }
        return base::nearest(token, keys);
    }
    return {};
}

base::Result<schema::Schema> load_schema(const std::string& text, const Arguments& arguments) {
    const SchemaName name = TRY(parse_name(text));
    const json::Document document = TRY(load_document(name.file, Origin::Foreign));
    if (name.pointer.resolve(document.root) == nullptr) {
        return base::fail(code::NothingAt,
                          {{"pointer", base::quoted(name.pointer.to_text())},
                           {"nearest", nearest_key(document.root, name.pointer)},
                           {"file", base::quoted(name.file)}},
                          document.mark(name.pointer));
    }
    schema::CompileOptions options;
    options.dialect = dialect_for(document, arguments.value("--dialect"));
    options.assert_formats = arguments.has("--assert-formats");
    options.base_uri =
        std::string(kFolderUri) + base::to_percent(name.file.substr(name.file.rfind('/') + 1));
    options.resolver = resolver_in(folder_of(name.file));
    return schema::compile_at(document, name.pointer, options);
}

schema::CheckOptions check_options(const Arguments& arguments) {
    schema::CheckOptions options;
    if (arguments.value("--direction") == "request") options.direction = schema::Direction::Request;
    if (arguments.value("--direction") == "response")
        options.direction = schema::Direction::Response;
    return options;
}

// A place in a schema file as a person would write it: without the made-up root of resolver_in.
std::string in_folder(const std::string& location) {
    return location.substr(location.starts_with(kFolderUri) ? kFolderUri.size() : 0);
}

report::Finding to_finding(const schema::Violation& violation, const json::Document& document) {
    report::Finding finding = report::from_error(schema::to_error(violation, &document)).front();
    finding.pointer = violation.instance_path.to_text();
    finding.constraint = in_folder(violation.schema_location);
    finding.values.first = violation.demanded;
    finding.values.second = violation.found;
    return finding;
}

report::Finding to_finding(const schema::NotChecked& skipped, const json::Document& document) {
    const base::Error error = schema::to_error(skipped, &document);
    report::Finding finding;
    finding.severity = report::Severity::Warning;
    finding.code = base::name_of(error.code);
    finding.message = base::message(error);
    finding.hint = base::hint(error);
    for (const base::Error& reason : error.because) {
        finding.message += ": " + base::message(reason);
        if (finding.hint.empty()) finding.hint = base::hint(reason);
    }
    finding.mark = error.where;
    finding.pointer = skipped.instance_path.to_text();
    finding.constraint = in_folder(skipped.schema_location);
    finding.verdict = report::Verdict::Unknown;
    return finding;
}

base::Result<ExitCode> run_schema_check(const Arguments& arguments, Terminal& terminal) {
    const schema::Schema schema =
        TRY(load_schema(std::string(arguments.value("SCHEMA")), arguments));
    report::Report report = new_report("schema check", {});
    ExitCode code = ExitCode::Done;
    for (const std::string& path : arguments.list("FILE")) {
        const DataFile file = TRY(load_data_file(path, arguments.value("--as")));
        report.checked.push_back(file.name);
        for (const json::Document& part : file.parts) {
            const schema::Outcome outcome =
                schema::check(schema, part.root, check_options(arguments));
            for (const auto& violation : outcome.violations) {
                report.findings.push_back(to_finding(violation, part));
            }
            for (const auto& skipped : outcome.not_checked) {
                report.findings.push_back(to_finding(skipped, part));
            }
            if (outcome.verdict == schema::Verdict::Invalid) code = worse(code, ExitCode::Differed);
            if (outcome.verdict == schema::Verdict::Unknown) code = worse(code, ExitCode::Unknown);
        }
    }
    const auto format = TRY(report::format_named(arguments.value("--format")));
    terminal.out(
        report::render(report, format, {.colour = terminal.wants_colour(), .excerpt = true}));
    return code;
}

}  // namespace

const Verb kSchemaCheckVerb = {
    "schema check",
    "are the files what a schema says?",
    "Checks files against a JSON Schema (2020-12, draft 7, draft 4) or a schema of an OpenAPI 3.0, "
    "3.1 or "
    "Swagger 2.0 document. What could not be checked (a pattern with look-around) is said and "
    "never counts as "
    "passed. Other files the schema refers to are read from its own folder only. Exits with 0 if "
    "all files "
    "are valid, 1 if one is not, 2 if something does not load, 3 if a check could not be made.",
    kPositionals,
    kOptions,
    kExamples,
    run_schema_check,
};

}  // namespace understudy::app
