"""understudy.1, from `understudy help --json`."""

from __future__ import annotations


def _escape(text: str) -> str:
    """Text for roff: no backslash, hyphen or leading dot means anything but itself."""
    plain = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join("\\&" + line if line.startswith((".", "'")) else line for line in plain.split("\n"))


def _option(option: dict) -> list[str]:
    value = f" \\fI{_escape(option['value'])}\\fR" if option["value"] else ""
    standard = f" ({option['standard']})" if option["standard"] else ""
    return [".TP", f"\\fB{_escape(option['name'])}\\fR{value}", _escape(option["help"] + standard)]


def _verb(verb: dict) -> list[str]:
    lines = [f'.SS "understudy {_escape(verb["call"])}"']
    for paragraph in verb["about"].split("\n\n"):
        lines += [_escape(paragraph), ".PP"]
    for argument in verb["arguments"]:
        lines += [".TP", f"\\fI{_escape(argument['name'])}\\fR", _escape(argument["help"])]
    for option in verb["options"]:
        lines += _option(option)
    for example in verb["examples"]:
        lines += [".PP", _escape(example["says"]) + ":", ".PP", ".nf", ".RS", _escape(example["command"]), ".RE", ".fi"]
    return lines


def man_page(help_data: dict) -> str:
    lines = [f'.TH UNDERSTUDY 1 "" "understudy {help_data["version"]}"', ".SH NAME", "understudy \\- fakes you can trust: serve, record, verify and lint stand\\-ins for services",
             ".SH SYNOPSIS", "\\fBunderstudy\\fR \\fIVERB\\fR [\\fIARGUMENTS\\fR]", ".SH DESCRIPTION",
             "Every verb says with \\fB\\-\\-help\\fR what stands here. What a verb was asked for goes to standard output, everything else to standard error."]
    for group in help_data["groups"]:
        lines.append(f'.SH "{_escape(group["title"].upper())}"')
        for verb in group["verbs"]:
            lines += _verb(verb)
    lines += [".SH OPTIONS OF VERBS THAT ASK A SERVER"]
    for option in help_data["control_options"]:
        lines += _option(option)
    lines += [".SH ENVIRONMENT", ".TP", "\\fBUNDERSTUDY_URL\\fR, \\fBUNDERSTUDY_KEY\\fR, \\fBUNDERSTUDY_ADMIN_KEY\\fR", "the server, the key of the world, and the operator's key, instead of the options"]
    return "\n".join(lines) + "\n"
