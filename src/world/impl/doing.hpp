// A change at work: makes, changes, moves and removes objects inside one Turn, in the order the
// pack format prescribes. Private to the sources named below; turn.hpp is the door.
//
// Everything returns Result. A refusal of the vendor travels as an error with code::Refused, and
// what was refused stands in refusal(); so one kind of early return serves both, and only the door
// tells them apart.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "world/impl/match.hpp"
#include "world/impl/turn.hpp"

namespace understudy::world {

// What an object is made from.
struct Making {
    pack::Index resource = pack::kNone;
    const Request* request = nullptr;   // whose input and parameters are in scope
    std::vector<Request::Given> given;  // input and `with`; later entries win
    ObjectPtr parent;
    pack::State state = pack::kNothing;  // kNothing: by its own rules
    bool by_move = false;                // a move brings it forth and says which state
    bool silent = false;                 // emits nothing
    std::optional<json::Value> id;       // given or drawn before ...
    bool is_drawn = false;               // ... by the resource's own pattern (events)
    json::Value set_off_by = {};         // where no call makes it: what pins are matched against
};

// What a move is made with.
struct Moving {
    pack::Index resource = pack::kNone;
    pack::Index move = pack::kNone;
    ObjectPtr self;    // null: the move brings it forth
    ObjectPtr before;  // what `old` is; null: self
    json::Value params = json::Value::object();
    const Request* request = nullptr;
    std::vector<Request::Given> given;  // of an object brought forth
    json::Value data = json::Value::object();
    ObjectPtr it;       // of a reaction
    std::string cause;  // of the transition
};

struct Moved {
    ObjectPtr object;
    bool deleted = false;
    std::string arm;
    std::optional<Refusal> answered;
};

// One move (or the start of an object) while it runs.
struct Frame {
    explicit Frame(expr::Env names) : env(std::move(names)) {}

    pack::Index resource = pack::kNone;
    pack::Index move = pack::kNone;
    pack::Index arm = pack::kNone;
    ObjectPtr before;               // when it began; null: it did not exist
    ObjectPtr stored;               // as the state has it; null: not yet
    ObjectPtr self;                 // as expressions see it
    std::optional<Object> pending;  // changes that are not in the state yet
    const Request* request = nullptr;
    json::Value params = json::Value::object();
    json::Value data = json::Value::object();
    ObjectPtr it;
    std::string cause;
    json::Value error;
    std::optional<Refusal> answered;
    const pack::AnswerStep* answer = nullptr;
    std::string last_arm;  // of this move, or of the moves it went on with
    bool deleted = false;
    struct Local {
        expr::Slot slot = 0;
        ObjectPtr object;
    };
    std::vector<Local> locals;
    expr::Env env;
};

// A value from outside, and who said so.
struct FromOutside {
    json::Value value = {};
    std::string by = {};     // "pin_3", "tap_1#0", "scenario x"; empty: synth
    json::Value parts = {};  // as in Bound
};

class Doing {
public:
    explicit Doing(Turn& turn);

    // --- execute.cpp
    base::Result<Executed> operate(const Request& request);
    const std::optional<Refusal>& refusal() const { return refusal_; }

    // --- create.cpp, children.cpp
    base::Result<ObjectPtr> create(const Making& making);
    base::Result<ObjectPtr> mint(pack::Index resource, std::string_view token);
    base::Result<ObjectPtr> single(pack::Index resource);
    base::Result<void> make_first();

    // --- moves.cpp
    base::Result<Moved> move(const Moving& moving);

    // --- timers.cpp
    base::Result<void> fire(const Timer& timer);

private:
    using Given = Request::Given;

    // execute.cpp
    base::Result<Executed> make(const Request& request);
    base::Result<Executed> change(const Request& request);
    base::Result<void> check_operation(const Request& request, const ObjectPtr& self);
    base::Result<void> go_on(const Request& request, const ObjectPtr& before, Executed& executed);
    base::Result<std::vector<Given>> written(const Request& request, const ObjectPtr& self);
    base::Failure refuse(const pack::ErrorUse* use, Issue issue);
    const pack::ErrorUse* refusal_on(std::initializer_list<std::string_view> events) const;
    expr::Env names_of(const Request* request, const ObjectPtr& self, std::size_t locals = 0) const;
    // result.cpp
    base::Result<Executed> work_out(const Request& request);
    base::Result<json::Value> describe(const Request& request, const expr::Env& env);

    // create.cpp
    base::Result<Object> draft(const Making& making);
    base::Result<void> draw_id(Object& object, const Making& making, std::optional<expr::Env>& env);
    bool is_taken(pack::Index resource, const json::Value& id) const;
    base::Result<void> fill_in(Object& object, const Making& making, std::optional<expr::Env>& env);
    // What expressions read while there is no object yet, made for the first of them.
    const expr::Env& names_before(const Making& making, std::optional<expr::Env>& env) const;
    base::Result<void> draw_others(Object& object, const Making& making);
    base::Result<const pack::Start*> choose_start(const Making& making, const ObjectPtr& self);
    json::Value started_by(const Making& making) const;
    json::Value facets_of(const Request& request) const;
    // children.cpp
    base::Result<void> create_children(const ObjectPtr& object, const Making& making);
    base::Result<Given> child_field(const pack::Field& field, pack::Index index, json::Value value,
                                    const std::string& where);

