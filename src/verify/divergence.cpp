#include "verify/divergence.hpp"

#include <algorithm>
#include <set>

#include "base/text.hpp"
#include "http/body.hpp"
#include "json/write.hpp"

namespace understudy::verify {

namespace {

using cassette::Drift;
using json::Value;

const cassette::Rules& no_rules() {
    static const cassette::Rules rules =
        *cassette::Rules::make(cassette::Normalizers::shipped(), {});
    return rules;
}

// Every step that could be an index counts as any.
std::string generalized(std::string_view path) {
    std::string text;
    for (std::size_t at = 0; at < path.size();) {
        const std::size_t next = std::min(path.find('/', at + 1), path.size());
        const std::string_view step = path.substr(at, next - at);
        const bool is_index = step.size() > 1 && json::to_index(step.substr(1)).has_value();
        text += is_index ? std::string_view("/*") : step;
        at = next;
    }
    return text;
}

bool is_success(int status) {
    return status >= 100 && status < 400;
}

// Says something about the moment and nothing about the service.
bool is_accident(int status) {
    return status == 429 || status == 502 || status == 503 || status == 504;
}

cassette::Exchange exchange_of(const Value& body, const Value& headers) {
    cassette::Exchange exchange;
    exchange.id = "call";
    exchange.kind = cassette::Kind::Http;
    exchange.input = cassette::HttpInput{"GET", "api", "/", {}, {}, std::nullopt, "http/1.1"};
    cassette::Pairs pairs;
    for (const json::Member& member : headers.members()) {
        pairs.emplace_back(member.key(), member.value.as_string());
    }
    exchange.output.answer = cassette::Answer{200, std::move(pairs), {}};
    if (!body.is_null()) {
        exchange.output.pieces.push_back({0, cassette::From::Body, json::write(body)});
    }
    return exchange;
}

Value headers_of(const http::Response& response, const std::vector<std::string>& names) {
    Value made = Value::object();
    for (const std::string& name : names) {
        const auto all = response.head.headers.all(name);
        if (all.empty()) continue;
        std::string text;
        for (const std::string_view each : all)
            text += (text.empty() ? "" : ", ") + std::string(each);
        made.set(name, Value(text));
    }
    return made;
}

// Hints at another state, not only at another way to show the same one.
bool is_of_state(Drift drift) {
    return drift == Drift::NowRefused || drift == Drift::ExitChanged ||
           drift == Drift::ValueChanged || drift == Drift::OrderChanged;
}

class Comparer {
public:
    Comparer(const pack::Pack& pack, const Walk& walk, const PartOptions& options)
        : pack_(pack),
          walk_(walk),
          options_(options),
          likeness_(pack, options.clocks),
          headers_(declared_headers(pack)) {}

    // True: there is more to compare.
    bool leg(std::size_t number, const Taken& fake, const Taken& target) {
        number_ = number;
        const Leg& leg = walk_.legs[number];
        if (fake.kind == Taken::Kind::NotRun && target.kind == Taken::Kind::NotRun) return true;
        if (fake.kind == Taken::Kind::NoAnswer) {
            result.is_fault_of_fake = true;
            return unknown(fake.why);
        }
        if (target.kind == Taken::Kind::NoAnswer) return unknown(target.why);
        // A name that only one side gave a value: what came before has been told.
        if (fake.kind != target.kind) return true;
        if (leg.step.request.control) return control(fake, target);
        const int mine = fake.response.head.status;
        const int other = target.response.head.status;
        if (mine != other) {
            if (is_accident(other)) {
                return unknown("the target answers " + std::to_string(other) + ' ' +
                               std::string(http::usual_reason(other)));
            }
            Divergence& at =
                put(is_success(mine) && !is_success(other) ? Drift::NowRefused : Drift::ExitChanged,
                    "status", "");
            at.fake = Value(mine);
            at.target = Value(other);
            return true;
        }
        return bodies(fake.response, target.response);
    }

    Parting result;

private:
    bool unknown(std::string why) {
        result.unknown = std::move(why);
        result.unknown_leg = number_;
        return false;
    }

    Divergence& put(Drift drift, std::string part, std::string path) {
        Divergence at;
        at.drift = drift;
        const Leg& leg = walk_.legs[number_];
        at.operation = leg.operation.empty() ? leg.step.request.method + ' ' + leg.step.request.path
                                             : leg.operation;
        at.part = std::move(part);
        at.path = std::move(path);
        at.leg = number_;
        result.divergences.push_back(std::move(at));
        return result.divergences.back();
    }

    // A world event that only one of both lets happen is a difference; what is told of it is ours.
    bool control(const Taken& fake, const Taken& target) {
        const int mine = fake.response.head.status;
        const int other = target.response.head.status;
        if (advance_of(walk_.legs[number_]) || mine == other) return true;
        Divergence& at =
            put(is_success(mine) && !is_success(other) ? Drift::NowRefused : Drift::ExitChanged,
                "status", "");
        at.fake = Value(mine);
        at.target = Value(other);
        return true;
    }

