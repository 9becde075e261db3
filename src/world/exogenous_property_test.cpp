// What holds for every pack: each field of an answer has one source; what comes from outside can be
// pinned by the key its trace gives, and then that field changes and nothing else; what does not
// come from outside cannot be set at all.
#include <functional>
#include <map>
#include <set>

#include "base/text.hpp"
#include "pack/example.hpp"
#include "world/pins_testing.hpp"

namespace understudy::world {

namespace {

using json::Value;

// Calls that make results, and look at them when they have settled.
struct Play {
    const char* pack;
    std::function<void(Service&)> prepare;  // data that names operations
    std::function<void(Service&, std::vector<Reply>&)> calls;
};

void prepare_nothing(Service&) {}

void prepare_duo(Service& service) {
    service.post_json("/v1/tasks", R"({"name":"pay_rent","output_schema":{"type":"object",
        "required":["paid","fee"],"properties":{"paid":{"type":"boolean"},
        "fee":{"type":"integer"}}}})");
}

void play_duo(Service& service, std::vector<Reply>& said) {
    said.push_back(
        service.post_json("/v1/runs", R"({"task":"pay_rent","person":"ann","site":"bank"})"));
    said.push_back(
        service.post_json("/v1/runs/fetch-balance", R"({"person":"bob","site":"shop"})"));
    said.push_back(service.post_json("/v1/accounts", R"({"due":5})"));
    static_cast<void>(
        service.trigger("portal.payment_received", R"({"account":"acct_1","amount":5})"));
    said.push_back(service.post_json("/v1/quotes", R"({"text":"hm","person":"ann"})"));
    service.advance("5s");
    for (const char* path : {"/v1/runs/run_1", "/v1/runs/run_2", "/v1/runs", "/v1/receipts",
                             "/v1/accounts/acct_1", "/v1/accounts/acct_9"}) {
        said.push_back(service.get(path));
    }
}

void prepare_deck(Service& service) {
    service.post_json("/v2/tasks", R"({"name":"pay_rent","output_schema":{"type":"object",
        "required":["paid"],"properties":{"paid":{"type":"boolean"}}}})");
}

void play_deck(Service& service, std::vector<Reply>& said) {
    said.push_back(service.post_json("/v2/task-runs", R"({"task":"pay_rent"})"));
    said.push_back(
        service.post_json("/v2/task-runs/fetch-balance", R"({"credential_id":"cred_1"})"));
    service.advance("5s");
    const std::string paths[] = {"/" + said[0].text_at("id"), "/" + said[1].text_at("id"), ""};
    for (const std::string& path : paths) said.push_back(service.get("/v2/task-runs" + path));
}

void play_stripe(Service& service, std::vector<Reply>& said) {
    said.push_back(service.post(
        "/v1/payment_intents",
        {{"amount", "2000"}, {"payment_method", "pm_card_visa"}, {"confirm", "true"}}));
    said.push_back(service.get("/v1/payment_intents"));
    said.push_back(service.get("/v1/charges"));
}

void play_twilio(Service& service, std::vector<Reply>& said) {
    const Value& account = *service.world().config().find("account_sid");
    const std::string base =
        "/2010-04-01/Accounts/" + std::string(account.as_string()) + "/Messages.json";
    said.push_back(service.post(base, {{"To", "+1500555"}, {"From", "+15005550006"}}));
    service.advance("1m");
    said.push_back(service.get(base));
}

void play_parcel(Service& service, std::vector<Reply>& said) {
    said.push_back(service.post_json("/v1/charges", R"({"amount":2000,"source":"tok_visa"})"));
    const std::string id = said[0].text_at("id");
    service.advance("2s");
    said.push_back(service.post_json("/v1/refunds", R"({"charge":")" + id + "\"}"));
    for (const std::string& path : {"/" + id, std::string(), std::string("/ch_no")}) {
        said.push_back(service.get("/v1/charges" + path));
    }
}

