// What corresponds to what: two services that say the same thing say it with ids, times and
// outside values of their own.
//
//     Likeness likeness(pack, clocks);
//     const Marked marked = likeness.mark(fake_body, target_body, {});
//     marked.fake == marked.target            // after the same id here and there is one token
//
// An id met for the first time in the same place on both sides is the same object from then on. A
// time is told from its start where both clocks go in step, else only its form counts. A value
// from outside the service has to fit its schema.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.hpp"
#include "json/pointer.hpp"
#include "json/value.hpp"
#include "pack/pack.hpp"

namespace understudy::verify {

struct Clocks {
    base::Instant fake = {};                   // when the fake's world began
    std::optional<base::Instant> target = {};  // nothing: its clock goes its own way
};

struct Marked {
    json::Value fake, target;
};

class Likeness {
public:
    struct Options {
        bool shared = false;   // the target holds things that are not of this walk
        bool is_list = false;  // the answer of a list
    };

    Likeness(const pack::Pack& pack, Clocks clocks);

    // Both with tokens in the place of what corresponds.
    Marked mark(const json::Value& fake, const json::Value& target, const Options& options);

    // Places of the last `mark` whose values are one of a set, `*` for every index.
    const std::map<std::string, std::vector<json::Value>>& sets() const { return sets_; }

private:
    struct Pair {
        std::string fake, target, token;
    };
    // A text that is drawn: an id, the config, the id of a request.
    struct Drawn {
        const pack::Pattern* pattern;
        std::string name;
        std::size_t resource;
    };

    Marked pair_up(const json::Value& fake, const json::Value& target, const pack::Field* field,
                   std::size_t resource, const std::string& path);
    Marked objects(const json::Value& fake, const json::Value& target, std::size_t resource,
                   const std::string& prefix, const std::string& path);
    Marked arrays(const json::Value& fake, const json::Value& target, const pack::Field* field,
                  const std::string& path);
    Marked scalars(const json::Value& fake, const json::Value& target, const pack::Field* field,
                   const std::string& path);
    std::optional<Marked> ids(std::string_view fake, std::string_view target,
                              const pack::Field* field);
    // A text around ids: addresses, messages.
    std::optional<Marked> parts(std::string_view fake, std::string_view target);
    std::optional<Marked> times(const json::Value& fake, const json::Value& target) const;
    json::Value alone(const json::Value& value, bool is_fake) const;
    std::string replaced(std::string_view text, bool is_fake) const;
    const Drawn* drawn(std::string_view text) const;
    const Pair* pair_of(std::string_view text, bool is_fake) const;
    std::size_t resource_of(const json::Value& object) const;
    std::string_view id_of(const json::Value& object, std::size_t resource) const;
    void note_set(const pack::Field& field, const std::string& path, std::size_t resource);
    const std::string& bind(std::string_view fake, std::string_view target, std::string name);

    const pack::Pack& pack_;
    Clocks clocks_;
    Options options_;
    std::vector<Drawn> drawn_;
    std::vector<Drawn> bare_;  // without a prefix: known by the object they are the id of
    std::vector<Pair> pairs_;
    std::map<std::string, std::size_t, std::less<>> by_fake_, by_target_;
    std::map<std::string, std::size_t> counts_;
    std::map<std::string, std::vector<json::Value>> sets_;
};

}  // namespace understudy::verify