    // update.cpp
    base::Result<void> apply(Object& object, const std::vector<Given>& given);
    void put_value(Object& object, pack::Index field, json::Value value, Origin origin);
    json::Value normal(const pack::Field& field, json::Value value) const;
    void put_state(Object& object, pack::State state);
    json::Value moment() const;  // now, as objects keep it
    base::Result<void> check_unique(const Object& object, const Object* before);
    base::Result<ObjectPtr> write(const ObjectPtr& before, Object after);
    base::Result<ObjectPtr> remove(const ObjectPtr& object);
    void note_transition(const ObjectPtr& object, pack::State from, pack::State to,
                         const std::string& cause);

    // moves.cpp
    base::Result<void> read_params(Frame& frame, const pack::Move& move, const Moving& moving);
    base::Result<void> pass_guards(Frame& frame, const pack::Move& move, const Moving& moving);
    base::Result<pack::Index> choose_arm(Frame& frame, const pack::Move& move);
    base::Result<void> choose_state(Frame& frame, const pack::Steps& steps);
    base::Result<void> react(Frame& frame);
    base::Result<void> then(Frame& frame, const pack::Steps& steps);
    base::Result<void> finish_answer(Frame& frame);
    std::optional<pack::Index> arm_by_lever(const Frame& frame, const pack::Move& move);
    json::Value set_off_by(const Frame& frame) const;

    // steps.cpp
    base::Result<void> run_steps(Frame& frame, const pack::Steps& steps, const pack::Move& move);
    base::Result<void> run_call(Frame& frame, const pack::CallStep& step, bool tolerant);
    base::Result<void> run_create(Frame& frame, const pack::CreateStep& step);
    base::Result<void> run_each(Frame& frame, const pack::EachStep& step, bool tolerant);
    base::Result<void> run_move(Frame& frame, const pack::MoveStep& step);
    base::Result<void> run_set(Frame& frame, const std::vector<pack::Assignment>& set);
    base::Result<void> make_error_value(Frame& frame, const pack::Steps& steps);
    base::Result<std::optional<json::Value>> assigned(const pack::Assignment& assignment,
                                                      pack::Index resource, const expr::Env& env);
    base::Result<Request> inner_request(Frame& frame, const pack::CallStep& step);
    base::Result<ObjectPtr> addressed_by(Frame& frame, const expr::Program& of,
                                         pack::Index resource);

    // frame.cpp
    Frame frame_of(const Moving& moving, std::size_t locals);
    Object& edit(Frame& frame);
    void look(Frame& frame);                 // expressions see what is pending
    base::Result<void> flush(Frame& frame);  // and the state has it
    void refresh(Frame& frame);              // others may have changed what we hold
    base::Result<void> count(const std::string& what);

    // emit.cpp
    base::Result<void> emit_all(Frame& frame, const std::vector<pack::Emit>& emits);
    base::Result<void> emit(Frame& frame, const pack::Emit& emit);
    base::Result<json::Value> store_event(const json::Value& id, const json::Value& payload);
    base::Result<json::Value> draw_event_id();

    // post.cpp
    base::Result<void> tell_endpoints(const Emitted& event);
    base::Result<void> tell_callback(const ObjectPtr& object, bool at_start);
    base::Result<void> keep_secret(const ObjectPtr& endpoint);
    void post(Delivery delivery);

    // exogenous.cpp
    base::Result<void> bind(Object& object, const std::vector<pack::Index>& fields);
    // produce.cpp
    base::Result<FromOutside> produce(const pack::Field& field, const pack::FieldSchema& schema,
                                      const Sought& call, const json::Value& started_by,
                                      std::uint64_t sequence);
    bool has_exogenous_levers() const;
    std::vector<pack::Index> bound_by_start(const pack::Resource& resource) const;
    std::vector<pack::Index> bound_by_move(const Frame& frame) const;
    void stamp(Frame& frame);

    // timers.cpp
    base::Result<void> retime(const Object* before, const ObjectPtr& after);
    base::Result<void> set_at(const ObjectPtr& object, pack::Index move);
    base::Result<void> again(Frame& frame, const pack::Again& again);
    base::Result<void> move_clock(Frame& frame, const pack::Expression& clock);
    void schedule(const Object& object, pack::Index move, base::Instant due, pack::Index duration);

    const pack::Resource& resource(pack::Index index) const { return pack_.resources[index]; }

    Turn& turn_;
    State& state_;
    Eyes& eyes_;
    const pack::Pack& pack_;
    std::optional<Refusal> refusal_;
    ObjectPtr addressed_;  // what the call is about: events of anything else are not direct
    std::string named_;    // operation whose results are made now
    std::vector<std::pair<pack::Index, std::size_t>> unique_;
};

// Has it a hole that reads names? Most only draw.
bool evaluates(const pack::Pattern& pattern);

// Two values of one reference, instant or id: equal as data.
bool is_same_object(const ObjectPtr& a, const ObjectPtr& b);

}  // namespace understudy::world