std::vector<Play> plays() {
    return {{"tests/packs/duo", prepare_duo, play_duo},
            {"tests/packs/deck_fragment", prepare_deck, play_deck},
            {"tests/packs/stripe_fragment", prepare_nothing, play_stripe},
            {"tests/packs/twilio_fragment", prepare_nothing, play_twilio},
            {"packs/parcel", prepare_nothing, play_parcel}};
}

struct Played {
    std::vector<Reply> said;
    std::vector<Value> traces;
    std::string refused;  // of the pin
};

Played play(const std::shared_ptr<const pack::Pack>& pack, const Play& play,
            const std::optional<Value>& pin = {}) {
    Service service(pack);
    play.prepare(service);
    Played played;
    if (pin) {
        const auto done = service.world().apply(SetPin{*pin});
        if (const auto* no = std::get_if<Refused>(&done)) played.refused = to_text(*no);
    }
    play.calls(service, played.said);
    for (const Reply& reply : played.said) {
        const auto trace = service.world().trace("trc_" + std::to_string(reply.outcome.trace), {});
        played.traces.push_back(trace.value_or(Value()));
    }
    return played;
}

// Scalars and empty containers by their paths, names escaped as field paths have them.
void leaves_of(const Value& value, const std::string& path, std::map<std::string, Value>& leaves) {
    const auto below = [&](const std::string& name) {
        return path.empty() ? name : path + "." + name;
    };
    if (value.size() == 0) {
        leaves[path] = value;
    } else if (value.is_object()) {
        for (const json::Member& member : value.members()) {
            leaves_of(member.value, below(base::replace_all(member.key(), ".", "\\.")), leaves);
        }
    } else {
        for (std::size_t i = 0; i < value.size(); ++i) {
            leaves_of(value[i], below(std::to_string(i)), leaves);
        }
    }
}

std::map<std::string, Value> leaves_of(const Value& body) {
    std::map<std::string, Value> leaves;
    if (!(body.is_object() || body.is_array()) || body.size() > 0) leaves_of(body, "", leaves);
    return leaves;
}

bool holds(const std::string& path, const std::string& leaf) {
    return leaf == path || leaf.starts_with(path + ".");
}

std::string text_of(const Value& object, std::string_view name) {
    const Value* found = object.find(name);
    return found != nullptr && found->is_string() ? std::string(found->as_string()) : "";
}

// The distinct keys one could pin, with the value each has.
std::map<std::string, std::pair<Value, Value>> keys_of(const Played& played) {
    std::map<std::string, std::pair<Value, Value>> keys;
    for (const Value& trace : played.traces) {
        for (const Value& field : trace.find("fields")->items()) {
            const Value& pin = *field.find("pin");
            if (pin.is_null()) continue;
            // Not bound yet where it was shown: the later trace tells more of it.
            if (!field.has("bound_by")) continue;
            keys[json::write(pin)] = {pin, *field.find("value")};
        }
    }
    return keys;
}

const Value* below(const Value& whole, std::string_view path) {
    const Value* at = &whole;
    for (const std::string_view step : base::split(path, '.')) {
        at = at == nullptr ? nullptr : at->find(step);
    }
    return at;
}

// Another value for the field, made from its schema.
std::optional<Value> other_value(const std::shared_ptr<const pack::Pack>& pack, const Play& play,
                                 const Value& pin, const Value& now) {
    Service service(pack);
    play.prepare(service);
    const std::string operation = text_of(*pin.find("match"), "operation");
    const std::string field = text_of(pin, "field");
    auto listed = service.world().exogenous_fields(operation);
    for (const Value& one : std::get<std::vector<Value>>(listed)) {
        const std::string whole = text_of(one, "field");
        if (text_of(one, "class") != "exogenous" || !holds(whole, field)) continue;
        const pack::FieldSchema schema{*one.find("schema"),
                                       schema::compile(*one.find("schema")).value()};
        for (std::uint64_t seed = 1; seed < 100; ++seed) {
            pack::ExampleOptions options;
            options.seed = seed;
            options.key = field;
            options.drawn = true;
            const auto made = pack::make_example(schema, options);
            if (!made) continue;
            const Value* leaf =
                field == whole ? &*made : below(*made, field.substr(whole.size() + 1));
            if (leaf != nullptr && !json::equivalent(*leaf, now)) return *leaf;
        }
    }
    return std::nullopt;
}

