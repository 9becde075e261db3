// A walk while it is written: objects are made and get names, calls are made with them.
//
//     Draft draft(pack, recipes, "a charge is captured");
//     const Object& charge = draft.make(recipe);
//     draft.call(capture, charge, {});
//     Walk walk = draft.done();
#pragma once

#include <deque>
#include <map>
#include <string>
#include <vector>

#include "verify/recipe.hpp"
#include "verify/walk.hpp"

namespace understudy::verify {

struct Object {
    pack::Index resource = pack::kNone;
    std::string name;  // a hole with its id: "${charge1}"
    std::map<pack::Index, const Object*> refs;
    json::Value input;  // it was made with
};

struct CallForm {
    json::Value input = json::Value::object();  // body, or query of what has no body
    std::vector<std::pair<std::string, std::string>> headers = {};
    plan::Auth auth = plan::Auth::Own;
    bool form = false;    // as a form, not as JSON
    std::string id = {};  // in the place of the object's own
    std::vector<std::pair<std::string, std::string>> captures = {};  // name, pointer
};

class Draft {
public:
    Draft(const pack::Pack& pack, const std::vector<Recipe>& recipes, std::string about);

    const Object& make(const Recipe& recipe, const json::Value& input = json::Value::object());
    const Object& make(const Recipe& recipe, const CallForm& form);
    // Fields of `given` refer to these objects, whatever the recipe would make for them.
    const Object& make_below(const Recipe& recipe,
                             const std::map<pack::Index, const Object*>& given);
    void act(const Action& action, const Object& object);
    // False: the route has a parameter nothing gives a value.
    bool call(pack::Index operation, const Object* object, CallForm form);
    void raw(plan::Request request, plan::Effect effect, std::string operation = {});
    void advance(base::Duration by);

    // The input that works, as far as the pack tells: references of the recipe filled in.
    json::Value input_for(pack::Index operation, const std::map<pack::Index, const Object*>& refs,
                          const json::Value& more) const;
    // Reads every object that can be read, then what has happened.
    void observe();
    void read(const Object& object);
    void list(pack::Index resource);

    const std::deque<Object>& objects() const { return objects_; }
    Walk done() { return std::move(walk_); }
    Walk& walk() { return walk_; }

private:
    const Object& make(const Recipe& recipe, const CallForm& form,
                       std::map<pack::Index, const Object*> refs);
    std::string next_id(std::string_view base);
    void control(std::string path, json::Value body);

    const pack::Pack& pack_;
    const std::vector<Recipe>& recipes_;
    Walk walk_;
    std::deque<Object> objects_;
    std::map<std::string, int> counts_;
};

// Sets a value at a dotted path of an input.
void put_input(json::Value& input, std::string_view path, json::Value value);
// The spelling of a field as a parameter.
std::string spelled(const pack::Field& field);
// What an operation does to the service.
plan::Effect effect_of(const pack::Pack& pack, const pack::Operation& operation);
// The first operation of a resource that does this; kNone.
pack::Index operation_of(const pack::Pack& pack, pack::Index resource, pack::Does does);
bool has_body(const pack::Operation& operation);

}  // namespace understudy::verify
