// Help texts, made from the table of verbs.
#include <algorithm>

#include "app/cli.hpp"
#include "base/text.hpp"

namespace understudy::app {

namespace {

constexpr std::size_t kWidth = 96;

// Breaks paragraphs into lines of at most kWidth, each indented. An empty line parts paragraphs.
std::string wrapped(std::string_view text, std::size_t indent) {
    if (const std::size_t gap = text.find("\n\n"); gap != std::string_view::npos) {
        return wrapped(text.substr(0, gap), indent) + '\n' + wrapped(text.substr(gap + 2), indent);
    }
    std::string out;
    std::string line(indent, ' ');
    for (const std::string_view word : base::split(text, ' ')) {
        if (line.size() > indent && line.size() + 1 + word.size() > kWidth) {
            out += line + '\n';
            line.assign(indent, ' ');
        }
        if (line.size() > indent) line += ' ';
        line += word;
    }
    return out + line + '\n';
}

std::string head_of(const Option& option) {
    std::string head(option.name);
    if (!option.value.empty()) head += ' ' + std::string(option.value);
    return head;
}

void put_row(std::string& out, std::string_view head, std::string_view text, std::size_t column) {
    std::string row = "  " + std::string(head);
    row.resize(std::max(row.size() + 2, column), ' ');
    const std::string rest = wrapped(text, column);
    out += row + rest.substr(std::min(column, rest.size()));
}

std::string help_text(const Option& option) {
    std::string text(option.help);
    if (!option.choices.empty()) text += ": " + base::replace_all(option.choices, "|", ", ");
    if (!option.standard.empty()) text += " (" + std::string(option.standard) + ")";
    return text;
}

}  // namespace

std::string call_of(const Verb& verb) {
    std::string call(verb.name);
    for (const Positional& positional : verb.positionals) {
        const std::string name = std::string(positional.name) + (positional.repeats ? "..." : "");
        call += ' ' + (positional.optional ? '[' + name + ']' : name);
    }
    return call;
}

std::string general_help() {
    std::string out = version_text() +
                      ": fakes you can trust\n\n"
                      "usage: understudy VERB [ARGUMENTS]\n";
    for (const VerbGroup& group : verb_groups()) {
        out += '\n' + std::string(group.title) + ":\n";
        for (const Verb* verb : group.verbs) put_row(out, call_of(*verb), verb->summary, 46);
    }
    out +=
        "\n`understudy VERB --help` shows a verb's options, with an example.\n"
        "\nexit codes: 0 done or agreed; 1 differed, findings, or refused by the server; 2 misuse, "
        "or a\n"
        "file that does not load; 3 could not be determined, or no connection; 70 a bug in "
        "understudy.\n"
        "The rest is in docs/reference/exit-codes.md.\n";
    return out;
}

std::string help_of(const Verb& verb) {
    std::string out = "usage: understudy " + call_of(verb);
    const std::vector<Option> options = options_of(verb);
    out += options.empty() ? "\n\n" : " [OPTIONS]\n\n";
    out += wrapped(verb.about, 0);
    if (!verb.positionals.empty()) {
        out += "\narguments:\n";
        for (const Positional& positional : verb.positionals) {
            put_row(out, positional.name, positional.help, 28);
        }
    }
    out += "\noptions:\n";
    for (const Option& option : options) put_row(out, head_of(option), help_text(option), 28);
    put_row(out, "--help", "show this", 28);
    out += "\nexample" + std::string(verb.examples.size() == 1 ? "" : "s") + ":\n";
    for (const Example& example : verb.examples) {
        out += wrapped(std::string("# ") + std::string(example.says), 2);
        out += "  " + std::string(example.command) + "\n";
    }
    return out;
}

}  // namespace understudy::app
