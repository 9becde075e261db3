// What the files author*.cpp share: each writes the walks about one side of a service.
#pragma once

#include <string>
#include <vector>

#include "verify/author.hpp"
#include "verify/draft.hpp"
#include "verify/values.hpp"

namespace understudy::verify {

struct Authoring {
    const pack::Pack& pack;
    const Reach& reach;
    const AuthorOptions& options;
    std::vector<Walk> walks = {};

    const pack::Resource& resource(pack::Index index) const { return pack.resources[index]; }
    const pack::Operation& operation(pack::Index index) const { return pack.operations[index]; }
    Draft draft(std::string about) const { return Draft(pack, reach.recipes, std::move(about)); }
    void add(Draft& draft) {
        if (!draft.walk().legs.empty()) walks.push_back(draft.done());
    }

    // Recipes of a resource, one a state; the first is the plainest.
    std::vector<const Recipe*> states_of(pack::Index resource) const;
    const Recipe* plainest(pack::Index resource) const;  // nullptr: no call makes one
    const Recipe* fullest(pack::Index resource) const;
};

// One thing that an operation takes: a field it writes, or a parameter.
struct Taking {
    std::string name;  // as it is spelled
    const pack::FieldSchema* schema = nullptr;
    pack::Index ref = pack::kNone;
    bool required = false;
    bool is_params = false;  // of the operation or its move, and no field
    const pack::Field* field = nullptr;
};
std::vector<Taking> takings_of(const pack::Pack& pack, const pack::Operation& operation);

void write_lives(Authoring& author);    // author_lives.cpp: states, moves, timers, children
void write_inputs(Authoring& author);   // author_inputs.cpp: good and bad values of parameters
void write_lists(Authoring& author);    // author_lists.cpp: order, pages, filters
void write_manners(Authoring& author);  // author_manners.cpp: keys, routes, repeats, expansion

}  // namespace understudy::verify