TEST(Acceptance, S38_EveryFieldHasExactlyOneEntry) {
    const std::set<std::string> sources = {"input",     "derived",  "clock",  "id",   "state",
                                           "aggregate", "constant", "pinned", "tape", "synth"};
    for (const Play& one : plays()) {
        const Played played = play(pack_folder(one.pack), one);
        for (std::size_t i = 0; i < played.said.size(); ++i) {
            std::vector<std::string> paths;
            for (const Value& field : played.traces[i].find("fields")->items()) {
                EXPECT_TRUE(sources.contains(text_of(field, "source"))) << json::write(field);
                const bool outside = text_of(field, "class") == "exogenous";
                EXPECT_EQ(outside, !field.find("pin")->is_null()) << json::write(field);
                if (!text_of(field, "path").starts_with("reply")) {
                    paths.push_back(text_of(field, "path"));
                }
            }
            for (const auto& [leaf, value] : leaves_of(played.said[i].body)) {
                const auto count = std::count_if(
                    paths.begin(), paths.end(),
                    [&, leaf = leaf](const std::string& path) { return holds(path, leaf); });
                EXPECT_EQ(count, 1) << one.pack << ' ' << leaf << ' ' << played.said[i].text;
            }
        }
    }
}

TEST(Acceptance, S39_PinningTheKeyOfATraceChangesThatFieldAlone) {
    std::size_t pinned = 0;
    for (const Play& one : plays()) {
        const auto pack = pack_folder(one.pack);
        const Played before = play(pack, one);
        for (const auto& [text, key] : keys_of(before)) {
            const auto value = other_value(pack, one, key.first, key.second);
            if (!value) {
                ADD_FAILURE() << one.pack << " has no other value for " << text;
                continue;
            }
            Value pin = key.first;
            pin.set("value", *value);
            const Played after = play(pack, one, pin);
            ASSERT_EQ(after.refused, "") << text;
            const std::string field = text_of(pin, "field");
            std::size_t changes = 0;
            for (std::size_t i = 0; i < before.said.size(); ++i) {
                const auto old_leaves = leaves_of(before.said[i].body);
                const auto new_leaves = leaves_of(after.said[i].body);
                std::set<std::string> paths;
                for (const auto& [path, leaf] : old_leaves) paths.insert(path);
                for (const auto& [path, leaf] : new_leaves) paths.insert(path);
                for (const std::string& path : paths) {
                    const auto a = old_leaves.find(path), b = new_leaves.find(path);
                    const bool same = a != old_leaves.end() && b != new_leaves.end() &&
                                      json::equivalent(a->second, b->second);
                    if (same) continue;
                    ++changes;
                    // In a list the field stands below its element; `answer` is made of the reply.
                    const bool is_it = holds(field, path) ||
                                       path.find("." + field) != std::string::npos ||
                                       (field == "reply.text" && path == "answer");
                    EXPECT_TRUE(is_it) << text << " changed " << path;
                }
            }
            EXPECT_TRUE(changes > 0 || field == "reply.tone") << text;
            ++pinned;
        }
    }
    EXPECT_GE(pinned, 14U);
}

