// Judges a stream by a grammar, record by record, in one pass.
//
//     Judge judge = TRY(Judge::open(grammar, {.mark_of = marks}));
//     for (const json::Value& record : records) TRY_VOID(judge.feed({record}));
//     Outcome outcome = judge.finish(Ending::Complete);
//     for (const Verdict& verdict : outcome.verdicts) ...
//
// Memory grows with the number of distinct keys, never with the number of records. The same records
// give the same verdicts in the same order. Between two records `next()` says what may come: fakes
// choose from it, faults cut where it says that a stream may stop.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/code.hpp"
#include "base/mark.hpp"
#include "base/result.hpp"
#include "grammar/grammar.hpp"
#include "grammar/kinds.hpp"
#include "json/value.hpp"

namespace understudy::grammar {

inline constexpr std::size_t kMaxKeys = 1'000'000;         // of one judge
inline constexpr std::size_t kMaxJoinedBytes = 64u << 20;  // of one judge's joined texts

inline constexpr std::size_t kMaxVerdicts = 10'000;  // kept; further ones are counted

struct Record {
    json::Value value;
    json::Value about{};  // what is known of the record but not in it, read by `@/...`: its file
                          // name, the name of its event, its direction
};

// Records first to last, counted from 1.
struct Span {
    std::size_t first = 0;
    std::size_t last = 0;
    friend bool operator==(const Span&, const Span&) = default;
};

// One end of a reference or a join.
struct End {
    std::string role;        // empty: the stream itself
    std::size_t record = 0;  // 0: not a record of the stream
    std::string field;
    std::string value;  // as JSON, cut; empty: nothing there
    friend bool operator==(const End&, const End&) = default;
};

struct Verdict {
    base::Code code{};  // fixture.order.unexpected, ...
    std::string constraint;
    Kind kind{};  // meaningless for fixture.order.unknown_type, which belongs to no constraint
    Severity severity{};
    std::size_t record = 0;  // from 1; 0 if there was none
    bool at_end = false;     // found when the stream ended
    base::Mark mark;
    std::string type;                // of that record
    std::string key;                 // of its instance, if it has one
    std::string state;               // before the record
    std::vector<std::string> legal;  // the types that could have come
    std::string expected;            // the same in words
    std::string came;
    std::vector<Span> witness;  // the shortest list of records that fails alone
    std::vector<End> ends;
    std::size_t folded = 0;  // later findings with the same cause
    std::string nearest;     // unknown types: the known one that looks most like it
};

// What a stream may refer to outside itself. The room reads no files: the caller answers.
class Bundle {
public:
    virtual ~Bundle() = default;
    // nullopt: cannot say. The constraint is then reported as not judged, never as passed.
    virtual std::optional<bool> has_file(std::string_view name) const = 0;
    virtual std::optional<std::string> file_bytes(std::string_view name) const = 0;
    // All values of a field (a pointer, `*` for each item) in the records of another role.
    virtual std::optional<std::vector<json::Value>> values(std::string_view role,
                                                           std::string_view field) const = 0;
};

struct Options {
    std::string dialect{};                   // empty: the grammar's own choice
    std::optional<Severity> unknown_type{};  // instead of the grammar's: reconcile says drift
    std::string version{};                   // of the tool that wrote the stream, if known
    std::string only{};                      // the id of one constraint to judge alone
    const Bundle* bundle = nullptr;          // outlives the judge
    std::function<base::Mark(std::size_t record)> mark_of{};  // asked only when something is found
};

// A constraint that could not be judged, and why.
struct Unjudged {
    std::string constraint;
    std::string why;
    std::size_t times = 0;
    std::size_t record = 0;  // the first
};

struct Outcome {
    std::vector<Verdict> verdicts;
    std::vector<Unjudged> unjudged;
    std::size_t dropped = 0;  // verdicts past kMaxVerdicts
    std::size_t records = 0;
    Ending ending{};
    std::string dialect;
    bool pin_is_old = false;  // the stream's version is above the grammar's pin

    std::optional<Severity> worst() const;
};

struct NextType {
    std::string type;
    bool certain = true;  // false: it depends on the record (a guard, a key)
};

struct Next {
    std::vector<NextType> types;  // in the order of the grammar
    bool may_complete = false;    // stopping here would be a legal ending of each sort
    bool may_fail = false;
    bool may_interrupt = false;  // a legal place to cut
};

class Judge {
public:
    static base::Result<Judge> open(const Grammar& grammar, Options options = {});

    Judge(Judge&&) noexcept;
    Judge& operator=(Judge&&) noexcept;
    ~Judge();

    // Fails only when a limit is hit; after that every call repeats the error.
    base::Result<void> feed(const Record& record);
    Next next() const;
    // What the records fed so far, ended like this, amount to. The judge may be fed on.
    Outcome finish(Ending ending) const;

    const std::vector<Verdict>& so_far() const;  // found before any ending

private:
    struct State;
    explicit Judge(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace understudy::grammar
