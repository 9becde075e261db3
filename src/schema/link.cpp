// The look at the whole after all nodes are built: which properties are read-only, which branches
// of a choice can be told apart early, and whether some schema leads back to itself forever.
#include <algorithm>
#include <map>

#include "base/text.hpp"
#include "schema/impl/builder.hpp"

namespace understudy::schema {

using base::Code;
using json::Value;

namespace {

constexpr int kLook = 8;      // how far to look through references and allOf
constexpr int kVisits = 256;  // and at how many nodes for one branch: a hostile schema is wide
constexpr std::uint32_t kTexts = 1000;  // an enumeration longer than this tells nothing

bool says(const Program& program, NodeId id, std::string_view keyword, int look) {
    const Node& node = program.nodes[id];
    if (!node.schema->is_object()) return false;
    if (node.checks & kRefCheck && look > 0 && says(program, node.ref, keyword, look - 1)) {
        return true;
    }
    const Value* flag = node.schema->find(keyword);
    return flag != nullptr && flag->is_bool() && flag->as_bool();
}

void mark_directions(Program& program) {
    for (ObjectCheck& object : program.objects) {
        for (Property& property : object.properties) {
            if (property.node == kNoNode) continue;
            property.read_only = says(program, property.node, "readOnly", kLook);
            property.write_only = says(program, property.node, "writeOnly", kLook);
            object.has_direction =
                object.has_direction || property.read_only || property.write_only;
        }
    }
}

// --- choices -------------------------------------------------------------------------------------

std::uint8_t types_of_enum(const EnumCheck& check) {
    unsigned bits = check.strings.size() > 0 ? unsigned{kStringBit} : 0U;
    for (const Value& value : check.others) {
        bits |= bit_of(value.kind());
        if (value.is_number()) bits |= kIntegerBit;
    }
    return static_cast<std::uint8_t>(bits);
}

// The kinds of value that may get past a node; too many is harmless, too few is wrong.
std::uint8_t types_let_in(const Program& program, NodeId id, int look, int& visits) {
    if (--visits < 0) return kAnyType;
    const Node& node = program.nodes[id];
    unsigned bits = node.types;
    if (bits & kNumberBit) bits |= kIntegerBit;
    if (node.checks & kEnumCheck) bits &= types_of_enum(program.enumerations[node.enumeration]);
    if (look > 0 && node.checks & kRefCheck) {
        bits &= types_let_in(program, node.ref, look - 1, visits);
    }
    if (look > 0 && node.checks & kInPlaceCheck) {
        const InPlace& in_place = program.in_places[node.in_place];
        for (const NodeId each : in_place.all) {
            bits &= types_let_in(program, each, look - 1, visits);
        }
        for (const Choice& choice : in_place.choices) {
            unsigned any = 0;
            for (const NodeId each : choice.branches) {
                any |= types_let_in(program, each, look - 1, visits);
            }
            bits &= any;
        }
    }
    if (node.checks & kNullPasses) bits |= kNullBit;
    return static_cast<std::uint8_t>(bits);
}

struct Telling {
    bool required = false;
    const KeyTable* texts = nullptr;
};
using Tellings = std::map<std::string, Telling, std::less<>>;

// The texts a node accepts, if it accepts nothing but texts of a list.
const KeyTable* texts_of(const Program& program, NodeId id, int look) {
    const Node& node = program.nodes[id];
    if (node.checks & kNullPasses) return nullptr;
    if (node.checks & kEnumCheck) {
        const EnumCheck& check = program.enumerations[node.enumeration];
        const bool tells = check.others.empty() && check.strings.size() <= kTexts;
        return tells ? &check.strings : nullptr;
    }
    if (look > 0 && node.checks & kRefCheck) return texts_of(program, node.ref, look - 1);
    return nullptr;
}

void gather_tellings(const Program& program, NodeId id, int look, int& visits, Tellings& out) {
    const Node& node = program.nodes[id];
    if (--visits < 0 || node.checks & kNullPasses) return;
    if (node.checks & kObjectCheck) {
        const ObjectCheck& object = program.objects[node.object];
        for (std::uint32_t row = 0; row < object.keys.size(); ++row) {
            const Property& property = object.properties[row];
            if (property.node == kNoNode) continue;
            const KeyTable* texts = texts_of(program, property.node, kLook);
            if (texts == nullptr) continue;
            // Who says `required` only for one direction says nothing here.
            const bool required = property.required != kNoDetail && !object.has_direction;
            out.try_emplace(object.keys.key(row), Telling{required, texts});
        }
    }
    if (look > 0 && node.checks & kRefCheck) {
        gather_tellings(program, node.ref, look - 1, visits, out);
    }
    if (look > 0 && node.checks & kInPlaceCheck) {
        for (const NodeId each : program.in_places[node.in_place].all) {
            gather_tellings(program, each, look - 1, visits, out);
        }
    }
}

// The property that most branches can be told by; the one with most different texts wins a tie.
std::string find_telling(const std::vector<Tellings>& branches) {
    std::map<std::string, std::pair<std::size_t, KeyTable>, std::less<>> counts;
    for (const Tellings& branch : branches) {
        for (const auto& [key, telling] : branch) {
            auto& [count, texts] = counts[key];
            ++count;
            for (const std::string& text : telling.texts->keys()) texts.add(text);
        }
    }
    std::string best;
    std::pair<std::size_t, std::size_t> most{1, 0};
    for (const auto& [key, found] : counts) {
        const std::pair<std::size_t, std::size_t> here{found.first, found.second.size()};
        if (here > most) {
            most = here;
            best = key;
        }
    }
    return best;
}

void narrow_choice(const Program& program, Choice& choice) {
    const std::size_t count = choice.branches.size();
    if (count > 64) return;
    choice.is_narrowed = true;
    std::vector<Tellings> tellings(count);
    for (std::size_t i = 0; i < count; ++i) {
        int visits = kVisits;
        const std::uint8_t types = types_let_in(program, choice.branches[i], kLook, visits);
        for (std::size_t kind = 0; kind < 7; ++kind) {
            if (types >> kind & 1U) choice.may_by_kind[kind] |= std::uint64_t{1} << i;
        }
        if (types & kIntegerBit) choice.may_by_kind[2] |= std::uint64_t{1} << i;
        visits = kVisits;
        gather_tellings(program, choice.branches[i], kLook, visits, tellings[i]);
    }
    choice.telling = find_telling(tellings);
    if (choice.telling.empty()) return;
    for (std::size_t i = 0; i < count; ++i) {
        const auto telling = tellings[i].find(choice.telling);
        const std::uint64_t bit = std::uint64_t{1} << i;
        if (telling == tellings[i].end()) {
            choice.may_untold |= bit;
            choice.may_unknown |= bit;
            continue;
        }
        if (!telling->second.required) choice.may_untold |= bit;
        for (const std::string& text : telling->second.texts->keys()) {
            const std::uint32_t row = choice.told.add(text);
            if (row == choice.may_by_told.size()) choice.may_by_told.push_back(0);
            choice.may_by_told[row] |= bit;
        }
    }
    for (std::uint64_t& may : choice.may_by_told) may |= choice.may_unknown;
}

// --- endless loops -------------------------------------------------------------------------------

// The nodes that apply to the same value as this one.
std::vector<NodeId> same_place(const Program& program, NodeId id) {
    const Node& node = program.nodes[id];
    std::vector<NodeId> out;
    if (node.checks & kRefCheck) out.push_back(node.ref);
    if (!(node.checks & kInPlaceCheck)) return out;
    const InPlace& in_place = program.in_places[node.in_place];
    out.insert(out.end(), in_place.all.begin(), in_place.all.end());
    for (const Choice& choice : in_place.choices) {
        out.insert(out.end(), choice.branches.begin(), choice.branches.end());
    }
    for (const NodeId each : {in_place.negated, in_place.condition, in_place.then,
                              in_place.otherwise, in_place.dynamic}) {
        if (each != kNoNode) out.push_back(each);
    }
    for (const Dependency& dependency : in_place.dependencies) out.push_back(dependency.node);
    return out;
}

void find_endless(const Program& program, Problems& problems) {
    enum class Colour : std::uint8_t { White, Grey, Black };
    struct Frame {
        NodeId id;
        std::vector<NodeId> next;
    };
    std::vector<Colour> colours(program.nodes.size(), Colour::White);
    for (NodeId start = 0; start < program.nodes.size(); ++start) {
        if (colours[start] != Colour::White) continue;
        std::vector<Frame> stack;
        colours[start] = Colour::Grey;
        stack.push_back({start, same_place(program, start)});
        while (!stack.empty()) {
            if (stack.back().next.empty()) {
                colours[stack.back().id] = Colour::Black;
                stack.pop_back();
                continue;
            }
            const NodeId id = stack.back().next.back();
            stack.back().next.pop_back();
            if (colours[id] == Colour::White) {
                colours[id] = Colour::Grey;
                stack.push_back({id, same_place(program, id)});
            } else if (colours[id] == Colour::Grey) {
                const std::string target = absolute_text(program, program.nodes[id].location);
                problems.add(Code::SchemaEndless, program.nodes[stack.back().id].location, "",
                             {{"reference", base::quoted(target, 200)}});
            }
        }
    }
}

}  // namespace

void link(Program& program, Problems& problems) {
    find_endless(program, problems);
    if (!problems.is_empty()) return;
    mark_directions(program);
    for (InPlace& in_place : program.in_places) {
        for (Choice& choice : in_place.choices) narrow_choice(program, choice);
    }
}

}  // namespace understudy::schema
