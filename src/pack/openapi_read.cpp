// Reads an API document: what it is, where it is served, who may call, and its paths.
#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "http/url.hpp"
#include "json/parse.hpp"
#include "json/pointer.hpp"
#include "pack/code.hpp"
#include "pack/impl/api_reader.hpp"
#include "yaml/read.hpp"

namespace understudy::pack {

namespace {

constexpr std::size_t kMostOperations = 20'000;
constexpr std::size_t kMostProblems = 200;
constexpr int kMostReferences = 32;
constexpr std::array<std::string_view, 7> kMethods = {"get",    "put",  "post",   "patch",
                                                      "delete", "head", "options"};

base::Result<json::Value> parse_either(const base::Source& source) {
    const std::string_view text = base::trim(source.text);
    if (text.starts_with('{')) {
        json::ParseOptions options;
        options.name = source.name;
        auto parsed = json::parse(source.text, options);
        if (parsed) return parsed;
        // A YAML document may begin with a brace too.
        auto again = yaml::read(source, {yaml::Mode::Foreign, {}});
        if (again) return std::move(again->root);
        return parsed;
    }
    json::Document document = TRY(yaml::read(source, {yaml::Mode::Foreign, {}}));
    return std::move(document.root);
}

std::string text_of(const json::Value* value) {
    if (value == nullptr) return {};
    if (value->is_string()) return std::string(value->as_string());
    if (value->is_number()) return std::string(value->number_text());
    return {};
}

std::string without_slash(std::string path) {
    while (path.ends_with('/')) path.pop_back();
    if (!path.empty() && path.front() != '/') path.insert(0, "/");
    return path;
}

// "https://{region}.example.com/v1" with the defaults of its variables.
std::string filled_url(const json::Value& server) {
    std::string url = text_of(server.find("url"));
    const json::Value* variables = server.find("variables");
    if (variables == nullptr || !variables->is_object()) return url;
    for (const json::Member& variable : variables->members()) {
        url = base::replace_all(url, "{" + std::string(variable.key()) + "}",
                                text_of(variable.value.find("default")));
    }
    return url;
}

std::optional<ApiServer> server_of(const std::string& url) {
    if (url.starts_with('/') || url.empty()) return ApiServer{"", without_slash(url)};
    const auto parsed = http::parse_url(url);
    if (!parsed) return std::nullopt;
    return ApiServer{parsed->host, without_slash(parsed->path)};
}

}  // namespace

const json::Value* followed(const json::Value& root, const json::Value* value) {
    for (int i = 0; i < kMostReferences && value != nullptr; ++i) {
        const json::Value* ref = value->find("$ref");
        if (ref == nullptr || !ref->is_string()) return value;
        const std::string_view text = ref->as_string();
        if (!text.starts_with('#')) return nullptr;
        const auto pointer = json::Pointer::parse(text.substr(1));
        value = pointer ? pointer->resolve(root) : nullptr;
    }
    return nullptr;
}

std::vector<RouteSegment> segments_of_path(std::string_view path) {
    path = path.substr(0, path.find_first_of("?#"));
    std::vector<RouteSegment> segments;
    if (path.starts_with('/')) path.remove_prefix(1);
    if (path.empty()) return segments;
    for (const std::string_view text : base::split(path, '/')) {
        RouteSegment segment;
        const std::size_t open = text.find('{');
        const std::size_t close = text.rfind('}');
        const bool has_parameter =
            open != std::string_view::npos && close != std::string_view::npos && open < close;
        segment.before = text.substr(0, has_parameter ? open : std::string_view::npos);
        if (has_parameter) {
            for (const char c : text.substr(open + 1, close - open - 1)) {
                if (c != '{' && c != '}') segment.parameter += c;
            }
            segment.rest = segment.parameter.ends_with('+');
            if (segment.rest) segment.parameter.pop_back();
            if (segment.parameter.empty()) segment.parameter = "_";
            segment.after = text.substr(close + 1);
        }
        segments.push_back(std::move(segment));
    }
    return segments;
}

const json::Value* ApiReader::member(const json::Value& object, std::string_view key) const {
    return follow(object.find(key));
}

void ApiReader::problem(std::string where, std::string why) {
    if (problems_.size() >= kMostProblems) return;
    base::Mark mark;
    mark.file = api_.file;
    problems_.push_back(
        {Level::Warning, base::Error{code::DescriptionPart,
                                     {{"where", std::move(where)}, {"why", std::move(why)}},
                                     std::move(mark),
                                     {}}});
}

ApiReader::Slot ApiReader::keep(json::Value schema) {
    FieldSchema kept;
    kept.written = std::move(schema);
    schemas_.push_back(std::move(kept));
    users_.push_back(where_);
    return schemas_.size();
}

void ApiReader::read_servers() {
    const json::Value& root = *api_.root;
    const auto add = [&](const std::string& url, const std::string& named) {
        const auto server = server_of(url);
        if (!server) {
            problem("the server " + base::quoted(named), "it is no URL");
        } else if (std::find(api_.servers.begin(), api_.servers.end(), *server) ==
                   api_.servers.end()) {
            api_.servers.push_back(*server);
        }
    };
    if (is_swagger()) {
        const std::string host = text_of(root.find("host"));
        const std::string base = text_of(root.find("basePath"));
        add(host.empty() ? base : "http://" + host + base, host + base);
    } else if (const json::Value* servers = root.find("servers"); servers && servers->is_array()) {
        for (const json::Value& server : servers->items()) {
            add(filled_url(server), text_of(server.find("url")));
        }
    }
    if (api_.servers.empty()) api_.servers.push_back({});
}

// Only what is asked for somewhere counts: a scheme that no operation requires is no door.
void ApiReader::read_security() {
    const json::Value& root = *api_.root;
    const json::Value* components = root.find("components");
    const json::Value* schemes = is_swagger()            ? root.find("securityDefinitions")
                                 : components != nullptr ? components->find("securitySchemes")
                                                         : nullptr;
    const json::Value* wanted = root.find("security");
    if (schemes == nullptr || !schemes->is_object() || wanted == nullptr || !wanted->is_array()) {
        return;
    }
    const auto add = [&](AuthPlace place) {
        for (const AuthPlace& known : api_.places) {
            if (known.kind == place.kind && known.name == place.name) return;
        }
        api_.places.push_back(std::move(place));
    };
    using Kind = AuthPlace::Kind;
    for (const json::Value& alternative : wanted->items()) {
        if (!alternative.is_object()) continue;
        if (alternative.size() == 0) {  // nobody needs a key
            api_.places.clear();
            return;
        }
        for (const json::Member& each : alternative.members()) {
            const json::Value* scheme = follow(schemes->find(each.key()));
            if (scheme == nullptr) continue;
            const std::string type = text_of(scheme->find("type"));
            const std::string name = text_of(scheme->find("name"));
            const std::string how = base::to_lower_ascii(text_of(scheme->find("scheme")));
            const std::string in = text_of(scheme->find("in"));
            if (type == "basic" || (type == "http" && how == "basic")) {
                add({Kind::BasicPassword, "", ""});
                add({Kind::BasicUser, "", ""});
            } else if (type == "http" || type == "oauth2" || type == "openIdConnect") {
                add({Kind::Bearer, "", ""});
            } else if (type == "apiKey" && in == "query") {
                add({Kind::Query, name, ""});
            } else if (type == "apiKey" && in == "header" &&
                       base::equal_ignoring_case(name, "authorization")) {
                add({Kind::Bearer, "", ""});
                add({Kind::Header, name, ""});
            } else if (type == "apiKey" && in == "header") {
                add({Kind::Header, name, ""});
            }
        }
    }
}

void ApiReader::read_head() {
    read_servers();
    read_security();
}

void ApiReader::read_paths() {
    const json::Value* paths = api_.root->find("paths");
    if (paths == nullptr || !paths->is_object()) return;
    for (const json::Member& path : paths->members()) {
        if (!path.key().starts_with('/')) {
            if (!path.key().starts_with("x-")) {
                problem("the path " + base::quoted(path.key()), "a path begins with a slash");
            }
            continue;
        }
        const json::Value* item = follow(&path.value);
        if (item == nullptr || !item->is_object()) continue;
        for (const std::string_view method : kMethods) {
            const json::Value* operation = item->find(method);
            if (operation == nullptr || !operation->is_object()) continue;
            if (api_.operations.size() >= kMostOperations) {
                problem(
                    "the path " + base::quoted(path.key()),
                    "there are more than " + base::with_thousands(kMostOperations) + " operations");
                return;
            }
            read_operation(path.key(), method, *item, *operation);
        }
    }
}

base::Result<Api> read_api(const base::Source& source, std::vector<Problem>& problems,
                           Examples when) {
    const auto refuse = [&](std::string why, std::vector<base::Error> because = {}) {
        return base::fail(code::NotADescription, {{"file", source.name}, {"why", std::move(why)}},
                          source.whole(), std::move(because));
    };
    auto parsed = parse_either(source);
    if (!parsed) return refuse("it is neither JSON nor YAML", {parsed.error()});
    Api api;
    api.file = source.name;
    api.root = std::make_shared<const json::Value>(std::move(*parsed));
    if (!api.root->is_object()) return refuse("it is " + std::string(name_of(api.root->kind())));
    std::string version = text_of(api.root->find("openapi"));
    if (version.empty()) version = text_of(api.root->find("swagger"));
    if (version == "2") version = "2.0";
    if (version.empty()) return refuse("it has neither `openapi` nor `swagger`");
    const auto dialect = schema::dialect_of_openapi(version);
    if (!dialect) return refuse("version " + base::quoted(version) + " is not known");
    api.dialect = *dialect;
    if (const json::Value* info = api.root->find("info")) {
        api.title = text_of(info->find("title"));
        api.version = text_of(info->find("version"));
    }
    ApiReader reader(api, problems);
    reader.read_head();
    reader.read_paths();
    reader.compile();
    reader.make_examples(when);
    return api;
}

}  // namespace understudy::pack