    bool bodies(const http::Response& fake, const http::Response& target) {
        const auto mine =
            http::read_body(fake.head.headers, fake.body(), http::FormStyle::Brackets);
        const auto other =
            http::read_body(target.head.headers, target.body(), http::FormStyle::Brackets);
        if (!mine) {
            result.is_fault_of_fake = true;
            return unknown("the fake's answer cannot be read: " + base::message(mine.error()));
        }
        if (!other) {
            return unknown("the target's answer cannot be read: " + base::message(other.error()));
        }
        if (mine->is_object() && other->is_string()) {
            return unknown("the target answers with text that is no JSON");
        }
        Likeness::Options how;
        how.shared = options_.shared;
        const pack::Index operation = pack_.find_operation(walk_.legs[number_].operation);
        how.is_list =
            operation != pack::kNone && (pack_.operations[operation].does == pack::Does::List ||
                                         pack_.operations[operation].does == pack::Does::Search);
        Marked body = likeness_.mark(*mine, *other, how);
        if (how.is_list) forget_tokens(pack_.operations[operation], body);
        cassette::CompareOptions comparing;
        comparing.seen = likeness_.sets();
        const Marked heads =
            likeness_.mark(headers_of(fake, headers_), headers_of(target, headers_), {});
        if (json::equivalent(body.fake, body.target) &&
            json::equivalent(heads.fake, heads.target)) {
            return true;
        }
        const cassette::Exchange before[] = {exchange_of(body.fake, heads.fake)};
        const cassette::Exchange after[] = {exchange_of(body.target, heads.target)};
        for (const cassette::Difference& each :
             cassette::compare(before, after, no_rules(), comparing).differences) {
            // The order of keys and white space are ours.
            if (each.drift == Drift::LayoutOnly) continue;
            Divergence& at = put(each.drift, each.part, each.path);
            at.renamed_to = each.renamed_to;
            at.fake = each.before;
            at.target = each.after;
        }
        return true;
    }

    // Where the next page is, only the service that says so has to understand.
    void forget_tokens(const pack::Operation& operation, Marked& body) const {
        const pack::Lists& lists =
            operation.lists ? *operation.lists
            : operation.resource != pack::kNone && pack_.resources[operation.resource].lists
                ? *pack_.resources[operation.resource].lists
                : pack_.lists;
        if (lists.page.style != pack::PageStyle::Token || !body.fake.is_object() ||
            !body.target.is_object()) {
            return;
        }
        std::vector<std::string> keys;
        for (const json::Member& member : body.fake.members()) keys.emplace_back(member.key());
        for (const std::string& key : keys) {
            Value* mine = body.fake.find_mutable(key);
            Value* other = body.target.find_mutable(key);
            if (other == nullptr || !mine->is_string() || !other->is_string()) continue;
            *mine = Value("<page>");
            *other = Value("<page>");
        }
    }

    const pack::Pack& pack_;
    const Walk& walk_;
    const PartOptions& options_;
    Likeness likeness_;
    std::vector<std::string> headers_;
    std::size_t number_ = 0;
};

}  // namespace

std::string Divergence::place() const {
    return path.empty() ? part : part + ' ' + generalized(path);
}

std::string Divergence::key() const {
    return operation + '\n' + place() + '\n' + std::string(cassette::name_of(drift)) + '\n' +
           generalized(renamed_to);
}

std::vector<std::string> declared_headers(const pack::Pack& pack) {
    std::set<std::string> names = {"content-type"};
    const auto add = [&](const auto& all) {
        for (const auto& [name, value] : all) names.insert(base::to_lower_ascii(name));
    };
    const auto rules = [&](const std::vector<pack::HeaderRule>& all) {
        for (const pack::HeaderRule& rule : all) add(rule.set);
    };
    rules(pack.headers);
    if (pack.idempotency) add(pack.idempotency->replay_marker);
    add(pack.lists.headers);
    for (const pack::ErrorCode& code : pack.errors.codes) add(code.headers);
    for (const pack::Operation& operation : pack.operations) {
        rules(operation.headers);
        for (const auto& choice : operation.answers) add(choice.what.headers);
    }
    if (!pack.serve.version_echo.empty())
        names.insert(base::to_lower_ascii(pack.serve.version_echo));
    return {names.begin(), names.end()};
}

Parting part(const pack::Pack& pack, const Walk& walk, const std::vector<Taken>& fake,
             const std::vector<Taken>& target, const PartOptions& options) {
    Comparer comparer(pack, walk, options);
    for (std::size_t i = 0; i < walk.legs.size(); ++i) {
        const std::size_t before = comparer.result.divergences.size();
        if (!comparer.leg(i, fake[i], target[i])) break;
        // From here on both may rightly say different things.
        const auto& all = comparer.result.divergences;
        const bool is_spoilt =
            std::any_of(all.begin() + static_cast<std::ptrdiff_t>(before), all.end(),
                        [](const Divergence& each) { return is_of_state(each.drift); });
        if (is_spoilt && !walk.is_loose) break;
    }
    return std::move(comparer.result);
}

}  // namespace understudy::verify
