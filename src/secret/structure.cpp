#include "secret/impl/structure.hpp"

#include <algorithm>
#include <bit>
#include <optional>

#include "base/text.hpp"
#include "json/parse.hpp"
#include "secret/code.hpp"
#include "secret/impl/environment.hpp"
#include "secret/impl/place.hpp"
#include "secret/impl/placeholder.hpp"
#include "secret/impl/strides.hpp"

namespace understudy::secret {

namespace {

constexpr std::size_t kLargest = std::size_t{64} << 20U;

Item item_at(std::size_t begin, std::size_t end, base::Code code, std::string_view rule,
             std::string about, bool is_breaking) {
    Item item;
    item.begin = item.spot.begin = begin;
    item.end = item.spot.end = end;
    item.spot.code = code;
    item.spot.rule = rule;
    item.spot.about = std::move(about);
    item.spot.is_breaking = is_breaking;
    return item;
}

// --- files of credentials, by words that only they have together

struct AuthFile {
    std::string_view id, about;
    std::string_view words[3];
};
constexpr AuthFile kAuthFiles[] = {
    {"auth_file.gcloud_user",
     "a file of Google Cloud user credentials",
     {"\"authorized_user\"", "\"refresh_token\"", "\"client_secret\""}},
    {"auth_file.service_account",
     "a key file of a Google service account",
     {"\"service_account\"", "\"private_key_id\"", "\"private_key\""}},
    {"auth_file.claude",
     "a file of Claude Code credentials",
     {"\"claudeAiOauth\"", "\"accessToken\"", "\"refreshToken\""}},
    {"auth_file.codex",
     "a file of Codex credentials",
     {"\"OPENAI_API_KEY\"", "\"tokens\"", "\"refresh_token\""}},
    {"auth_file.docker",
     "a Docker configuration with credentials",
     {"\"auths\"", "\"auth\":", "\"https://"}},
    {"auth_file.kube",
     "a kubeconfig with a client key",
     {"client-key-data:", "clusters:", "users:"}},
    {"auth_file.aws",
     "a file of AWS credentials",
     {"aws_access_key_id", "aws_secret_access_key", "[default]"}},
    {"auth_file.gh",
     "a file of GitHub CLI credentials",
     {"github.com:", "oauth_token:", "git_protocol:"}},
};

void add_auth_files(std::string_view text, std::vector<Item>& items) {
    constexpr std::size_t kLargestFile = std::size_t{64} << 10U;
    if (text.size() > kLargestFile) return;
    // Such a file holds secrets; a page or a program that writes one does not.
    const bool holds_secret = std::any_of(items.begin(), items.end(), [](const Item& item) {
        return item.spot.is_breaking && !item.spot.secret.empty();
    });
    if (!holds_secret) return;
    for (const AuthFile& file : kAuthFiles) {
        const bool has_all = std::all_of(
            std::begin(file.words), std::end(file.words),
            [&](std::string_view word) { return find_word(text, word) != std::string_view::npos; });
        if (!has_all) continue;
        const std::size_t at = text.find(file.words[0]);
        items.push_back(
            item_at(at, at + 1, code::AuthFile, file.id, std::string(file.about), true));
    }
}

// --- dumps of an environment

bool is_variable(std::string_view name) {
    return name.size() >= 2 && name[0] >= 'A' && name[0] <= 'Z' &&
           std::all_of(name.begin(), name.end(), [](char c) {
               return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
           });
}
bool is_telling_variable(std::string_view name) {
    return name == "PATH" || name == "HOME" || name == "SHELL";
}
constexpr std::size_t kManyVariables = 12;

// The quote behind the next key from `from` on that ends as a variable may: not in a small letter.
std::size_t key_end(std::string_view text, std::size_t from) {
    for (; from + Stride::kSize + 2 <= text.size(); from += Stride::kSize) {
        const char* at = text.data() + from;
        const Stride ends =
            Stride(at).is_between('0', '_') & (Stride(at + 1) == '"') & (Stride(at + 2) == ':');
        if (const std::uint32_t bits = ends.bits(); bits != 0) {
            return from + static_cast<std::size_t>(std::countr_zero(bits)) + 1;
        }
    }
    return std::min(text.find("\":", from), text.size());
}

// Worth a parse: a key that only an environment has, or many that look like variables.
bool may_hold_environment(std::string_view text) {
    std::size_t variables = 0;
    for (std::size_t at = key_end(text, 0); at < text.size(); at = key_end(text, at + 2)) {
        std::size_t begin = at;
        while (begin > 0 && text[begin - 1] != '"' && at - begin < 64) --begin;
        const std::string_view name = text.substr(begin, at - begin);
        if (!is_variable(name)) continue;
        if (is_telling_variable(name) || ++variables > kManyVariables) return true;
    }
    return false;
}

bool is_environment(const json::Value& value) {
    std::size_t variables = 0;
    bool is_telling = false;
    for (const json::Member& member : value.members()) {
        if (!member.value.is_string()) continue;
        if (is_variable(member.key())) ++variables;
        is_telling = is_telling || (is_telling_variable(member.key()) &&
                                    !is_placeholder(member.value.as_string(), nullptr));
    }
    return is_telling ||
           (variables > kManyVariables && variables * 10 >= value.members().size() * 8);
}

// `PATH=...` and `HOME=...` on lines of their own, as `env` prints.
void add_printed_environment(std::string_view text, bool is_breaking, std::vector<Item>& items) {
    std::size_t variables = 0, telling = 0, first = std::string_view::npos;
    const auto line_has = [&](std::size_t begin) {
        const std::size_t equals = text.find('=', begin);
        if (equals == std::string_view::npos || equals - begin > 64) return;
        const std::string_view name = text.substr(begin, equals - begin);
        if (!is_variable(name)) return;
        ++variables;
        if (!is_telling_variable(name) || text.substr(equals + 1, 1) == "$" ||
            text.substr(equals + 1, 1) == "<" || text.substr(equals + 1, 1) == "\"") {
            return;
        }
        ++telling;
        if (first == std::string_view::npos) first = begin;
    };
    for (const std::string_view name : {"PATH=", "HOME=", "SHELL="}) {
        if (text.starts_with(name) ||
            find_word(text, "\n" + std::string(name)) != std::string_view::npos) {
            ++telling;
        }
    }
    if (telling < 2) return;
    telling = 0;
    for (std::size_t at = 0; at < text.size();
         at = std::min(text.find('\n', at), text.size()) + 1) {
        line_has(at);
    }
    if (telling >= 2 && variables >= 4) {
        items.push_back(item_at(first, first + 1, code::EnvDump, "env.dump",
                                base::plural(variables, "variable"), is_breaking));
    }
}

// --- home folders

// `"~/` only at the start of a text: elsewhere it may be half of something else.
constexpr std::string_view kHomeRoots[] = {"\"~/", "/home/", "/Users/", ":\\Users\\",
                                           ":\\\\Users\\\\"};

bool has_home_folder(std::string_view text) {
    if (text.starts_with("~/")) return true;
    return std::any_of(std::begin(kHomeRoots), std::end(kHomeRoots),
                       [&](std::string_view root) { return find_word(text, root) != text.npos; });
}

// The first one is enough: whoever mends it sees the others.
void add_home_folder(std::string_view text, std::vector<Item>& items) {
    for (const std::string_view root : kHomeRoots) {
        const std::size_t at = find_word(text, root);
        if (at == std::string_view::npos) continue;
        items.push_back(item_at(at, at + root.size(), code::Path, "path.home",
                                "a path below a home folder", false));
        return;
    }
}

// --- requests to a model

bool is_model_request(const json::Value& value) {
    const json::Value* messages = value.find("messages");
    if (messages == nullptr || !messages->is_array() || messages->items().empty()) return false;
    const auto has_role = [](const json::Value& message) {
        return message.is_object() && message.has("role") && message.has("content");
    };
    if (!std::all_of(messages->items().begin(), messages->items().end(), has_role)) return false;
    return value.has("model") || value.has("tools") || value.has("system") ||
           value.has("instructions");
}

// --- the walk over a document

class Walk {
public:
    Walk(const json::Document& document, const Policy& policy, std::vector<Item>& items)
        : document_(document), policy_(policy), items_(items) {}

