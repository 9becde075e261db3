// Applies a Program to a value. Every check is written once, for two uses: kReport = false answers
// as soon as the answer is certain and takes no memory; kReport = true goes on and writes down each
// violation with both its paths.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "schema/check.hpp"
#include "schema/impl/evaluated.hpp"
#include "schema/impl/node.hpp"
#include "schema/impl/trail.hpp"
#include "schema/impl/truth.hpp"

namespace understudy::schema {

class Evaluator {
public:
    Evaluator(const Program& program, const CheckOptions& options)
        : program_(program), options_(options) {}

    Truth answer(NodeId root, const json::Value& value);
    // Fills the lists of `outcome`; call it after `answer` said No or Unknown.
    void report(NodeId root, const json::Value& value, Outcome& outcome);

private:
    using Value = json::Value;

    template <bool kReport>
    Truth apply(NodeId id, const Value& value, Evaluated* evaluated, TrailArg<kReport> trail);
    template <bool kReport>
    Truth apply_checks(const Node& node, unsigned checks, const Value& value, Evaluated* evaluated,
                       TrailArg<kReport> trail);
    template <bool kReport>
    Truth apply_deep(const Node& node, unsigned checks, const Value& value, Evaluated* evaluated,
                     TrailArg<kReport> trail);
    // The common case, a child with nothing to check but its kind, without a call.
    template <bool kReport>
    Truth apply_child(NodeId id, const Value& value, TrailArg<kReport> trail) {
        const Node& node = program_.nodes[id];
        if (node.checks == 0 && (node.types & bit_of(value.kind())) != 0) return Truth::Yes;
        return apply<kReport>(id, value, nullptr, trail);
    }

    template <bool kReport>
    Truth check_enum(const Node& node, const Value& value, TrailArg<kReport> trail);
    template <bool kReport>
    Truth check_number(const Node& node, const Value& value, TrailArg<kReport> trail);
    template <bool kReport>
    Truth check_string(const Node& node, const Value& value, TrailArg<kReport> trail);
    template <bool kReport>
    Truth check_object(const Node& node, const Value& value, Evaluated* evaluated,
                       TrailArg<kReport> trail);
    template <bool kReport>
    Truth check_member(const Node& node, const ObjectCheck& check, std::uint32_t row,
                       const json::Member& member, bool& spoken, TrailArg<kReport> trail);
    template <bool kReport>
    Truth check_required(const Node& node, const ObjectCheck& check, const Value& value,
                         std::uint64_t seen, TrailArg<kReport> trail);
    template <bool kReport>
    Truth check_array(const Node& node, const Value& value, Evaluated* evaluated,
                      TrailArg<kReport> trail);
    template <bool kReport>
    Truth check_contains(const Node& node, const Value& value, Evaluated* evaluated,
                         TrailArg<kReport> trail);
    template <bool kReport>
    Truth check_in_place(const Node& node, const Value& value, Evaluated* evaluated,
                         TrailArg<kReport> trail);
    template <bool kReport>
    Truth check_condition(const InPlace& in_place, const Value& value, Evaluated* evaluated,
                          TrailArg<kReport> trail);
    template <bool kReport>
    Truth check_choice(const Node& node, const Choice& choice, const Value& value,
                       Evaluated* evaluated, TrailArg<kReport> trail);
    template <bool kReport>
    Truth check_unevaluated(const Node& node, const Value& value, Evaluated& evaluated,
                            TrailArg<kReport> trail);

    // Without blame, whatever comes out; what could not be checked is still written down.
    template <bool kReport>
    Truth ask(NodeId id, const Value& value, Evaluated* evaluated, TrailArg<kReport> trail);

    std::uint64_t branches_to_try(const Choice& choice, const Value& value) const;
    std::uint32_t selected_branch(const Choice& choice, const Value& value) const;
    NodeId dynamic_target(const InPlace& in_place) const;
    bool is_wrong_direction(const Property& property) const;
    bool is_waived(const Property& property) const;
    bool is_whole(const Node& node, const Value& value) const;

    bool is_full() const { return count_ >= options_.most_violations; }
    void blame(base::Code code, const Node& node, Keyword keyword, const Value& value,
               const Trail<true>& trail, std::vector<base::Arg> args = {},
               std::vector<Violation> because = {});
    void blame_type(const Node& node, const Value& value, const Trail<true>& trail);
    void note(base::Code code, const Node& node, std::string_view keyword, const Trail<true>& trail,
              std::vector<base::Arg> args, std::vector<base::Error> because = {});

    const Program& program_;
    const CheckOptions& options_;
    std::size_t depth_ = 0;
    std::size_t steps_ = 0;
    std::vector<std::uint32_t> scope_;  // resources entered, outermost first; if has_dynamic
    Outcome* outcome_ = nullptr;
    std::vector<Violation>* list_ = nullptr;
    std::size_t count_ = 0;
};

}  // namespace understudy::schema
