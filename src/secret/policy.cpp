// A policy file, read key by key. Whoever silences a finding says why, who answers for it and until
// when; a policy that leaves one of these out is refused as a whole.
#include "secret/policy.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "base/time.hpp"
#include "json/pointer.hpp"
#include "secret/code.hpp"
#include "secret/impl/policy_reader.hpp"

namespace understudy::secret {

namespace {

using json::Value;

constexpr std::array<std::string_view, 5> kFakeKinds = {"published", "test", "stub", "placeholder",
                                                        "sentinel"};

class PolicyFileReader {
public:
    explicit PolicyFileReader(std::string_view name) : name_(name) {}

    PolicyFile read(const Value& root) {
        PolicyFile file;
        PolicyMap map(problems_, root, "the policy");
        if (!map.is_map() || !read_version(map)) return file;
        file.set.rules = read_rules(map.list("rules"));
        file.set.fakes = read_fakes(map.list("fakes"));
        file.suppressions = read_suppressions(map.list("suppressions"));
        for (const std::string& key : map.texts("allow_keys")) {
            file.allow_keys.push_back(base::to_lower_ascii(key));
        }
        file.skip = map.texts("skip");
        file.keep_env = map.texts("keep_env");
        if (const Value* derived = map.list("derived")) file.derived = *derived;
        if (const Value* classes = map.get("classes")) {
            if (auto read = Classes::from_json(*classes)) {
                file.classes = std::move(*read);
            } else {
                take_reasons(std::move(read.error()));
            }
        }
        map.done();
        return file;
    }

    PolicyProblems& problems() { return problems_; }

private:
    // A file of another version is not judged by the rules of this one.
    bool read_version(PolicyMap& map) {
        const Value* version = map.need("version");
        if (version == nullptr) return true;
        if (version->is_number() && version->to_int64() == 1) return true;
        map.problem("`version` must be 1, the only one this understudy reads");
        return false;
    }

    // The problems of a group, each on its own.
    void take_reasons(base::Error error) {
        if (error.because.empty()) {
            problems_.add({std::move(error)});
        } else {
            problems_.add(std::move(error.because));
        }
    }

    std::vector<Rule> read_rules(const Value* list) {
        if (list == nullptr) return {};
        auto rules = rules_of(*list, name_);
        if (rules) return std::move(*rules);
        take_reasons(std::move(rules.error()));
        return {};
    }

    // The form of the shipped list, with the owner that a team may add.
    std::vector<KnownFake> read_fakes(const Value* list) {
        if (list == nullptr) return {};
        Value plain = Value::array();
        for (std::size_t i = 0; i < list->size(); ++i) {
            Value entry = (*list)[i];
            if (!is_good_fake(entry, i)) continue;
            entry.erase("owner");
            plain.push_back(std::move(entry));
        }
        auto fakes = fakes_of(plain, name_);
        if (fakes) return std::move(*fakes);
        take_reasons(std::move(fakes.error()));
        return {};
    }

    // Never says the value: it looks like a secret.
    bool is_good_fake(const Value& entry, std::size_t index) {
        const std::size_t problems = problems_.count();
        PolicyMap map(problems_, entry, "fake " + std::to_string(index + 1));
        if (!map.is_map()) return false;
        static_cast<void>(map.text("value"));
        static_cast<void>(map.text("pattern"));
        const std::string kind = map.need_text("kind");
        if (!base::trim(kind).empty() && std::ranges::find(kFakeKinds, kind) == kFakeKinds.end()) {
            problems_.add(
                map.what(),
                base::quoted(kind) +
                    " is no kind; these are: published, test, stub, placeholder, sentinel",
                base::nearest(kind, kFakeKinds));
        }
        static_cast<void>(map.need_text("reason"));
        static_cast<void>(map.text("owner"));
        map.done();
        return problems_.count() == problems;
    }

    std::vector<Suppression> read_suppressions(const Value* list) {
        std::vector<Suppression> suppressions;
        for (std::size_t i = 0; list != nullptr && i < list->size(); ++i) {
            PolicyMap map(problems_, (*list)[i], "suppression " + std::to_string(i + 1));
            if (map.is_map()) suppressions.push_back(read_suppression(map));
        }
        return suppressions;
    }

    static Suppression read_suppression(PolicyMap& map) {
        Suppression suppression;
        suppression.file = map.need_text("file");
        suppression.rule = map.need_text("rule");
        suppression.pointer = map.text("pointer");
        const auto line = map.whole("line", 1, 0xFFFF'FFFF);
        suppression.line = static_cast<std::uint32_t>(line.value_or(0));
        suppression.reason = map.need_text("reason");
        suppression.owner = map.need_text("owner");
        suppression.expires = map.need_text("expires");
        map.done();
        if (!suppression.pointer.empty() && line) {
            map.problem("it has `pointer` and `line`; one of both");
        }
        if (!json::Pointer::parse(suppression.pointer)) {
            map.problem(base::quoted(suppression.pointer) + " is no JSON Pointer such as /a/0/b");
        }
        if (!base::trim(suppression.expires).empty() &&
            !base::is_rfc3339_date(suppression.expires)) {
            map.problem(base::quoted(suppression.expires) + " is no day such as 2027-01-31");
        }
        return suppression;
    }

    std::string_view name_;
    PolicyProblems problems_;
};

}  // namespace

base::Result<PolicyFile> read_policy(const Value& file, std::string_view name) {
    PolicyFileReader reader(name);
    PolicyFile read = reader.read(file);
    if (reader.problems().is_empty()) return read;
    return reader.problems().fail("the policy", base::Mark{std::string(name), 0, 0, 0, {}, 0});
}

}  // namespace understudy::secret
