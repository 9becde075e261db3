#include "cassette/match.hpp"

#include <algorithm>

#include "base/hash.hpp"
#include "cassette/impl/key_text.hpp"
#include "cassette/impl/replacer.hpp"
#include "cassette/parsed.hpp"
#include "json/write.hpp"

namespace understudy::cassette {

namespace {

constexpr std::string_view kOpen = "${";

std::string text_of(const json::Value& value) {
    return value.is_string() ? std::string(value.as_string()) : json::write(value);
}

// The part of a call as rules see it: placeholders stand where they apply.
std::string after_rules(Replacer& replacer, const Exchange& exchange, Part part) {
    replacer.mark(exchange, part);
    replacer.number(part);
    return canonical(part);
}

std::string args_after_rules(Replacer& replacer, const Exchange& exchange) {
    Part part;
    part.name = "args";
    part.form = PartForm::Json;
    part.value = json::Value::array();
    for (const std::string& arg : exchange.command()->args) part.value.push_back(arg);
    return after_rules(replacer, exchange, std::move(part));
}

std::string env_after_rules(Replacer& replacer, const Exchange& exchange, const Pairs& kept) {
    Part part;
    part.name = "env";
    part.form = PartForm::Json;
    part.value = json::Value::object();
    for (const auto& [name, value] : kept) part.value.set(name, value);
    return after_rules(replacer, exchange, std::move(part));
}

// `ghp_xxxx0001` and `ghp_xxxx0002` are alike.
std::string without_digits(std::string_view text) {
    std::string all;
    for (const char c : text) {
        const bool is_digit = c >= '0' && c <= '9';
        if (!is_digit)
            all += c;
        else if (!all.ends_with('#'))
            all += '#';
    }
    return all;
}

bool is_same_sealed(std::string_view call, std::string_view sealed, std::string_view recorded) {
    if (sealed == recorded) return true;
    return call != sealed && without_digits(sealed) == without_digits(recorded);
}

}  // namespace

std::string filled(std::string_view text, const std::vector<Variable>& vars) {
    std::string all;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t open = text.find(kOpen, at);
        if (open == std::string_view::npos) {
            all += text.substr(at);
            break;
        }
        if (open > at && text[open - 1] == '$') {  // a literal one
            all += text.substr(at, open - 1 - at);
            all += kOpen;
            at = open + kOpen.size();
            continue;
        }
        all += text.substr(at, open - at);
        const std::size_t close = text.find('}', open);
        const std::string_view name = close == std::string_view::npos
                                          ? std::string_view()
                                          : text.substr(open + 2, close - open - 2);
        const auto found = std::find_if(vars.begin(), vars.end(), [&](const Variable& variable) {
            return variable.name == name;
        });
        if (found == vars.end()) {
            all += kOpen;
            at = open + kOpen.size();
        } else {
            all += text_of(found->value);
            at = close + 1;
        }
    }
    return all;
}

CommandInput filled(const CommandInput& input, const std::vector<Variable>& vars) {
    CommandInput call = input;
    call.program = filled(input.program, vars);
    for (std::string& arg : call.args) arg = filled(arg, vars);
    call.cwd = filled(input.cwd, vars);
    for (auto& [name, value] : call.env) value = filled(value, vars);
    if (call.stdin_body) call.stdin_body->bytes = filled(call.stdin_body->bytes, vars);
    return call;
}

std::string unfilled(std::string_view text) {
    std::string all;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t open = std::min(text.find(kOpen, at), text.size());
        all += text.substr(at, open - at);
        if (open < text.size()) all += "$${";
        at = open + kOpen.size();
    }
    return all;
}

CommandInput unfilled(CommandInput input) {
    input.program = unfilled(input.program);
    for (std::string& arg : input.args) arg = unfilled(arg);
    input.cwd = unfilled(input.cwd);
    for (auto& [name, value] : input.env) value = unfilled(value);
    if (input.stdin_body) input.stdin_body->bytes = unfilled(input.stdin_body->bytes);
    return input;
}

bool fits_sealed(const CommandInput& call, const CommandInput& sealed, const CommandInput& recorded,
                 const Match& policy) {
    const bool has_shape = call.args.size() == recorded.args.size() &&
                           call.args.size() == sealed.args.size() &&
                           call.program == recorded.program;
    if (!has_shape) return false;
    for (std::size_t i = 0; i < call.args.size(); ++i) {
        if (!is_same_sealed(call.args[i], sealed.args[i], recorded.args[i])) return false;
    }
    if (policy.cwd && call.cwd != recorded.cwd) return false;
    if (policy.stdin_body) {
        if (call.stdin_body.has_value() != recorded.stdin_body.has_value()) return false;
        const bool is_same =
            !call.stdin_body ||
            (sealed.stdin_body && is_same_sealed(call.stdin_body->bytes, sealed.stdin_body->bytes,
                                                 recorded.stdin_body->bytes));
        if (!is_same) return false;
    }
    const Pairs mine = matched_env(call, policy), seen = matched_env(sealed, policy),
                theirs = matched_env(recorded, policy);
    if (mine.size() != theirs.size() || mine.size() != seen.size()) return false;
    for (std::size_t i = 0; i < mine.size(); ++i) {
        const bool is_same = mine[i].first == theirs[i].first &&
                             is_same_sealed(mine[i].second, seen[i].second, theirs[i].second);
        if (!is_same) return false;
    }
    return true;
}

std::string key_text(const CommandInput& call, const Match& policy, const Rules& rules) {
    if (!rules.has_input_rules()) return key_text(call, policy);
    KeyText key;
    key.add("command");
    key.add(call.program);
    Exchange exchange;
    exchange.input = call;
    Replacer replacer(rules);  // one: equal values are equal in all parts of the call
    key.add(args_after_rules(replacer, exchange));
    key.add(env_after_rules(replacer, exchange, matched_env(call, policy)));
    if (policy.stdin_body && call.stdin_body) {
        key.add(
            after_rules(replacer, exchange, parse_part("stdin", call.stdin_body->bytes, false)));
    }
    key.add_rest(call, policy);
    return key.take();
}

std::string key_of(const CommandInput& call, const Match& policy, const Rules& rules) {
    return base::sha256(key_text(call, policy, rules));
}

}  // namespace understudy::cassette
