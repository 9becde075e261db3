// Reads the maps of a policy and collects every problem on the way. A map is read by asking for its
// keys; what was never asked for is an unknown key.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "base/result.hpp"
#include "json/value.hpp"

namespace understudy::secret {

class PolicyProblems {
public:
    // A file with more problems than this is told about the first ones.
    static constexpr std::size_t kMost = 200;

    void add(std::string what, std::string why, std::string nearest = {});
    void add(std::vector<base::Error> others);
    void wrong_kind(std::string what, std::string_view expected, const json::Value& found);

    bool is_empty() const { return list_.empty(); }
    std::size_t count() const { return count_; }  // those past the most included
    // secret.bad_policy: all of them as one error about `what`.
    base::Failure fail(std::string what, base::Mark where = {});

private:
    std::vector<base::Error> list_;
    std::size_t count_ = 0;
};

class PolicyMap {
public:
    // `what` names it in problems: "suppression 2". Not a map is a problem.
    PolicyMap(PolicyProblems& problems, const json::Value& value, std::string what);

    bool is_map() const { return value_.is_object(); }
    const std::string& what() const { return what_; }
    const json::Value* get(std::string_view key);   // nullptr: not there
    const json::Value* need(std::string_view key);  // reports it missing

    // Empty where it is missing or no text, which is reported; needed texts are not blank either.
    std::string text(std::string_view key);
    std::string need_text(std::string_view key);
    std::vector<std::string> texts(std::string_view key);  // a list of texts that are not blank
    const json::Value* list(std::string_view key);         // nullptr: not there, or no list
    std::optional<std::int64_t> whole(std::string_view key, std::int64_t least, std::int64_t most);

    void problem(std::string why) { problems_.add(what_, std::move(why)); }
    void done();  // reports what was never asked for

private:
    PolicyProblems& problems_;
    const json::Value& value_;
    std::string what_;
    std::vector<std::string> asked_;
};

}  // namespace understudy::secret