    void go() {
        std::size_t row = 0;
        visit(document_.root, row);
    }

private:
    void visit(const json::Value& value, std::size_t& row) {
        const json::Range place = document_.marks.rows[row++].value;
        const Class is = policy_.classes.is_empty() ? Class::None : policy_.classes.of(pointer_);
        if (value.is_string()) judge_text(value.as_string(), place, is);
        if (value.is_array()) {
            std::size_t index = 0;
            for (const json::Value& item : value.items()) {
                pointer_.push(std::to_string(index++));
                visit(item, row);
                pointer_.pop();
            }
        }
        if (!value.is_object()) return;
        const bool is_strict = policy_.is_for_fixtures;
        if (is != Class::Env && is_environment(value)) {
            items_.push_back(item_at(place.begin, place.begin + 1, code::EnvDump, "env.dump",
                                     base::plural(value.members().size(), "variable"), is_strict));
        }
        if (is == Class::None && is_model_request(value)) {
            items_.push_back(item_at(place.begin, place.begin + 1, code::Payload,
                                     "payload.model_request", "", is_strict));
        }
        for (const json::Member& member : value.members()) {
            pointer_.push(std::string(member.key()));
            visit(member.value, row);
            pointer_.pop();
        }
    }

    void judge_text(std::string_view text, json::Range place, Class is) {
        if (is == Class::Secret && !is_placeholder(text, nullptr) && !text.empty()) {
            Item item = item_at(place.begin + 1, place.end - 1, code::Key, "class.secret",
                                "value of a field that is declared secret", true);
            item.spot.secret = text;
            items_.push_back(std::move(item));
        }
        if (is == Class::Path && has_home_folder(text)) {
            items_.push_back(item_at(place.begin, place.end, code::Path, "path.home",
                                     "a path below a home folder", true));
        }
        if (is != Class::Text) return;
        if (text.size() > policy_.text_budget) {
            items_.push_back(item_at(place.begin, place.end, code::UnboundedText, "text.unbounded",
                                     "a text of " + std::to_string(text.size()) +
                                         " bytes is longer than its budget of " +
                                         std::to_string(policy_.text_budget),
                                     policy_.is_for_fixtures));
        }
        std::vector<Spot> runs;
        add_random_runs(text, runs_of(text), true, runs);
        // A run has no escapes, so it stands in the file as it is.
        std::size_t from = place.begin;
        for (const Spot& run : runs) {
            const std::size_t at = document_.source->text.find(run.secret, from);
            if (at == std::string::npos || at >= place.end) continue;
            from = at + run.secret.size();
            Item item = item_at(at, from, code::Entropy, run.rule, run.about, true);
            item.spot.secret = run.secret;
            items_.push_back(std::move(item));
        }
    }

