// Walks about manners: keys, routes, bodies that cannot be read, repeats, expansion.
#include <algorithm>

#include "verify/impl/authoring.hpp"

namespace understudy::verify {

namespace {

using json::Value;
using pack::Index;
using pack::kNone;

class Manners {
public:
    explicit Manners(Authoring& author) : author_(author), pack_(author.pack) {}

    void run() {
        for (Index i = 0; i < pack_.operations.size(); ++i) {
            if (pack_.operations[i].does == pack::Does::Create) creates_.push_back(i);
        }
        routes();
        bodies();
        if (pack_.idempotency) repeats();
        if (!pack_.serve.expand.empty()) expansions();
    }

private:
    // A recipe for the operation; nullptr: nothing makes it work.
    const Recipe* way(Index operation) const {
        for (const Recipe& recipe : author_.reach.recipes) {
            if (recipe.operation == operation && recipe.through == kNone &&
                recipe.actions.empty()) {
                return &recipe;
            }
        }
        return nullptr;
    }

    static plan::Request request(std::string method, std::string path) {
        plan::Request made;
        made.method = std::move(method);
        made.path = std::move(path);
        return made;
    }

    void routes() {
        Draft draft = author_.draft("keys and addresses");
        draft.walk().is_loose = true;
        std::string known = "/";
        for (Index i = 0; i < pack_.operations.size(); ++i) {
            const pack::Operation& operation = pack_.operations[i];
            if (operation.does != pack::Does::List || operation.resource == kNone) continue;
            known = operation.routes.front().path;
            if (known.find('{') != std::string::npos) continue;
            for (const plan::Auth auth : {plan::Auth::None, plan::Auth::Wrong}) {
                CallForm form;
                form.auth = auth;
                draft.call(i, nullptr, std::move(form));
            }
            if (!pack_.serve.version_header.empty()) {
                CallForm form;
                form.headers.emplace_back(pack_.serve.version_header, "1999-01-01");
                draft.call(i, nullptr, std::move(form));
            }
            break;
        }
        draft.raw(request("GET", "/no/such/address"), plan::Effect::Read);
        plan::Request nobody = request("GET", "/no/such/address");
        nobody.auth = plan::Auth::Wrong;
        draft.raw(nobody, plan::Effect::Read);
        draft.raw(request("PUT", known), plan::Effect::Write);
        draft.raw(request("DELETE", known), plan::Effect::Destructive);
        author_.add(draft);
    }

    void bodies() {
        for (const Index create : creates_) {
            const Recipe* recipe = way(create);
            if (recipe == nullptr) continue;
            Draft draft =
                author_.draft(pack_.operations[create].name + " with bodies of all kinds");
            draft.walk().is_loose = true;
            CallForm form;
            form.form = true;
            draft.make(*recipe, form);
            CallForm lonely;
            lonely.auth = plan::Auth::None;
            draft.make(*recipe, lonely);
            const std::string path = pack_.operations[create].routes.front().path;
            if (path.find('{') == std::string::npos) {
                for (const auto& [type, text] : std::vector<std::pair<std::string, std::string>>{
                         {"application/json", "{"},
                         {"application/json", "[]"},
                         {"text/plain", "hello"},
                         {"application/json", "\"text\""}}) {
                    plan::Request made =
                        request(pack_.operations[create].routes.front().method, path);
                    made.body_kind = plan::Request::Body::Text;
                    made.body = Value(text);
                    made.headers.emplace_back("Content-Type", type);
                    draft.raw(made, plan::Effect::Write, pack_.operations[create].name);
                }
            }
            author_.add(draft);
        }
    }

    CallForm keyed(const std::string& key) const {
        CallForm form;
        form.headers.emplace_back(pack_.idempotency->header, key);
        return form;
    }

    // Repeated with the same key and other things changed, one at a time.
    void repeats() {
        if (pack_.idempotency->header.empty()) return;
        for (const Index create : creates_) {
            const Recipe* recipe = way(create);
            if (recipe == nullptr || !has_body(pack_.operations[create])) continue;
            repeat(create, *recipe);
        }
        moves();
    }

    void repeat(Index create, const Recipe& recipe) {
        const pack::Operation& operation = pack_.operations[create];
        Draft draft = author_.draft(operation.name + " twice with one key");
        draft.walk().is_loose = true;
        std::map<Index, const Object*> refs;
        for (const auto& [field, number] : recipe.refs) {
            refs[field] = &draft.make(author_.reach.recipes[number]);
        }
        const Value input = draft.input_for(create, refs, recipe.input);
        Object own;
        own.resource = operation.resource;
        own.refs = refs;
        const auto call = [&](const std::string& key, const Value& with) {
            CallForm form = keyed(key);
            form.input = with;
            draft.call(create, &own, std::move(form));
        };
        Value other = input;
        for (const Taking& taking : takings_of(pack_, operation)) {
            if (taking.ref != kNone) continue;
            const Candidates tried = candidates(*taking.schema, {});
            for (const Value& value : tried.good) {
                const Value* before = input.find(taking.name);
                if (before != nullptr && json::equivalent(*before, value)) continue;
                put_input(other, taking.name, value);
                break;
            }
            break;
        }
        call("key-${run}-a", input);
        call("key-${run}-a", input);
        draft.list(operation.resource);
        call("key-${run}-a", other);
        call("key-${run}-a", input);
        // What was refused before it was begun may be tried again.
        call("key-${run}-b", Value::object());
        call("key-${run}-b", input);
        call("key-${run}-b", input);
        draft.list(operation.resource);
        for (const Value& magic : magic_inputs(input)) {
            const std::string key = "key-${run}-c" + std::to_string(++keys_);
            call(key, magic);
            call(key, magic);
            call(key, input);
        }
        // The same key for another call.
        for (const Index another : creates_) {
            const Recipe* way_there = another == create ? nullptr : way(another);
            if (way_there == nullptr || !way_there->refs.empty()) continue;
            draft.make(*way_there, keyed("key-${run}-a"));
            break;
        }
        for (const Index read : author_.resource(operation.resource).operations) {
            if (pack_.operations[read].does != pack::Does::List) continue;
            draft.call(read, nullptr, keyed("key-${run}-a"));
        }
        if (pack_.idempotency->key_length > 0 && pack_.idempotency->key_length < 2000) {
            const std::size_t length = pack_.idempotency->key_length;
            for (const std::size_t each : {length, length + 1, length - 1}) {
                call(std::string(each, 'k'), input);
            }
        }
        author_.add(draft);
        lifetime(create, recipe);
    }

