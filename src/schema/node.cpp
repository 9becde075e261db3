// Locations as text.
#include "schema/impl/node.hpp"

#include "json/pointer.hpp"

namespace understudy::schema {

std::string pointer_text(const Program& program, std::uint32_t location) {
    std::vector<const Location*> steps;
    for (std::uint32_t at = location; program.locations[at].up != Location::kTop;
         at = program.locations[at].up) {
        steps.push_back(&program.locations[at]);
    }
    json::Pointer pointer;
    for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
        if ((*step)->is_index) {
            pointer.push(std::size_t{(*step)->index});
        } else {
            pointer.push((*step)->key);
        }
    }
    return pointer.to_text();
}

std::string absolute_text(const Program& program, std::uint32_t location) {
    const Location& place = program.locations[location];
    return program.documents[place.document]->uri + "#" + pointer_text(program, location);
}

}  // namespace understudy::schema