    const json::Document& document_;
    const Policy& policy_;
    std::vector<Item>& items_;
    json::Pointer pointer_;
};

// Hexadecimal or base64, perhaps with the name of its kind before it: `sha256:4f2c...`. Anything
// else in such a field is judged as free text.
bool is_hash(std::string_view text) {
    constexpr std::size_t kLongestName = 10;
    const std::size_t cut = text.find_first_of(":-");
    if (cut != std::string_view::npos && cut <= kLongestName) text.remove_prefix(cut + 1);
    return std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
               c == '+' || c == '/' || c == '=';
    });
}

// What the class of its field excuses.
bool is_excused(const Item& item, const Policy& policy, const json::Pointer& pointer,
                const json::Value* value) {
    const bool is_declared =
        item.spot.rule == "class.secret" || item.spot.code == code::UnboundedText;
    if (is_declared) return false;
    switch (policy.classes.of(pointer)) {
        case Class::Usage:
        case Class::Time:
        case Class::Enum: return true;
        case Class::Env:
            // What stays is judged: only values that a scrub drops are of no interest.
            return pointer.is_root() || !(is_kept_variable(policy, pointer.tokens().back()) ||
                                          (value != nullptr && value->is_string() &&
                                           prints_kept_variable(policy, value->as_string())));
        case Class::Hash:
            return value == nullptr || !value->is_string() || is_hash(value->as_string());
        case Class::Opaque: {
            // Only what looks like one: anything else in such a field is judged as free text.
            if (value == nullptr || !value->is_string()) return true;
            const std::string_view text = value->as_string();
            return std::all_of(text.begin(), text.end(), [](char c) {
                return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
                       std::string_view("+/=_-:.").find(c) != std::string_view::npos;
            });
        }
        case Class::Id: return item.spot.code == code::Entropy || item.spot.code == code::Key;
        case Class::Path:
        case Class::Url: return item.spot.code == code::Entropy;
        default: return false;
    }
}

// One document of a text. What it adds and excuses stands in the text, so places are moved.
void judge_document(std::string_view text, Part part, const Policy& policy,
                    std::vector<Item>& items) {
    const auto document =
        json::parse_document({{}, std::string(text.substr(part.begin, part.end - part.begin))});
    if (!document) return;
    const std::size_t before = items.size();
    Walk(*document, policy, items).go();
    for (std::size_t i = before; i < items.size(); ++i) {
        for (std::size_t* place :
             {&items[i].begin, &items[i].end, &items[i].spot.begin, &items[i].spot.end}) {
            *place += part.begin;
        }
    }
    if (policy.classes.is_empty()) return;
    std::erase_if(items, [&](const Item& item) {
        if (item.begin < part.begin || item.begin >= part.end) return false;
        const json::Pointer pointer = pointer_at(*document, item.begin - part.begin);
        return is_excused(item, policy, pointer, pointer.resolve(document->root));
    });
}

}  // namespace

void judge_structure(const Text& text, const Policy& policy, std::vector<Item>& items) {
    add_auth_files(text.bytes, items);
    if (policy.is_for_fixtures) add_home_folder(text.bytes, items);
    if (text.bytes.size() > kLargest) return;
    if (text.parts.empty() && !may_be_json(text.bytes)) {
        add_printed_environment(text.bytes, policy.is_for_fixtures, items);
        return;
    }
    const bool has_classes = !policy.classes.is_empty();
    if (!has_classes && !may_hold_environment(text.bytes) &&
        find_word(text.bytes, "\"messages\"") == std::string_view::npos) {
        return;
    }
    if (text.parts.empty()) {
        judge_document(text.bytes, {0, text.bytes.size()}, policy, items);
    }
    for (const Part& part : text.parts) judge_document(text.bytes, part, policy, items);
}

}  // namespace understudy::secret
