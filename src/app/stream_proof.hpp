// A world whose streams are proven on the way: each one is judged by the grammar that its operation
// names, as soon as it was answered.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "app/world_target.hpp"
#include "fixture/shelf.hpp"
#include "grammar/grammar.hpp"
#include "pack/load.hpp"

namespace understudy::app {

class StreamProof final : public plan::Target {
public:
    // All outlive it. A grammar is sought in the pack's own folder (grammars/NAME.yaml) and among
    // those that are shipped.
    StreamProof(WorldTarget& world, const pack::Pack& pack, const pack::Folder& folder);

    base::Result<http::Response> call(const plan::Call& call) override;
    base::Result<http::Response> control(const plan::Call& call) override;

    struct Problem {
        std::string step;  // whose call it was
        base::Error error;
    };
    const std::vector<Problem>& problems() const { return problems_; }

private:
    base::Result<void> judge(const pack::Operation& operation, std::string_view body,
                             const std::string& step);
    base::Result<const grammar::Grammar*> grammar_named(const std::string& name);

    WorldTarget& world_;
    const pack::Pack& pack_;
    const pack::Folder& folder_;
    fixture::Shelf shelf_;
    std::map<std::string, grammar::Grammar> grammars_;
    std::vector<Problem> problems_;
};

}  // namespace understudy::app
