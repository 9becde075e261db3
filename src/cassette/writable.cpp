#include "cassette/impl/writable.hpp"

#include <set>
#include <string>

#include "base/text.hpp"
#include "base/time.hpp"
#include "cassette/code.hpp"
#include "cassette/impl/file_reader.hpp"
#include "cassette/impl/ids.hpp"
#include "cassette/impl/names.hpp"

namespace understudy::cassette {

namespace {

class Checker {
public:
    explicit Checker(const Cassette& cassette) : cassette_(cassette) {}

    std::vector<base::Error> check() {
        check_head();
        need(!cassette_.exchanges.empty() && cassette_.exchanges.size() <= kMaxExchanges,
             "the cassette", "has no exchange, or too many");
        for (const Exchange& exchange : cassette_.exchanges) {
            const std::string what = "the exchange " + base::quoted(exchange.id);
            need(is_exchange_id(exchange.id), what, "its id " + std::string(kIdRule));
            need(ids_.add(exchange.id), what, "another exchange has this id");
            check_exchange(exchange, what);
        }
        for (const Exchange& exchange : cassette_.exchanges) {
            need(exchange.caused_by.empty() || ids_.has(exchange.caused_by),
                 "the exchange " + base::quoted(exchange.id),
                 "no exchange has the id " + base::quoted(exchange.caused_by));
        }
        need(bytes_ <= kMaxCassetteBytes, "the cassette",
             "has more bytes in small pieces than a file may have");
        return std::move(problems_);
    }

private:
    void need(bool holds, const std::string& what, std::string why) {
        constexpr std::size_t kMostProblems = 100;
        if (holds || problems_.size() >= kMostProblems) return;
        problems_.push_back({code::Problem, {{"what", what}, {"why", std::move(why)}}, {}, {}});
    }
    void need_digest(const std::string& digest, bool may_be_empty, const std::string& what) {
        need((may_be_empty && digest.empty()) || is_digest_text(digest), what,
             "a digest must be \"sha256:\" and 64 hexadecimal digits");
    }
    void need_time(std::int64_t milliseconds, const std::string& what) {
        need(milliseconds >= 0 && milliseconds <= kMostMilliseconds, what,
             "has a time out of range");
    }
    void count(const std::string& bytes) {
        constexpr std::size_t kAround = 128;  // keys, quotes and indentation
        bytes_ += kAround + (bytes.size() > kInlineBytes ? 0 : bytes.size() * 4 / 3);
    }

    void check_head() {
        need(is_service_name(cassette_.service), "`service`", std::string(kServiceRule));
        need(is_cassette_name(cassette_.name), "`name`", std::string(kNameRule));
        if (cassette_.variant) {
            need(is_label(cassette_.variant->label), "`variant`", std::string(kLabelRule));
        }
        const bool has_source =
            cassette_.origin == Origin::Edited || cassette_.origin == Origin::Derived;
        need(cassette_.source.has_value() == has_source, "`source`",
             "goes with the origins edited and derived, and only with them");
        if (cassette_.source) {
            need_digest(cassette_.source->digest, false, "`source`");
            need(!cassette_.source->by.empty() && !cassette_.source->why.empty(), "`source`",
                 "must say who changed it and why");
        }
        need(cassette_.provenance || cassette_.origin == Origin::Authored, "`provenance`",
             "is needed unless the cassette is authored");
        if (cassette_.provenance) check_provenance(*cassette_.provenance, "`provenance`");
        if (cassette_.plan && !cassette_.plan->is_self) {
            need(!cassette_.plan->file.empty(), "`plan`", "must name its file");
            need_digest(cassette_.plan->digest, false, "`plan`");
        }
        std::set<std::string> names;
        for (const Variable& variable : cassette_.vars) {
            need(is_variable_name(variable.name) && names.insert(variable.name).second,
                 "the variable " + base::quoted(variable.name), std::string(kVariableRule));
        }
    }

