"""One change of a pack at a time: the guards, defaults, enums, arms, pages, views, errors, filters and the like of a model.

    for mutant in mutants(Pack(Path("packs/parcel"))): mutant.label, mutant.kind, mutant.pack()

Each mutant is a function of a fresh copy; one that does not load is no mutant (the runner asks the program). Changes whose
effect no call can show are not made on purpose; those that turn out so are listed in `equivalent.json` with the reason.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from pack_data import Pack


@dataclass
class Mutant:
    kind: str
    label: str
    of: Pack
    change: Callable[[Pack], None]

    def pack(self) -> Pack:
        made = self.of.copy()
        self.change(made)
        return made


def _one(value) -> list:
    return value if isinstance(value, list) else [value]


def _operation(value) -> dict:
    return value if isinstance(value, dict) else {"route": value}


def _fields(pack: Pack) -> Iterator[tuple[str, str, dict]]:
    for resource, body in pack.resources().items():
        for field, rule in body.get("fields", {}).items():
            yield resource, field, rule


def _set(resource: str, field: str, key: str, value) -> Callable[[Pack], None]:
    def change(pack: Pack) -> None:
        pack.resources()[resource]["fields"][field][key] = value

    return change


def _drop(resource: str, field: str, key: str) -> Callable[[Pack], None]:
    def change(pack: Pack) -> None:
        del pack.resources()[resource]["fields"][field][key]

    return change


def _mentions(pack: Pack, resource: str, field: str) -> bool:
    """Whether some expression or list of the pack could read the field."""
    name = field.split(".")[-1]
    bodies = pack.copy()
    del bodies.resources()[resource]["fields"][field]
    return re.search(rf"\b{re.escape(name)}\b", bodies.text()) is not None


def _required(pack: Pack) -> Iterator[Mutant]:
    for resource, field, rule in _fields(pack):
        if rule.get("from") != "input":
            continue
        if rule.get("required"):
            yield Mutant("required", f"{resource}.{field} may be left out", pack, _drop(resource, field, "required"))
        else:
            yield Mutant("required", f"{resource}.{field} is required", pack, _set(resource, field, "required", True))


def _defaults(pack: Pack) -> Iterator[Mutant]:
    for resource, field, rule in _fields(pack):
        if "default" not in rule:
            continue
        before = rule["default"]
        if isinstance(before, bool):
            yield Mutant("default", f"{resource}.{field} is {not before}", pack, _set(resource, field, "default", not before))
        elif isinstance(before, str) and "enum" in rule.get("schema", {}):
            other = next(word for word in rule["schema"]["enum"] if json.dumps(word) != before)
            yield Mutant("default", f"{resource}.{field} is {other}", pack, _set(resource, field, "default", json.dumps(other)))
        elif isinstance(before, dict):
            yield Mutant("default", f"{resource}.{field} holds something", pack,
                         _set(resource, field, "default", {"default": '"yes"'}))
        yield Mutant("default", f"{resource}.{field} has none", pack, _drop(resource, field, "default"))


def _enums(pack: Pack) -> Iterator[Mutant]:
    for resource, field, rule in _fields(pack):
        words = rule.get("schema", {}).get("enum") if isinstance(rule.get("schema"), dict) else None
        for word in words or []:
            def change(made: Pack, resource=resource, field=field, word=word) -> None:
                made.resources()[resource]["fields"][field]["schema"]["enum"].remove(word)

            yield Mutant("enum", f"{resource}.{field} no longer takes {word}", pack, change)
        if rule.get("from") == "lifecycle" and not rule.get("hidden"):
            for state in sorted(_states(pack.resources()[resource])):
                yield Mutant("enum", f"{resource}.{field} says {state}_now", pack,
                             _set(resource, field, "as", {**rule.get("as", {}), state: f"{state}_now"}))


def _states(resource: dict) -> set[str]:
    found: set[str] = set()
    for move in resource.get("lifecycle", {}).get("moves", {}).values():
        found.update(state for state in _one(move.get("from", [])) if state not in ("any", "nothing"))
    return found


def _guards(pack: Pack) -> Iterator[Mutant]:
    for resource, body in pack.resources().items():
        holders = [("operations", name, _operation(rule)) for name, rule in body.get("operations", {}).items()]
        holders += [("moves", name, rule) for name, rule in body.get("lifecycle", {}).get("moves", {}).items()]
        for where, name, rule in holders:
            for index, guard in enumerate(_one(rule.get("guard", []))):
                yield from _guard(pack, resource, where, name, index, guard)


def _guard(pack: Pack, resource: str, where: str, name: str, index: int, guard: dict) -> Iterator[Mutant]:
    def at(made: Pack) -> tuple[dict, list]:
        body = made.resources()[resource]
        rule = body["operations"][name] if where == "operations" else body["lifecycle"]["moves"][name]
        rule["guard"] = [dict(each) for each in _one(rule["guard"])]
        return rule, rule["guard"]

    def gone(made: Pack) -> None:
        rule, guards = at(made)
        del guards[index]
        if not guards:
            del rule["guard"]

    yield Mutant("guard", f"{resource}.{name} has no guard {index + 1}", pack, gone)
    for before, after in ((" <= ", " < "), (" < ", " <= "), (" == ", " != "), (" != ", " == ")):
        if before not in guard["is"]:
            continue

        def other(made: Pack, before=before, after=after) -> None:
            at(made)[1][index]["is"] = guard["is"].replace(before, after, 1)

        yield Mutant("guard", f"{resource}.{name} guard {index + 1}:{before}is{after}".rstrip(), pack, other)
    if isinstance(guard["else"], str):
        def code(made: Pack) -> None:
            codes = [each for each in made.head["errors"]["codes"] if each != guard["else"]]
            at(made)[1][index]["else"] = codes[-1]

        yield Mutant("guard", f"{resource}.{name} guard {index + 1} fails otherwise", pack, code)


def _moves(pack: Pack) -> Iterator[Mutant]:
    for resource, body in pack.resources().items():
        states = sorted(_states(body))
        for name, move in body.get("lifecycle", {}).get("moves", {}).items():
            def put(key: str, value, name=name, resource=resource) -> Callable[[Pack], None]:
                def change(made: Pack) -> None:
                    made.resources()[resource]["lifecycle"]["moves"][name][key] = value

                return change

            sources = _one(move.get("from", []))
            if "any" not in sources:
                for state in sources if len(sources) > 1 else []:
                    yield Mutant("from", f"{resource}.{name} not from {state}", pack,
                                 put("from", [each for each in sources if each != state]))
                for state in states:
                    if state not in sources and "cause_of" not in move:
                        yield Mutant("from", f"{resource}.{name} also from {state}", pack, put("from", [*sources, state]))
            if isinstance(move.get("to"), str) and move["to"] != "nothing":
                for state in states:
                    if state != move["to"]:
                        yield Mutant("to", f"{resource}.{name} leads to {state}", pack, put("to", state))
                        break
            yield from _emits(pack, resource, name, move)
            yield from _arms(pack, resource, name, move)


def _emits(pack: Pack, resource: str, name: str, move: dict) -> Iterator[Mutant]:
    if "emits" not in move:
        return

    def gone(made: Pack) -> None:
        del made.resources()[resource]["lifecycle"]["moves"][name]["emits"]

    yield Mutant("emits", f"{resource}.{name} tells nobody", pack, gone)
    if isinstance(move["emits"], str) and "{" not in move["emits"]:
        def other(made: Pack) -> None:
            types = [each for each in made.head["events"]["types"] if each != move["emits"]]
            made.resources()[resource]["lifecycle"]["moves"][name]["emits"] = types[0]

        yield Mutant("emits", f"{resource}.{name} tells of something else", pack, other)


def _arms(pack: Pack, resource: str, name: str, move: dict) -> Iterator[Mutant]:
    arms = move.get("arms", {})
    for arm, rule in arms.items():
        def at(made: Pack, arm=arm) -> dict:
            return made.resources()[resource]["lifecycle"]["moves"][name]["arms"][arm]

        others = [each["to"] for key, each in arms.items() if key != arm and isinstance(each.get("to"), str)]
        if isinstance(rule.get("to"), str) and others and others[0] != rule["to"]:
            yield Mutant("arm", f"{resource}.{name}.{arm} leads to {others[0]}", pack,
                         lambda made, at=at, to=others[0]: at(made).update(to=to))
        if "when" in rule:
            yield Mutant("arm", f"{resource}.{name}.{arm} has no condition", pack, lambda made, at=at: at(made).pop("when"))
        if "set" in rule:
            yield Mutant("arm", f"{resource}.{name}.{arm} sets nothing", pack, lambda made, at=at: at(made).pop("set"))
        if "answer" in rule:
            yield Mutant("arm", f"{resource}.{name}.{arm} answers no error", pack, lambda made, at=at: at(made).pop("answer"))
        if not rule.get("default"):
            def swap(made: Pack, arm=arm) -> None:
                rules = made.resources()[resource]["lifecycle"]["moves"][name]["arms"]
                for key, each in rules.items():
                    each.pop("default", None)
                    if key == arm:
                        each["default"] = True
                        each.pop("when", None)

            yield Mutant("arm", f"{resource}.{name} goes {arm} if nothing is said", pack, swap)


def _pages(pack: Pack) -> Iterator[Mutant]:
    page = pack.head["lists"]["page"]

    def put(key: str, value) -> Callable[[Pack], None]:
        return lambda made: made.head["lists"]["page"].update({key: value})

    for key, by in (("default", 1), ("default", -1), ("max", 1), ("max", -1), ("max", -50)):
        yield Mutant("page", f"{key} is {page[key] + by}", pack, put(key, page[key] + by))
    for key in ("limit", "after", "before", "token"):
        if key in page:
            yield Mutant("page", f"{key} is called {page[key]}_", pack, put(key, page[key] + "_"))
    if "both" in page:
        yield Mutant("page", "both may be said", pack, lambda made: made.head["lists"]["page"].pop("both"))
    for key in pack.head["lists"]["envelope"]:
        def rename(made: Pack, key=key) -> None:
            envelope = made.head["lists"]["envelope"]
            made.head["lists"]["envelope"] = {(f"{name}_" if name == key else name): value for name, value in envelope.items()}

        yield Mutant("page", f"the envelope's {key} is called {key}_", pack, rename)
    for resource, body in pack.resources().items():
        if any(key == "list" for key in body.get("operations", {})):
            yield Mutant("order", f"{resource} oldest first", pack,
                         lambda made, resource=resource: made.resources()[resource].update(order="oldest"))


def _views(pack: Pack) -> Iterator[Mutant]:
    for resource, field, rule in _fields(pack):
        if rule.get("hidden"):
            yield Mutant("view", f"{resource}.{field} is shown", pack, _drop(resource, field, "hidden"))
        else:
            yield Mutant("view", f"{resource}.{field} is hidden", pack, _set(resource, field, "hidden", True))
    for resource, body in pack.resources().items():
        for view, rule in body.get("views", {}).items():
            for key in rule:
                def change(made: Pack, resource=resource, view=view, key=key) -> None:
                    del made.resources()[resource]["views"][view][key]

                yield Mutant("view", f"{resource}: {view} has no {key}", pack, change)
        if "tombstone" in body:
            yield Mutant("view", f"{resource} leaves no tombstone", pack,
                         lambda made, resource=resource: made.resources()[resource].pop("tombstone"))


def _errors(pack: Pack) -> Iterator[Mutant]:
    for code, rule in pack.head["errors"]["codes"].items():
        def put(key: str, value, code=code) -> Callable[[Pack], None]:
            return lambda made: made.head["errors"]["codes"][code].update({key: value})

        yield Mutant("error", f"{code} is {rule['status'] + 10}", pack, put("status", rule["status"] + 10))
        yield Mutant("error", f"{code} has another type", pack, put("type", "other_error"))
        yield Mutant("error", f"{code} is called {code}_now", pack, put("code", f"{code}_now"))
        if "message" in rule:
            yield Mutant("error", f"{code} says something else", pack, put("message", "Something else."))
        for key in rule:
            if key in ("param", "field"):
                yield Mutant("error", f"{code} has no {key}", pack,
                             lambda made, code=code, key=key: made.head["errors"]["codes"][code].pop(key))
    for event, use in pack.head["errors"]["on"].items():
        if not isinstance(use, str):
            continue
        other = next(code for code in pack.head["errors"]["codes"] if code != use)
        yield Mutant("error", f"{event} is {other}", pack,
                     lambda made, event=event, other=other: made.head["errors"]["on"].update({event: other}))


def _filters(pack: Pack) -> Iterator[Mutant]:
    for resource, body in pack.resources().items():
        for name, rule in body.get("operations", {}).items():
            filters = _operation(rule).get("filters", {})
            for key, kind in filters.items():
                def at(made: Pack, resource=resource, name=name) -> dict:
                    return made.resources()[resource]["operations"][name]["filters"]

                yield Mutant("filter", f"{resource}.{name} has no {key}", pack, lambda made, at=at, key=key: at(made).pop(key))
                others = {"equal": "prefix", "one_of": "equal", "range": "equal", "prefix": "equal"}
                yield Mutant("filter", f"{resource}.{name} {key} is {others[kind]}", pack,
                             lambda made, at=at, key=key, kind=kind: at(made).update({key: others[kind]}))


def _bounds(pack: Pack) -> Iterator[Mutant]:
    for resource, field, rule in _fields(pack):
        schema = rule.get("schema")
        if not isinstance(schema, dict) or rule.get("from") != "input":
            continue
        for key in ("minimum", "maximum", "minLength", "maxLength", "minItems"):
            if key not in schema:
                continue
            for by in (1, -1):
                if schema[key] + by < 0:
                    continue

                def change(made: Pack, resource=resource, field=field, key=key, by=by) -> None:
                    made.resources()[resource]["fields"][field]["schema"][key] += by

                yield Mutant("bound", f"{resource}.{field} {key} is {schema[key] + by}", pack, change)
        for key in ("pattern", "format", "additionalProperties", "type", "uniqueItems"):
            if key in schema:
                def gone(made: Pack, resource=resource, field=field, key=key) -> None:
                    del made.resources()[resource]["fields"][field]["schema"][key]

                yield Mutant("bound", f"{resource}.{field} has no {key}", pack, gone)
        for key in ("nullable", "merge", "unset", "refuse", "missing", "found_by"):
            if key in rule:
                yield Mutant("field", f"{resource}.{field} has no {key}", pack, _drop(resource, field, key))


def _fields_changed(pack: Pack) -> Iterator[Mutant]:
    for resource, field, rule in _fields(pack):
        if not _mentions(pack, resource, field) and not rule.get("hidden"):
            def rename(made: Pack, resource=resource, field=field) -> None:
                fields = made.resources()[resource]["fields"]
                made.resources()[resource]["fields"] = {
                    (f"{name}_now" if name == field else name): value for name, value in fields.items()}

            yield Mutant("rename", f"{resource}.{field} is called {field}_now", pack, rename)
        if rule.get("from") == "constant":
            yield Mutant("field", f"{resource}.{field} is another constant", pack, _set(resource, field, "value", "another"))
        if rule.get("from") == "clock" and "as" in rule:
            yield Mutant("field", f"{resource}.{field} is told otherwise", pack,
                         _set(resource, field, "as", "rfc3339" if rule["as"] == "epoch" else "epoch"))
        if rule.get("from") == "aggregate":
            if "where" in rule:
                yield Mutant("aggregate", f"{resource}.{field} counts everything", pack, _drop(resource, field, "where"))
            if "sum" in rule:
                def fold(made: Pack, resource=resource, field=field) -> None:
                    own = made.resources()[resource]["fields"][field]
                    own["count"] = own.pop("sum")

                yield Mutant("aggregate", f"{resource}.{field} is a count", pack, fold)


def _durations(pack: Pack) -> Iterator[Mutant]:
    for name, text in pack.head["durations"].items():
        if name == "webhook_delay":
            continue
        number, unit = re.fullmatch(r"(\d+)([a-z]+)", text).groups()
        yield Mutant("duration", f"{name} is {int(number) + 1}{unit}", pack,
                     lambda made, name=name, number=number, unit=unit: made.head["durations"].update({name: f"{int(number) + 1}{unit}"}))


def _idempotency(pack: Pack) -> Iterator[Mutant]:
    yield Mutant("idempotency", "there is none", pack, lambda made: (made.head.pop("idempotency"), made.head["durations"].pop("idempotency_keys")))
    yield Mutant("idempotency", "only params count", pack, lambda made: made.head["idempotency"].update(fingerprint=["params"]))
    yield Mutant("idempotency", "params do not count", pack, lambda made: made.head["idempotency"].update(fingerprint=["method", "path"]))
    yield Mutant("idempotency", "stores all", pack, lambda made: made.head["idempotency"].update(stores="all"))
    yield Mutant("idempotency", "stores success", pack, lambda made: made.head["idempotency"].update(stores="success"))
    yield Mutant("idempotency", "other methods", pack, lambda made: made.head["idempotency"].update(methods=["PUT"]))
    yield Mutant("idempotency", "another header", pack, lambda made: made.head["idempotency"].update(header="Repeat-Key"))
    for key in ("replay_marker", "limits"):
        if key in pack.head["idempotency"]:
            yield Mutant("idempotency", f"no {key}", pack, lambda made, key=key: made.head["idempotency"].pop(key))


def _operations(pack: Pack) -> Iterator[Mutant]:
    for resource, body in pack.resources().items():
        for name, rule in body.get("operations", {}).items():
            whole = _operation(rule)

            def gone(made: Pack, resource=resource, name=name) -> None:
                del made.resources()[resource]["operations"][name]

            yield Mutant("operation", f"{resource}.{name} is not there", pack, gone)
            answers = whole.get("answers")
            if isinstance(answers, dict) and "status" in answers and answers["status"] != 204:
                def status(made: Pack, resource=resource, name=name) -> None:
                    made.resources()[resource]["operations"][name]["answers"]["status"] = 202

                yield Mutant("operation", f"{resource}.{name} answers 202", pack, status)
            for field in whole.get("writes", []):
                def less(made: Pack, resource=resource, name=name, field=field) -> None:
                    made.resources()[resource]["operations"][name]["writes"].remove(field)

                yield Mutant("operation", f"{resource}.{name} does not take {field}", pack, less)
            if isinstance(whole.get("missing"), str):
                yield Mutant("operation", f"{resource}.{name} misses otherwise", pack,
                             lambda made, resource=resource, name=name: made.resources()[resource]["operations"][name].pop("missing"))


KINDS = (_required, _defaults, _enums, _guards, _moves, _pages, _views, _errors, _filters, _bounds, _fields_changed, _durations,
         _idempotency, _operations)


def mutants(pack: Pack) -> list[Mutant]:
    return [mutant for kind in KINDS for mutant in kind(pack)]


def drawn(pack: Pack, count: int, seed: int) -> list[Mutant]:
    """So many of them and some to spare, kinds taking turns; which, the seed says."""
    chance = random.Random(f"{pack.name} {seed}")
    by_kind: dict[str, list[Mutant]] = {}
    for mutant in mutants(pack):
        by_kind.setdefault(mutant.kind, []).append(mutant)
    for each in by_kind.values():
        chance.shuffle(each)
    found: list[Mutant] = []
    while len(found) < 2 * count and any(by_kind.values()):
        for kind in sorted(by_kind):
            if by_kind[kind]:
                found.append(by_kind[kind].pop())
    return found
