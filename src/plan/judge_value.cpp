// Values against the members they must have.
#include "base/text.hpp"
#include "json/write.hpp"
#include "plan/code.hpp"
#include "plan/impl/judge.hpp"

namespace understudy::plan {

namespace {

class ValueJudge {
public:
    ValueJudge(const ValueCheck& check, Judgement& judgement)
        : check_(check), judgement_(judgement) {}

    void compare(const json::Value& wanted, const json::Value& actual, const json::Pointer& at) {
        if (wanted.is_object() && actual.is_object()) {
            for (const json::Member& member : wanted.members()) {
                const json::Value* found = actual.find(member.key());
                if (found == nullptr) {
                    differs(at / member.key(), shown(member.value), "nothing");
                } else {
                    compare(member.value, *found, at / member.key());
                }
            }
            if (!check_.exactly) return;
            for (const json::Member& member : actual.members()) {
                if (wanted.has(member.key())) continue;
                differs(at / member.key(), "nothing", shown(member.value));
            }
        } else if (wanted.is_array() && actual.is_array()) {
            if (wanted.size() != actual.size()) {
                return differs(at, base::plural(wanted.size(), "element"),
                               std::to_string(actual.size()) + ": " + shown(actual));
            }
            for (std::size_t i = 0; i < wanted.size(); ++i) compare(wanted[i], actual[i], at / i);
        } else if (!json::equivalent(wanted, actual)) {
            differs(at, shown(wanted), shown(actual));
        }
    }

private:
    void differs(const json::Pointer& at, std::string expected, std::string actual) {
        judgement_.differs(code::Differs,
                           {{"place", at.is_root() ? std::string(check_.root) : at.to_text()},
                            {"expected", std::move(expected)},
                            {"actual", std::move(actual)}},
                           check_.mark);
    }

    const ValueCheck& check_;
    Judgement& judgement_;
};

}  // namespace

std::string shown(const json::Value& value) {
    std::string text = json::write(value);
    if (text.size() <= kShownBytes) return text;
    std::size_t cut = kShownBytes;
    while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0) == 0x80) --cut;
    return text.substr(0, cut) + "...";
}

void judge_value(const json::Value& wanted, const json::Value& actual, const ValueCheck& check,
                 Judgement& judgement) {
    ValueJudge(check, judgement).compare(wanted, actual, {});
}

}  // namespace understudy::plan
