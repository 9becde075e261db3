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
                frame.each_name = *name;
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

Span read_span(Loader& loader, const Node& node, const std::string& what, std::int64_t from,
               Span otherwise) {
    if (!node) return otherwise;
    constexpr std::int64_t kMost = 10'000;
    const Map map(loader.reader, node, what, {"least", "most"});
    if (!map.is_map()) return otherwise;
    const auto least = loader.reader.whole(map.need("least"), what + ".least", from, kMost);
    if (!least) return otherwise;
    const auto most = loader.reader.whole(map.need("most"), what + ".most", *least, kMost);
    if (!most) return otherwise;
    return {static_cast<std::uint32_t>(*least), static_cast<std::uint32_t>(*most)};
}

Profile read_profile(Loader& loader, const Node& node, const std::string& what) {
    Profile profile;
    const Map map(loader.reader, node, what, {"joins", "pieces", "wait"});
    if (!map.is_map()) return profile;
    profile.joins = loader.reader.text(map.get("joins"), what + ".joins").value_or("");
    profile.pieces = read_span(loader, map.get("pieces"), what + ".pieces", 1, profile.pieces);
    profile.wait = read_span(loader, map.get("wait"), what + ".wait", 0, profile.wait);
    return profile;
}

// False: no loop has that name; `loops` has those there are.
bool join_pieces(std::vector<Frame>& script, const std::string& name,
                 std::vector<std::string>& loops) {
    bool found = false;
    for (Frame& frame : script) {
        if (frame.each_in) {
            loops.push_back(frame.each_name);
            frame.each_is_pieces = frame.each_name == name;
            found = found || frame.each_is_pieces;
        }
        found = join_pieces(frame.script, name, loops) || found;
    }
    return found;
}

MessageRule read_message_rule(Loader& loader, const Operation& socket, const Node& node,
                              const std::string& what) {
    MessageRule rule;
    const Map map(loader.reader, node, what, {"type", "call", "adds"});
    if (!map.is_map()) return rule;
    rule.type = loader.reader.text(map.need("type"), what + ".type").value_or("");
    const Node call = map.need("call");
    if (const auto name = loader.reader.text(call, what + ".call")) {
        rule.call = operation_named(loader, call, *name);
    }
    if (const Node adds = map.get("adds")) {
        if (adds.is_map()) {
            rule.adds = *adds.value;
        } else {
            loader.reader.wrong_kind(adds, what + ".adds", "a map");
        }
    }
    if (rule.call == kNone) return rule;
    // A message has no path of its own.
    const Operation& called = loader.pack.operations[rule.call];
    const bool is_same = !called.routes.empty() && !socket.routes.empty() &&
                         called.routes.front().path == socket.routes.front().path;
    if (!is_same) {
        loader.reader.problem(code::OtherPath,
                              {{"operation", called.name}, {"socket", socket.name}}, call);
    }
    return rule;
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
                  {"when", "framing", "grammar", "pace", "profile", "script", "on", "error"});
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
    if (const Node profile = map.get("profile")) {
        stream.profile = read_profile(loader, profile, what + ".profile");
    }
    stream.script = read_script(loader, map.get("script"), place, what);
    if (stream.profile && !stream.profile->joins.empty()) {
        std::vector<std::string> loops;
        if (!join_pieces(stream.script, stream.profile->joins, loops)) {
            loader.reader.unknown_name(map.get("profile").member("joins"), "each of the script as",
                                       stream.profile->joins, loops);
        }
    }
    for (const Node& each : loader.reader.list(map.get("on"))) {
        stream.on.push_back(read_message_rule(loader, operation, each, what + ".on"));
    }
    if (const Node error = map.get("error")) {
        const Map form(loader.reader, error, what + ".error", {"event", "body"});
        const Place inside = error_place(loader, place);
        ErrorFrame made;
        made.event = loader.reader.text(form.get("event"), what + ".error.event").value_or("");
        made.body = read_template(loader, form.need("body"), inside, what + ".error.body");
        stream.error = std::move(made);
    }
    stream.locals = place.locals.size();
    operation.stream = std::move(stream);
}

}  // namespace understudy::pack
