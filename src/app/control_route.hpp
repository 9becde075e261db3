// What a verb asks of the control plane, as data: the route, where each argument goes, how the
// answer is shown. Parser, help, documentation and tests read it; a new route costs a line.
//
//     constexpr Slot kArm[] = {{"RESOURCE", "/resource"}, {"--status", "/status", As::Number}};
//     constexpr ControlRoute kRoutes[] = {{"POST", "/faults", kArm, {.text = shown_record}}};
//
// Values are handed on, not judged: the server checks them and says what is wrong.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "app/exit_code.hpp"
#include "base/result.hpp"
#include "json/value.hpp"

namespace understudy::app {

class ControlTalk;  // control_talk.hpp

// What the words of an argument become.
enum class As : std::uint8_t {
    Text,     // a string
    Number,   // a number if it looks like one, else a string for the server to refuse
    Json,     // what the JSON says
    Yes,      // a switch: true
    Words,    // an array of strings
    List,     // an array, each word a value in JSON; `-` stands for those on standard input
    Entries,  // the same as entries of a tape: 5 becomes {"value":5}
    Pairs,    // NAME=VALUE each: members with strings
    Body,     // the whole body: the bytes of a file, `-` for standard input
};

struct Slot {
    std::string_view argument;  // "--status", "ID"; empty: `fixed` is sent always
    // "{id}" of the path, "?status" of the query, "/match/input" of the body (a JSON Pointer; empty
    // is all of it).
    std::string_view place;
    As as = As::Text;
    std::string_view fixed = {};  // JSON
};

// Whose key the route takes.
enum class Whose : std::uint8_t {
    Nobody,    // none is needed
    Anybody,   // a world's or the operator's
    World,     // a world's; with the operator's, --world says which
    Family,    // the operator's, or that of the world named or of one it stems from
    Operator,  // the operator's
};

struct Look {
    bool colour = false;
};

struct Column {
    std::string_view head;
    std::string_view path;  // of the record's member: "request.path"; `a|b`: the first there is
};

// How an answer is shown to people: as a table of a list's records, in words of its own, or, with
// neither, as it came.
struct Face {
    std::span<const Column> columns = {};
    std::string_view nothing = {};  // said of an empty list
    std::string (*text)(const json::Value& answer, const Look& look) = nullptr;
};

// A verb with several routes takes the first whose condition holds.
struct When {
    std::string_view argument = {};  // it was given; empty: always
    std::string_view begins = {};    // and begins with this
};

struct ControlRoute {
    std::string_view method;
    std::string_view path;  // below /__admin__: "/faults/{id}"
    std::span<const Slot> slots = {};
    Face face = {};
    Whose whose = Whose::World;
    bool is_list = false;  // all pages are asked for
    When when = {};
    // Instead of one question and its answer: several, or an answer that goes elsewhere.
    base::Result<ExitCode> (*perform)(ControlTalk& talk) = nullptr;
};

inline constexpr std::string_view kControlPrefix = "/__admin__";

}  // namespace understudy::app