    void check_provenance(const Provenance& provenance, const std::string& what) {
        const bool is_unknown = provenance.unverified && provenance.recorded_at.empty();
        need(is_unknown || (base::parse_rfc3339(provenance.recorded_at) &&
                            provenance.recorded_at.ends_with('Z')),
             what, "`recorded_at` must be a time in UTC");
        need(!provenance.recorder.name.empty(), what, "must name the recorder");
        if (provenance.tool) {
            need(!provenance.tool->name.empty(), what, "must name the tool");
            need_digest(provenance.tool->path_digest, true, what);
            need_digest(provenance.tool->file_digest, true, what);
        }
        if (provenance.host) need(!provenance.host->os.empty(), what, "must name the system");
        for (const json::Member& member : provenance.pinned.members()) {
            need(member.value.is_string(), what, "`pinned` holds texts");
        }
    }

    void check_exchange(const Exchange& exchange, const std::string& what) {
        need_time(exchange.at, what);
        need_time(exchange.output.duration, what);
        for (const Piece& piece : exchange.output.pieces) {
            need_time(piece.at, what);
            count(piece.bytes);
        }
        if (exchange.recorded) check_provenance(*exchange.recorded, what);
        const bool wants_command =
            exchange.kind == Kind::Command ||
            (exchange.kind == Kind::Stream && exchange.carrier == Carrier::Command);
        const bool wants_webhook = exchange.kind == Kind::Webhook;
        need(wants_command == (exchange.command() != nullptr) &&
                 wants_webhook == (exchange.webhook() != nullptr),
             what, "its input is not of its kind");
        if (exchange.command() != nullptr) check_command(*exchange.command(), what);
        if (exchange.http() != nullptr) {
            need(!exchange.http()->method.empty(), what, "has no method");
            if (exchange.http()->body) count(exchange.http()->body->bytes);
        }
        if (exchange.webhook() != nullptr) {
            need(!exchange.webhook()->method.empty(), what, "has no method");
            if (exchange.webhook()->body) count(exchange.webhook()->body->bytes);
        }
        check_end(exchange, what);
    }

    void check_command(const CommandInput& input, const std::string& what) {
        need(!input.program.empty(), what, "has no program");
        need(is_cwd(input.cwd), what, "`cwd` " + std::string(kCwdRule));
        for (const std::string& arg : input.args) count(arg);
        std::set<std::string> names;
        for (const auto& [name, value] : input.env) {
            need(is_plain_text(name) && names.insert(name).second, what,
                 "the names in `env` must be texts, each only once");
            count(value);
        }
        if (input.stdin_body) count(input.stdin_body->bytes);
    }

    void check_end(const Exchange& exchange, const std::string& what) {
        const Output& output = exchange.output;
        if (exchange.kind == Kind::Command) {
            need(output.ended.has_value(), what, "does not say how it ended");
        } else if (exchange.kind != Kind::Stream) {
            need(output.answer.has_value() == output.error.empty(), what,
                 "must have an answer or an error");
        }
        if (output.ended) {
            const int number = output.ended->number;
            using How = Ended::How;
            need((output.ended->how != How::Exit || (number >= 0 && number <= 255)) &&
                     (output.ended->how != How::Signal || (number >= 1 && number <= 64)),
                 what, "ended with a number that no process ends with");
        }
        if (output.answer) {
            need(output.answer->status >= 100 && output.answer->status <= 999, what,
                 "has a status out of range");
        }
        for (const ChangedFile& file : output.files) {
            need(!file.path.empty(), what, "changed a file without a name");
            need_digest(file.digest, true, what);
        }
    }

    const Cassette& cassette_;
    Ids ids_;
    std::size_t bytes_ = 0;
    std::vector<base::Error> problems_;
};

}  // namespace

base::Result<void> check_writable(const Cassette& cassette) {
    std::vector<base::Error> problems = Checker(cassette).check();
    if (problems.empty()) return {};
    const std::string count = base::plural(problems.size(), "problem");
    return base::fail(code::CannotHold, {{"name", cassette.name}, {"count", count}}, {},
                      std::move(problems));
}

}  // namespace understudy::cassette