    std::vector<Value> magic_inputs(const Value& input) const {
        std::vector<Value> all;
        for (const pack::Magic& magic : pack_.magic) {
            if (!magic.value || !input.has(magic.at)) continue;
            Value made = input;
            made.set(magic.at, *magic.value);
            all.push_back(std::move(made));
        }
        return all;
    }

    void lifetime(Index create, const Recipe& recipe) {
        if (pack_.idempotency->lifetime == kNone || !recipe.refs.empty()) return;
        const base::Duration lifetime = pack_.durations[pack_.idempotency->lifetime].value;
        if (lifetime > author_.options.longest || lifetime <= base::Duration{2, 0}) return;
        Draft draft =
            author_.draft(pack_.operations[create].name + " again after the life of its key");
        draft.walk().is_loose = true;
        const Value input = draft.input_for(create, {}, recipe.input);
        const auto call = [&] {
            CallForm form = keyed("key-${run}");
            form.input = input;
            Object own;
            own.resource = pack_.operations[create].resource;
            draft.call(create, &own, std::move(form));
        };
        call();
        draft.advance({lifetime.seconds - 1, 0});
        call();
        draft.advance({1, 0});
        call();
        draft.list(pack_.operations[create].resource);
        author_.add(draft);
    }

    // Calls that move an object, with one key: once they are refused and once they are not.
    void moves() {
        for (Index i = 0; i < pack_.operations.size(); ++i) {
            const pack::Operation& operation = pack_.operations[i];
            const bool moves = operation.does == pack::Does::Move ||
                               operation.does == pack::Does::Update ||
                               operation.does == pack::Does::Delete;
            if (!moves || operation.resource == kNone) continue;
            for (const Recipe* recipe : author_.states_of(operation.resource)) {
                Draft draft =
                    author_.draft(operation.name + " twice with one key (" + recipe->state + ')');
                draft.walk().is_loose = true;
                const Object& object = draft.make(*recipe);
                for (int n = 0; n < 2; ++n) {
                    CallForm form = keyed("key-${run}");
                    if (has_body(operation)) form.input = draft.input_for(i, {}, Value::object());
                    draft.call(i, &object, std::move(form));
                }
                draft.read(object);
                // The same words of another object are another call.
                const Object& other = draft.make(*recipe);
                CallForm form = keyed("key-${run}");
                if (has_body(operation)) form.input = draft.input_for(i, {}, Value::object());
                draft.call(i, &other, std::move(form));
                draft.read(other);
                author_.add(draft);
            }
        }
    }

    void expansions() {
        const std::string& name = pack_.serve.expand;
        for (Index i = 0; i < pack_.resources.size(); ++i) {
            const Recipe* recipe = author_.fullest(i);
            const Index get = operation_of(pack_, i, pack::Does::Get);
            if (recipe == nullptr || get == kNone) continue;
            Draft draft = author_.draft(author_.resource(i).singular + " with what it refers to");
            draft.walk().is_loose = true;
            const Object& object = draft.make(*recipe);
            const auto ask = [&](Index operation, Value paths) {
                CallForm form;
                form.input.set(name, std::move(paths));
                draft.call(operation, &object, std::move(form));
            };
            std::vector<std::string> paths = {"no_such_field"};
            for (const pack::Field& field : author_.resource(i).fields) {
                if (field.hidden) continue;
                paths.push_back(field.path);
                if (field.ref == kNone) continue;
                for (const pack::Field& inner : author_.resource(field.ref).fields) {
                    if (inner.ref == kNone || inner.hidden) continue;
                    paths.push_back(field.path + '.' + inner.path);
                    for (const pack::Field& last : author_.resource(inner.ref).fields) {
                        if (last.ref != kNone) {
                            paths.push_back(field.path + '.' + inner.path + '.' + last.path);
                        }
                    }
                }
            }
            for (const std::string& path : paths) ask(get, Value::array({Value(path)}));
            const Index list = operation_of(pack_, i, pack::Does::List);
            for (const std::string& path : paths) {
                if (list != kNone) ask(list, Value::array({Value("data." + path)}));
            }
            author_.add(draft);
        }
    }

    Authoring& author_;
    const pack::Pack& pack_;
    std::vector<Index> creates_;
    int keys_ = 0;
};

}  // namespace

void write_manners(Authoring& author) {
    Manners(author).run();
}

}  // namespace understudy::verify
