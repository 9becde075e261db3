"""Completions for bash, zsh and fish, from `understudy help --json`: verbs, second words, options and their choices."""

from __future__ import annotations


def choices_of(option: dict) -> list[str]:
    return [word for word in option["choices"].split("|") if word]


class Words:
    """What may follow what: `verbs` first, `seconds` after a verb of two words, `options` of a whole verb."""

    def __init__(self, help_data: dict) -> None:
        self.seconds: dict[str, list[str]] = {}
        self.options: dict[str, list[str]] = {}
        self.choices: dict[tuple[str, str], list[str]] = {}
        self.summaries: dict[str, str] = {}
        common = [option["name"] for option in help_data["control_options"]]
        for group in help_data["groups"]:
            for verb in group["verbs"]:
                first, _, second = verb["name"].partition(" ")
                self.seconds.setdefault(first, [])
                if second:
                    self.seconds[first].append(second)
                else:
                    self.summaries[first] = verb["summary"]
                self.options[verb["name"]] = [option["name"] for option in verb["options"]] + (common if verb["routes"] else []) + ["--help"]
                for option in verb["options"]:
                    if choices_of(option):
                        self.choices[(verb["name"], option["name"])] = choices_of(option)

    def cases(self) -> list[str]:
        """Bodies of a `case` over "verb option" and "verb", the most special first; common to bash and zsh."""
        lines = [f'        "{verb} {option}") words="{" ".join(words)}" ;;' for (verb, option), words in sorted(self.choices.items())]
        lines += [f'        "{verb} "*) words="{" ".join(words)}" ;;' for verb, words in sorted(self.options.items(), key=lambda pair: -pair[0].count(" "))]
        lines += [f'        "{verb} "*) words="{" ".join(words)}" ;;' for verb, words in sorted(self.seconds.items()) if words and verb not in self.options]
        return lines


_BASH = """# bash completion of understudy; made by tools/make_shell_files.py
_understudy() {{
    local cur=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} verb=${{COMP_WORDS[1]}} words=""
    if [ "$COMP_CWORD" -eq 1 ]; then
        words="{verbs}"
    else
        case " {pairs} " in
            *" $verb:${{COMP_WORDS[2]}} "*) [ "$COMP_CWORD" -gt 2 ] && verb="$verb ${{COMP_WORDS[2]}}" ;;
        esac
        case "$verb $before" in
{cases}
        esac
    fi
    COMPREPLY=($(compgen -W "$words" -- "$cur"))
    [ "${{#COMPREPLY[@]}}" -gt 0 ] || COMPREPLY=($(compgen -f -- "$cur"))
}}
complete -o filenames -F _understudy understudy
"""


def bash_completion(help_data: dict) -> str:
    words = Words(help_data)
    pairs = " ".join(f"{first}:{second}" for first, seconds in sorted(words.seconds.items()) for second in seconds)
    return _BASH.format(verbs=" ".join(sorted(words.seconds)), pairs=pairs, cases="\n".join("    " + line for line in words.cases()))


def zsh_completion(help_data: dict) -> str:
    """zsh runs bash's function as it stands."""
    return "#compdef understudy\nautoload -U +X bashcompinit && bashcompinit\n" + bash_completion(help_data)


def fish_completion(help_data: dict) -> str:
    words = Words(help_data)
    quote = lambda text: "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
    lines = ["# fish completion of understudy; made by tools/make_shell_files.py"]
    for verb, seconds in sorted(words.seconds.items()):
        about = words.summaries.get(verb, ", ".join(seconds))
        lines.append(f"complete -c understudy -n __fish_use_subcommand -f -a {verb} -d {quote(about)}")
        if seconds:
            lines.append(f"complete -c understudy -n '__fish_seen_subcommand_from {verb}; and not __fish_seen_subcommand_from {' '.join(seconds)}' -f -a {quote(' '.join(seconds))}")
    for verb, options in sorted(words.options.items()):
        seen = "; and ".join(f"__fish_seen_subcommand_from {word}" for word in verb.split())
        for option in options:
            choices = words.choices.get((verb, option))
            more = f" -x -a {quote(' '.join(choices))}" if choices else ""
            lines.append(f"complete -c understudy -n {quote(seen)} -l {option.removeprefix('--')}{more}")
    return "\n".join(lines) + "\n"
