// Vectorscan's home: one automaton for all rules.
#include <hs/hs.h>

#include <algorithm>
#include <cstdlib>

#include "base/assert.hpp"
#include "secret/code.hpp"
#include "secret/impl/automaton_pattern.hpp"
#include "secret/matcher.hpp"

namespace understudy::secret {

namespace {

struct Freed {
    void operator()(hs_database_t* database) const { hs_free_database(database); }
    void operator()(hs_scratch_t* scratch) const { hs_free_scratch(scratch); }
};
using Database = std::unique_ptr<hs_database_t, Freed>;
using Scratch = std::unique_ptr<hs_scratch_t, Freed>;

base::Failure failed(std::string why) {
    return base::fail(code::BadDatabase, {{"why", std::move(why)}});
}

class AutomatonRun final : public Matcher::Run {
public:
    AutomatonRun(const hs_database_t* database, Scratch scratch)
        : database_(database), scratch_(std::move(scratch)) {}

    void look(std::string_view text, std::vector<Candidate>& found) override {
        constexpr std::size_t kMost = (std::size_t{1} << 31U) - 1;
        text = text.substr(0, kMost);
        hs_scan(
            database_, text.data(), static_cast<unsigned>(text.size()), 0, scratch_.get(),
            [](unsigned rule, unsigned long long, unsigned long long end, unsigned,
               void* told) -> int {
                static_cast<std::vector<Candidate>*>(told)->push_back(
                    {rule, static_cast<std::uint32_t>(end)});
                return 0;
            },
            &found);
    }

private:
    const hs_database_t* database_;
    Scratch scratch_;
};

class Automaton final : public Matcher {
public:
    Automaton(Database database, Scratch scratch)
        : database_(std::move(database)), scratch_(std::move(scratch)) {}

    std::unique_ptr<Run> start() const override {
        hs_scratch_t* own = nullptr;
        const hs_error_t made = hs_clone_scratch(scratch_.get(), &own);
        ASSERT(made == HS_SUCCESS, "no memory for the scratch space of a search");
        return std::make_unique<AutomatonRun>(database_.get(), Scratch(own));
    }

private:
    Database database_;
    Scratch scratch_;
};

class JoinedRun final : public Matcher::Run {
public:
    JoinedRun(std::unique_ptr<Matcher::Run> first, std::uint32_t rules_of_first,
              std::unique_ptr<Matcher::Run> second)
        : first_(std::move(first)), offset_(rules_of_first), second_(std::move(second)) {}

    void look(std::string_view text, std::vector<Candidate>& found) override {
        first_->look(text, found);
        const std::size_t before = found.size();
        second_->look(text, found);
        for (std::size_t i = before; i < found.size(); ++i) {
            if (found[i].rule != kKeyCandidate) found[i].rule += offset_;
        }
        std::inplace_merge(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(before),
                           found.end(),
                           [](const Candidate& a, const Candidate& b) { return a.end < b.end; });
    }

private:
    std::unique_ptr<Matcher::Run> first_;
    std::uint32_t offset_;
    std::unique_ptr<Matcher::Run> second_;
};

class Joined final : public Matcher {
public:
    Joined(std::shared_ptr<const Matcher> first, std::uint32_t rules_of_first,
           std::shared_ptr<const Matcher> second)
        : first_(std::move(first)), rules_of_first_(rules_of_first), second_(std::move(second)) {}

    std::unique_ptr<Run> start() const override {
        return std::make_unique<JoinedRun>(first_->start(), rules_of_first_, second_->start());
    }

private:
    std::shared_ptr<const Matcher> first_;
    std::uint32_t rules_of_first_;
    std::shared_ptr<const Matcher> second_;
};

}  // namespace

base::Result<std::string> make_database(const Rules& rules, Keys keys) {
    std::vector<std::string> patterns;
    std::vector<unsigned> ids;
    for (std::size_t i = 0; i < rules.all().size(); ++i) {
        patterns.push_back(automaton_pattern(rules.all()[i]));
        ids.push_back(static_cast<unsigned>(i));
    }
    if (keys == Keys::With) {
        patterns.push_back(key_pattern());
        ids.push_back(kKeyCandidate);
    }
    std::vector<const char*> texts;
    for (const std::string& pattern : patterns) texts.push_back(pattern.c_str());
    const std::vector<unsigned> flags(patterns.size(), 0);
    const hs_platform_info_t any_machine{};  // the binary travels
    hs_database_t* made = nullptr;
    hs_compile_error_t* problem = nullptr;
    if (hs_compile_multi(texts.data(), flags.data(), ids.data(),
                         static_cast<unsigned>(texts.size()), HS_MODE_BLOCK, &any_machine, &made,
                         &problem) != HS_SUCCESS) {
        std::string why = problem->message;
        const auto index = static_cast<std::size_t>(problem->expression);
        if (problem->expression >= 0 && index < rules.all().size()) {
            why += " (rule " + rules.all()[index].id + ")";
        }
        hs_free_compile_error(problem);
        return failed(std::move(why));
    }
    const Database database(made);
    char* bytes = nullptr;
    std::size_t size = 0;
    if (hs_serialize_database(database.get(), &bytes, &size) != HS_SUCCESS) {
        return failed("it cannot be written down");
    }
    std::string text(bytes, size);
    std::free(bytes);
    return text;
}

base::Result<std::shared_ptr<const Matcher>> matcher_of(std::string_view database) {
    hs_database_t* made = nullptr;
    if (hs_deserialize_database(database.data(), database.size(), &made) != HS_SUCCESS) {
        return failed("it was not made for this kind of machine");
    }
    Database owned(made);
    hs_scratch_t* scratch = nullptr;
    if (hs_alloc_scratch(owned.get(), &scratch) != HS_SUCCESS) return failed("no memory");
    return std::make_shared<const Automaton>(std::move(owned), Scratch(scratch));
}

std::shared_ptr<const Matcher> joined(std::shared_ptr<const Matcher> first,
                                      std::uint32_t rules_of_first,
                                      std::shared_ptr<const Matcher> second) {
    return std::make_shared<const Joined>(std::move(first), rules_of_first, std::move(second));
}

}  // namespace understudy::secret
