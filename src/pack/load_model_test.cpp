// What the worked packs become: names, spellings, slots, indexes, dependencies.
#include <gtest/gtest.h>

#include "pack/folder_testing.hpp"
#include "pack/names.hpp"

namespace understudy::pack {
namespace {

std::shared_ptr<const Pack> pack_of(const std::string& name) {
    const Loaded loaded = load(read_folder("tests/packs/" + name));
    EXPECT_EQ(rendered(loaded), "");
    return loaded.pack;
}

const Resource& resource_of(const Pack& pack, std::string_view name) {
    return pack.resources.at(pack.find_resource(name));
}

const Field& field_of(const Resource& resource, std::string_view path) {
    return resource.fields.at(resource.find_field(path));
}

const Move& move_of(const Resource& resource, std::string_view name) {
    return resource.lifecycle->moves.at(resource.lifecycle->find_move(name));
}

TEST(StripeModel, NamesOperationsByVerbAndResource) {
    const auto pack = pack_of("stripe_fragment");
    for (const char* name : {"createPaymentIntent", "listPaymentIntents", "searchPaymentIntents",
                             "confirmPaymentIntent", "getWebhookEndpoint", "deleteCustomer"}) {
        EXPECT_NE(pack->find_operation(name), kNone) << name;
    }
    const Operation& create = pack->operations.at(pack->find_operation("createPaymentIntent"));
    EXPECT_EQ(create.does, Does::Create);
    EXPECT_EQ(create.answers.size(), 1U);
    EXPECT_EQ(create.answers[0].what.status, 200);
    ASSERT_EQ(create.then.size(), 1U);
    EXPECT_TRUE(create.then[0].when.has_value());
    // All input fields, and nothing else.
    const Resource& intents = resource_of(*pack, "payment_intents");
    for (const Index field : create.writes) EXPECT_EQ(intents.fields[field].from, From::Input);
    EXPECT_EQ(create.writes.size(), 6U);
    const Operation& confirm = pack->operations.at(pack->find_operation("confirmPaymentIntent"));
    EXPECT_EQ(confirm.does, Does::Move);
    ASSERT_EQ(confirm.params.size(), 1U);
    EXPECT_EQ(confirm.params[0].sets, intents.find_field("payment_method"));
    // A parameter that sets a reference is one itself.
    EXPECT_EQ(confirm.params[0].ref, pack->find_resource("payment_methods"));
}

TEST(StripeModel, KeepsStepsInOrderWithTheirNames) {
    const auto pack = pack_of("stripe_fragment");
    const Resource& intents = resource_of(*pack, "payment_intents");
    const Move& confirm = move_of(intents, "confirm");
    ASSERT_EQ(confirm.arms.size(), 2U);
    EXPECT_FALSE(confirm.arms[0].is_default);
    EXPECT_TRUE(confirm.arms[1].is_default);
    // `ch` of both arms shares one slot.
    EXPECT_EQ(confirm.locals, 1U);
    ASSERT_EQ(confirm.arms[0].steps.create.size(), 1U);
    EXPECT_EQ(confirm.arms[0].steps.create[0].as, kNameCount);
    EXPECT_EQ(confirm.arms[1].steps.create[0].as, kNameCount);
    const Resource& charges = resource_of(*pack, "charges");
    EXPECT_EQ(confirm.arms[0].steps.create[0].state, charges.lifecycle->find_state("failed"));
    EXPECT_EQ(confirm.arms[1].steps.create[0].state, kNothing);
    ASSERT_TRUE(confirm.arms[0].steps.answer.has_value());
    EXPECT_EQ(confirm.arms[0].steps.answer->error.code, pack->errors.find("card_declined"));
    EXPECT_EQ(confirm.arms[1].steps.to.size(), 2U);
    EXPECT_EQ(confirm.arms[1].steps.emits.size(), 2U);
    EXPECT_TRUE(confirm.from[intents.lifecycle->find_state("requires_confirmation")]);
    EXPECT_FALSE(confirm.from[intents.lifecycle->find_state("succeeded")]);

    const Move& renew = move_of(resource_of(*pack, "subscriptions"), "renew");
    EXPECT_EQ(renew.locals, 2U);  // inv, item
    ASSERT_EQ(renew.steps.each.size(), 1U);
    EXPECT_EQ(renew.steps.each[0].as, kNameCount + 1);
}

TEST(StripeModel, StartsWithAStateAChoiceOrTheFirstOfAList) {
    const auto pack = pack_of("stripe_fragment");
    const Lifecycle& charges = *resource_of(*pack, "charges").lifecycle;
    ASSERT_EQ(charges.start.size(), 1U);
    EXPECT_EQ(charges.states[charges.start[0].what.state], "succeeded");
    EXPECT_EQ(charges.start_states.size(), 2U);
    const Lifecycle& intents = *resource_of(*pack, "payment_intents").lifecycle;
    ASSERT_EQ(intents.start.size(), 2U);
    EXPECT_TRUE(intents.start[0].when.has_value());
    EXPECT_FALSE(intents.start[1].when.has_value());
    EXPECT_EQ(intents.states[kNothing], "nothing");
}

TEST(StripeModel, KnowsWhatATimerReads) {
    const auto pack = pack_of("stripe_fragment");
    const Resource& subscriptions = resource_of(*pack, "subscriptions");
    const Move& renew = move_of(subscriptions, "renew");
    std::vector<std::string> read;
    for (const Index field : renew.at_reads) read.push_back(subscriptions.fields[field].path);
    std::sort(read.begin(), read.end());
    EXPECT_EQ(read,
              (std::vector<std::string>{"billing_cycle_anchor", "current_period_end", "periods"}));
}

TEST(StripeModel, FoldsOverOtherResourcesAndIndexesWhatIsLookedUp) {
    const auto pack = pack_of("stripe_fragment");
    const Resource& intents = resource_of(*pack, "payment_intents");
    const Field& received = field_of(intents, "amount_received");
    ASSERT_TRUE(received.aggregate.has_value());
    const Resource& charges = resource_of(*pack, "charges");
    EXPECT_EQ(received.aggregate->fold, Fold::Sum);
    EXPECT_EQ(received.aggregate->slot, 0U);
    ASSERT_EQ(charges.aggregates_over.size(), 1U);
    EXPECT_EQ(charges.aggregates_over[0].first, pack->find_resource("payment_intents"));
    const auto index_of = [](const Resource& resource, std::string_view path) -> int {
        for (const FieldIndex& index : resource.indexes) {
            if (resource.fields[index.field].path == path) return index.ordered ? 2 : 1;
        }
        return 0;
    };
    EXPECT_EQ(index_of(charges, "payment_intent"), 1);
    EXPECT_EQ(index_of(charges, "created"), 2);
    EXPECT_EQ(index_of(intents, "status"), 1);
    EXPECT_EQ(index_of(intents, "amount"), 2);
    EXPECT_EQ(index_of(intents, "currency"), 0);
    EXPECT_EQ(index_of(resource_of(*pack, "subscription_items"), "subscription"), 1);
}

TEST(StripeModel, StoresEventsByTheMembersOfTheirPayload) {
    const auto pack = pack_of("stripe_fragment");
    const Resource& events = resource_of(*pack, "events");
    EXPECT_EQ(pack->events->stored_as, pack->find_resource("events"));
    std::vector<std::string> paths;
    for (const Field& field : events.fields) paths.push_back(field.path);
    EXPECT_EQ(paths,
              (std::vector<std::string>{"id", "object", "type", "created", "request", "data"}));
    EXPECT_EQ(field_of(events, "type").from, From::Moves);
    EXPECT_EQ(field_of(events, "id").from, From::Id);
}

TEST(StripeModel, ReadsSchedulesAsNamedDurations) {
    const auto pack = pack_of("stripe_fragment");
    ASSERT_EQ(pack->schedules.size(), 1U);
    ASSERT_EQ(pack->schedules[0].steps.size(), 3U);
    EXPECT_EQ(pack->find_duration("dunning.1"), pack->schedules[0].steps[1]);
    EXPECT_EQ(pack->durations[pack->schedules[0].steps[1]].value.seconds, 5 * 86'400);
}

TEST(StripeModel, PutsTheCodeOfAnErrorFirstUnlessItIsPlaced) {
    const auto pack = pack_of("stripe_fragment");
    const ErrorCode& declined = pack->errors.codes[pack->errors.find("card_declined")];
    EXPECT_EQ(declined.status, 402);
    EXPECT_EQ(declined.members[0].name, "code");
    EXPECT_EQ(declined.members[0].text->text, "card_declined");
    EXPECT_EQ(declined.limited_to.size(), 2U);
    const ErrorCode& key = pack->errors.codes[pack->errors.find("api_key_invalid")];
    EXPECT_EQ(key.members.back().name, "code");
    ASSERT_TRUE(pack->errors.missing.path.has_value());
    EXPECT_EQ(pack->errors.missing.path->status, 404);
}

TEST(TwilioModel, SpellsParametersInPascalCase) {
    const auto pack = pack_of("twilio_fragment");
    const Resource& messages = resource_of(*pack, "messages");
    EXPECT_EQ(field_of(messages, "messaging_service_sid").param, "MessagingServiceSid");
    EXPECT_EQ(field_of(messages, "to").param, "To");
    EXPECT_EQ(messages.fields[messages.id_field].path, "sid");
    const Operation& list = pack->operations.at(pack->find_operation("listMessages"));
    ASSERT_EQ(list.filters.size(), 1U);
    EXPECT_EQ(list.filters[0].name, "DateSent");
    EXPECT_EQ(messages.fields[list.filters[0].field].path, "date_sent");
    ASSERT_EQ(pack->serve.hosts.size(), 1U);
    EXPECT_EQ(pack->serve.hosts[0].segments.size(), 3U);
    EXPECT_EQ(pack->serve.hosts[0].segments[2].parameter, "account_sid");
    ASSERT_TRUE(messages.callback.has_value());
    EXPECT_EQ(messages.callback->encoding, "form");
    EXPECT_EQ(messages.callback->on.size(), 4U);
    EXPECT_EQ(pack->magic.size(), 2U);
    EXPECT_EQ(pack->lists.page.style, PageStyle::Token);
}

TEST(DeckModel, KnowsWhatComesFromOutside) {
    const auto pack = pack_of("deck_fragment");
    const Resource& runs = resource_of(*pack, "task_runs");
    const Field& output = field_of(runs, "output");
    EXPECT_EQ(output.from, From::Exogenous);
    EXPECT_TRUE(output.schema_from.has_value());
    ASSERT_EQ(output.binds.size(), 1U);
    EXPECT_EQ(runs.lifecycle->moves[output.binds[0].move].name, "settle");
    EXPECT_EQ(output.binds[0].arm, 0U);
    ASSERT_TRUE(output.before.has_value());
    EXPECT_TRUE(output.before->is_null());
    const Operation& balance = pack->operations.at(pack->find_operation("fetchBalance"));
    EXPECT_EQ(balance.does, Does::Create);
    ASSERT_EQ(balance.gives.size(), 1U);
    EXPECT_TRUE(balance.gives[0].second.compiled.has_value());
    EXPECT_EQ(field_of(runs, "status").words[0].second, "cancelled");
    EXPECT_EQ(field_of(runs, "task").found_by.size(), 2U);
    EXPECT_FALSE(runs.views[kEventView].shows[runs.find_field("input")]);
    EXPECT_TRUE(runs.views[kRestView].shows[runs.find_field("input")]);
    ASSERT_EQ(pack->webhooks.size(), 1U);
    ASSERT_EQ(pack->webhooks[0].retries.size(), 3U);
    EXPECT_EQ(pack->webhooks[0].retries[2].seconds, 20);
    EXPECT_TRUE(pack->webhooks[0].last.has_value());
    EXPECT_EQ(pack->scenarios[0].outcome.exogenous[0].field, "output.balance");
}

TEST(Model, DerivedFieldsComeAfterThoseTheyRead) {
    const Loaded loaded = load(folder_of(R"(
resources:
  runs:
    id: "r_{uuid}"
    fields: { a: { from: derived, is: self.b + 1 }, b: { from: derived, is: self.c.d + 1 }, c.d: { from: input } }
)"));
    ASSERT_EQ(rendered(loaded), "");
    const Resource& runs = loaded.pack->resources[0];
    ASSERT_EQ(runs.order_of_derived.size(), 2U);
    EXPECT_EQ(runs.fields[runs.order_of_derived[0]].path, "b");
    EXPECT_EQ(runs.fields[runs.order_of_derived[1]].path, "a");
}

TEST(Model, AParentIsReferredToByAFieldOfItsSingularName) {
    const Loaded loaded = load(folder_of(R"(
resources:
  repositories: { singular: repository, id: "{seq}", find: { repository_id: id }, fields: { name: { from: input } }, operations: { create: POST /repos } }
  issues:
    id: "{seq}"
    parent: repositories
    fields: { title: { from: input } }
    operations: { create: "POST /repos/{repository_id}/issues", get: "GET /issues/{id}" }
)"));
    ASSERT_EQ(rendered(loaded), "");
    const Resource* issues = &loaded.pack->resources[1];
    ASSERT_NE(issues->parent_field, kNone);
    EXPECT_EQ(issues->fields[issues->parent_field].path, "repository");
    EXPECT_TRUE(issues->fields[issues->parent_field].hidden);
    const Operation& create = loaded.pack->operations[issues->operations[0]];
    EXPECT_EQ(create.writes, (std::vector<Index>{issues->find_field("title")}));
}

TEST(Model, StreamsAndRepliesAreCompiled) {
    const Loaded loaded = load(folder_of(R"(
durations: { token: 20ms }
resources:
  messages:
    operations:
      create:
        route: POST /v1/messages
        does: result
        fields: { id: { from: id, pattern: "msg_{base62:24}" }, content: { from: derived, is: '[{"type": "text", "text": reply.text}]' } }
        reply: { schema: { type: object, required: [ text ], properties: { text: { type: string }, stop_reason: { enum: [ end_turn, max_tokens ] } } } }
        facets: { last_user: 'last(input.messages.filter(m, m.role == "user")).content', turn: size(input.messages), model: input.model }
        stream: { when: input.stream, framing: sse, grammar: anthropic-messages, pace: token, script: [
            { event: message_start, body: { type: '"message_start"', message: { id: self.id } } },
            { each: { in: chunks(reply.text), as: piece }, event: content_block_delta, body: { index: 0, delta: { type: '"text_delta"', text: piece } } },
            { event: message_delta, body: { usage: { output_tokens: tokens(reply.text) } } } ] }
)"));
    ASSERT_EQ(rendered(loaded), "");
    const Operation& create = loaded.pack->operations[0];
    EXPECT_EQ(create.name, "createMessage");
    EXPECT_EQ(create.does, Does::Result);
    EXPECT_EQ(create.fields.size(), 2U);
    EXPECT_EQ(create.facets.size(), 3U);
    ASSERT_TRUE(create.stream.has_value());
    EXPECT_EQ(create.stream->script.size(), 3U);
    EXPECT_EQ(create.stream->locals, 2U);
    EXPECT_EQ(create.stream->position, kNameCount);
    EXPECT_EQ(create.stream->script[1].each_as, kNameCount + 1);
    EXPECT_EQ(loaded.pack->resources[0].id_field, kNone);
}

TEST(Model, ProfilesOfStreamsAreChecked) {
    const auto problems = [](const std::string& profile) {
        return rendered(load(folder_of(R"(
resources:
  messages:
    operations:
      create:
        route: POST /v1/messages
        does: result
        fields: { id: { from: id, pattern: "msg_{base62:24}" } }
        params: { text: { schema: { type: string } } }
        stream: { framing: sse, profile: )" +
                                       profile + R"(, script: [
            { each: { in: chunks(input.text), as: piece }, event: delta, body: { text: piece } } ] }
)")));
    };
    EXPECT_EQ(
        problems("{ joins: piece, pieces: { least: 1, most: 3 }, wait: { least: 0, most: 9 } }"),
        "");
    EXPECT_EQ(problems("{ wait: { least: 0, most: 9 } }"), "");
    EXPECT_THAT(problems("{ joins: pice, pieces: { least: 1, most: 3 } }"),
                testing::HasSubstr("there is no each of the script as \"pice\""));
    EXPECT_THAT(problems("{ joins: piece, pieces: { least: 0, most: 3 } }"),
                testing::HasSubstr("the stream of create.profile.pieces.least"));
    EXPECT_THAT(problems("{ joins: piece, pieces: { least: 4, most: 3 } }"),
                testing::HasSubstr("the stream of create.profile.pieces.most"));
}

TEST(Model, ResourcesOfSeveralFilesAreJoined) {
    Folder folder = folder_of("resources: { a: { id: \"a_{uuid}\" } }\n");
    folder.files.push_back({"resources/b.yaml", "b: { id: \"b_{uuid}\" }\n"});
    folder.files.push_back({"resources/a.yaml", "c: { id: \"c_{uuid}\" }\n"});
    const Loaded loaded = load(folder);
    ASSERT_EQ(rendered(loaded), "");
    std::vector<std::string> names;
    for (const Resource& resource : loaded.pack->resources) names.push_back(resource.name);
    EXPECT_EQ(names, (std::vector<std::string>{"a", "c", "b"}));
}

// What follows from an object's own row is drawn once; whatever leads elsewhere is not.
TEST(Model, KnowsViewsThatDependOnTheObjectAlone) {
    constexpr std::string_view kBegin = R"(
resources:
  makers: { id: "mk_{base62:8}", fields: { name: { from: input }, made: { from: aggregate, sum: size, over: things, by: maker } } }
  things:
    id: "th_{base62:8}"
    fields:
      maker: { from: input, ref: makers, nullable: true }
      size: { from: input, schema: { type: integer } }
      double: { from: derived, is: 'self.size * 2' }
)";
    const struct {
        const char* field;
        bool is_own;
    } cases[] = {
        {"quad: { from: derived, is: 'self.double * 2' }", true},
        {"whose: { from: derived, is: self.maker }", false},
        {"bound: { from: derived, is: 'cel.bind(m, self.maker, m.name)' }", false},
        {"chosen: { from: derived, is: '(self.size > 1 ? self.maker : self.maker).name' }", false},
        {"listed: { from: derived, is: '[self.maker].map(m, m.name)' }", false},
        {"name: { from: derived, is: self.maker.name }", false},
        {"far: { from: derived, hidden: true, is: self.maker.name }", true},
        {"further: { from: derived, is: '\"by \" + string(self.maker.name)' }", false},
        {"place: { from: derived, is: config.place }", true},
    };
    for (const auto& [field, is_own] : cases) {
        const Loaded loaded = load(folder_of("config: { place: { default: here } }\n" +
                                             std::string(kBegin) + "      " + field + "\n"));
        ASSERT_NE(loaded.pack, nullptr) << rendered(loaded);
        EXPECT_EQ(resource_of(*loaded.pack, "things").views.at(kRestView).is_own, is_own) << field;
        EXPECT_FALSE(resource_of(*loaded.pack, "makers").views.at(kRestView).is_own);
    }
}

TEST(Model, FindsTheMovesThatAMoveSetsOff) {
    const auto pack = pack_of("stripe_fragment");
    const Resource& invoices = resource_of(*pack, "invoices");
    const Index subscriptions = pack->find_resource("subscriptions");
    std::vector<std::string> reacting;
    for (const SetOff& each : move_of(invoices, "pay").sets_off) {
        EXPECT_EQ(each.resource, subscriptions);
        reacting.push_back(pack->resources[each.resource].lifecycle->moves[each.move].name);
    }
    EXPECT_EQ(reacting, (std::vector<std::string>{"lapse", "recover", "give_up"}));
}

}  // namespace
}  // namespace understudy::pack
