// Operations that give values without an object, and the streams they may send.
#include "base/text.hpp"
#include "pack/code.hpp"
#include "pack/impl/loader.hpp"

namespace understudy::pack {

namespace {

using expr::Type;

std::vector<Frame> read_script(Loader& loader, const Node& node, Place& place,
                               const std::string& what) {
    std::vector<Frame> script;
    for (const Node& each : loader.reader.list(node)) {
        const Map map(loader.reader, each, what,
                      {"when", "each", "event", "body", "text", "script"});
        if (!map.is_map()) continue;
        Frame frame;
        Place inside = place;
        if (const Node loop = map.get("each")) {
            const Map inner(loader.reader, loop, what + ".each", {"in", "as", "at"});
            frame.each_in = read_expression(loader, inner.need("in"), place, what + ".each.in");
            if (const auto name = loader.reader.text(inner.need("as"), what + ".each.as")) {
                frame.each_as = inside.add_local(*name, Type::any(), kNone);
            }
            if (const Node at = inner.get("at")) {
                if (const auto name = loader.reader.text(at, what + ".each.at")) {
                    frame.each_at = inside.add_local(*name, Type::integer(), kNone);
                }
            }
        }
        frame.when = read_condition(loader, map.get("when"), inside, what + ".when");
        frame.event = loader.reader.text(map.get("event"), what + ".event").value_or("");
        if (const Node body = map.get("body")) {
            frame.body = read_template(loader, body, inside, what + ".body");
        }
        frame.text = read_expression(loader, map.get("text"), inside, what + ".text");
        if (const Node group = map.get("script")) {
            frame.script = read_script(loader, group, inside, what + ".script");
        }
        const std::size_t seen = place.locals.size();
        place.locals = inside.locals;
        for (std::size_t i = seen; i < place.locals.size(); ++i) place.locals[i].visible = false;
        script.push_back(std::move(frame));
    }
    return script;
}

}  // namespace

void read_result(Loader& loader, Operation& operation, const Node& node, Index index) {
    const std::string what = "the operation " + operation.verb;
    if (const Node reply = node.member("reply")) {
        const Map map(loader.reader, reply, "the reply of " + operation.verb, {"schema"});
        operation.reply = read_schema(loader, map.need("schema"), "reply");
    }
    std::vector<Node> nodes;
    declare_fields(loader, operation.fields, nodes, node.member("fields"), operation.verb);
    for (const Field& field : operation.fields) {
        if (field.from != From::Lifecycle && field.from != From::Moves &&
            field.from != From::Children) {
            continue;
        }
        loader.reader.problem_at(
            code::WrongWord,
            {{"what", "the source of " + field.path + ", a value without an object,"},
             {"word", base::quoted(name_of(field.from))},
             {"known", "input, clock, id, derived, aggregate, constant, exogenous"}},
            field.mark);
    }
    FieldOwner owner;
    owner.resource = kNone;
    owner.is_result = true;
    read_plain_fields(loader, operation.fields, nodes, owner);
    expr::Shape& shape = loader.new_shape(operation.name, false);
    fill_shape(loader, shape, operation.fields);
    owner.defaults = operation_place(loader, index);
    owner.derived = operation_place(loader, index);
    owner.derived.with(Name::Self, Type::object(shape));
    owner.derived.is_pure = true;
    if (operation.reply) {
        owner.derived.with(Name::Reply, type_of_schema(loader, operation.reply->written));
    }
    read_fields(loader, operation.fields, nodes, owner);
    operation.order_of_derived = order_derived(loader, operation.fields, what);
}

void read_stream(Loader& loader, Operation& operation, const Node& node, const Place& inner) {
    const std::string what = "the stream of " + operation.verb;
    const Map map(loader.reader, node, what,
                  {"when", "framing", "grammar", "pace", "script", "on"});
    if (!map.is_map()) return;
    StreamForm stream;
    Place place = inner;
    stream.when = read_condition(loader, map.get("when"), place, what + ".when");
    stream.position = place.add_local("position", Type::integer(), kNone);
    const Node framing = map.need("framing");
    if (framing.is_text() && framing.value->as_string() == "hijack") {
        loader.reader.problem(code::NotSupported, {{"what", "framing: hijack"}}, framing);
    } else if (loader.reader.word(framing, what + ".framing", {"sse", "jsonl", "websocket"})) {
        stream.framing = std::string(framing.value->as_string());
    }
    stream.grammar = loader.reader.text(map.get("grammar"), what + ".grammar").value_or("");
    if (const Node pace = map.get("pace")) stream.pace = duration_named(loader, pace, "pace");
    stream.script = read_script(loader, map.get("script"), place, what);
    for (const Node& each : loader.reader.list(map.get("on"))) {
        const Map rule(loader.reader, each, what + ".on", {"when", "script"});
        if (!rule.is_map()) continue;
        Place inside = place;
        inside.with(Name::Frame, Type::any());
        FrameRule made;
        made.when = read_condition(loader, rule.get("when"), inside, what + ".on.when");
        made.script = read_script(loader, rule.need("script"), inside, what + ".on");
        place.locals = inside.locals;
        stream.on.push_back(std::move(made));
    }
    stream.locals = place.locals.size();
    operation.stream = std::move(stream);
}

}  // namespace understudy::pack