TEST(Acceptance, S39_NothingElseCanBeSet) {
    std::size_t refused = 0;
    for (const Play& one : plays()) {
        const auto pack = pack_folder(one.pack);
        const Played played = play(pack, one);
        Service service(pack);
        for (const Value& trace : played.traces) {
            const std::string operation = text_of(*trace.find("request"), "operation");
            for (const Value& field : trace.find("fields")->items()) {
                if (!field.find("pin")->is_null() || operation.empty()) continue;
                const auto done = service.world().apply(
                    SetPin{Value::object({{"match", Value::object({{"operation", operation}})},
                                          {"field", *field.find("path")},
                                          {"value", *field.find("value")}})});
                const auto* no = std::get_if<Refused>(&done);
                ASSERT_NE(no, nullptr) << one.pack << json::write(field);
                EXPECT_TRUE(no->code == "illegal_override" || no->code == "unknown_field")
                    << to_text(*no);
                ++refused;
            }
        }
        EXPECT_TRUE(service.world().exogenous(false).empty());
    }
    EXPECT_GT(refused, 100U);
}

TEST(Acceptance, S43_WithoutPinsEverySynthValueIsValid) {
    std::size_t checked = 0;
    for (const Play& one : plays()) {
        const auto pack = pack_folder(one.pack);
        const Played played = play(pack, one);
        EXPECT_EQ(play(pack, one).said.back().text, played.said.back().text);
        for (const auto& [text, key] : keys_of(played)) {
            // Set as a pin, the value is checked against the schema.
            Value pin = key.first;
            pin.set("value", key.second);
            EXPECT_EQ(play(pack, one, pin).refused, "") << text;
            ++checked;
        }
        for (const Reply& reply : played.said) EXPECT_LT(reply.status, 500) << reply.text;
    }
    EXPECT_GE(checked, 14U);
}

TEST(Acceptance, S37_UnknownNamesAreAnsweredWithTheNearest) {
    Service service(pack_in("tests/packs/duo"));
    const auto pin = [&](const char* body) {
        return to_text(std::get<Refused>(service.world().apply(SetPin{*json::parse(body)})));
    };
    EXPECT_EQ(
        to_text(std::get<Refused>(service.trigger("site.closes_acount", "{}"))),
        "unknown_event 404 /event: no world event 'site.closes_acount' in pack duo@0.1.0 (did "
        "you mean 'site.closes_account'?)");
    EXPECT_EQ(pin(R"({"on":"reading","field":"branch","value":"complete"})"),
              "unknown_arm 422 /value: no arm \"complete\" of runs.settle in pack duo@0.1.0 (did "
              "you mean 'completed'?)");
    EXPECT_EQ(
        pin(R"({"match":{"operation":"fetchBalance","resource":"run"},"field":"note","value":""})"),
        "unknown_resource 404 /match/resource: no resource \"run\" in pack duo@0.1.0 (did you "
        "mean 'runs'?)");
    EXPECT_EQ(pin(R"({"match":{"operation":"fetchBalance"},"field":"notes","value":""})"),
              "unknown_field 422 /field: fetchBalance has no exogenous field \"notes\" (did you "
              "mean 'note'?)");
    const auto durations =
        service.world().apply(SetDurations{*json::parse(R"({"reading_tme":"1s"})")});
    EXPECT_EQ(to_text(std::get<Refused>(durations)),
              "unknown_duration 422 /reading_tme: no duration 'reading_tme' in pack duo@0.1.0 (did "
              "you mean 'reading_time'?)");
    // A code that the pack does not know is served, and said to be off the model.
    const auto armed = service.world().apply(
        ArmFault{*json::parse(R"({"operation":"fetchBalance","status":418,"code":"teapot"})")});
    ASSERT_TRUE(std::holds_alternative<Outcome>(armed)) << to_text(std::get<Refused>(armed));
    EXPECT_EQ(*std::get<Outcome>(armed).result.find("off_model"), json::Value(true));
    const Reply struck = service.post_json("/v1/runs/fetch-balance", "{}");
    EXPECT_EQ(struck.status, 418);
    EXPECT_NE(struck.text.find("teapot"), std::string::npos) << struck.text;
    const auto trace = service.world().trace("trc_" + std::to_string(struck.outcome.trace), {});
    ASSERT_TRUE(trace);
    EXPECT_EQ(*trace->find("off_model"), json::Value(true));
}

}  // namespace

}  // namespace understudy::world
