#include "app/plan_cassette.hpp"

#include <algorithm>
#include <array>

#include "app/command_target.hpp"
#include "secret/policy.hpp"

namespace understudy::app {

namespace {

using cassette::Exchange;
using plan::CommandAnswer;
using plan::RecordedCall;

cassette::Ended to_ended(const CommandAnswer& answer) {
    using How = cassette::Ended::How;
    switch (answer.end) {
        case CommandAnswer::End::Exit: return {How::Exit, answer.number, {}};
        case CommandAnswer::End::Signal: return {How::Signal, answer.number, {}};
        case CommandAnswer::End::TimedOut: return {How::TimedOut, 0, {}};
        case CommandAnswer::End::NotStarted: return {How::NotStarted, 0, answer.why};
    }
    return {};
}

cassette::Framing framing_named(std::string_view name) {
    if (name == "jsonl") return cassette::Framing::Jsonl;
    if (name == "sse") return cassette::Framing::Sse;
    return cassette::Framing::Lines;
}

plan::Capture::Type type_of(const plan::Recording& recording, const std::string& name,
                            const json::Value& value) {
    using Type = plan::Capture::Type;
    for (const RecordedCall& call : recording.calls) {
        for (const plan::Capture& capture : call.step->captures) {
            if (capture.name == name && capture.type != Type::Any) return capture.type;
        }
    }
    if (value.is_string()) return Type::String;
    if (value.is_bool()) return Type::Boolean;
    if (value.is_number()) return value.to_int64() ? Type::Integer : Type::Number;
    return Type::Any;
}

bool fits_any(const std::vector<std::string>& globs, std::string_view name) {
    return std::any_of(globs.begin(), globs.end(),
                       [&](const std::string& glob) { return secret::fits_glob(glob, name); });
}

class Maker {
public:
    Maker(const plan::Recording& recording, const RecordingGround& ground)
        : recording_(recording), ground_(ground) {}

    cassette::Cassette make() {
        cassette::Cassette cassette;
        cassette.service = ground_.file.plan.service;
        cassette.name = recording_.name;
        cassette.variant = ground_.variant;
        cassette.origin = cassette::Origin::Recorded;
        cassette.provenance = ground_.provenance;
        cassette::PlanReference reference;
        reference.file = ground_.file.reference;
        reference.digest = ground_.file.digest;
        const std::int64_t start = began(recording_.calls.front());
        for (std::size_t i = 0; i < recording_.calls.size(); ++i) {
            const RecordedCall& call = recording_.calls[i];
            reference.steps.push_back(call.step->id);
            Exchange exchange = to_exchange(call);
            exchange.at = began(call) - start;
            const bool is_own = i + 1 == recording_.calls.size();
            // In its own cassette a step is what the cassette is about, wherever the plan has it.
            if (!is_own) {
                exchange.phase = plan::Phase::Setup;
            } else if (call.step->phase == plan::Phase::Setup) {
                exchange.phase = plan::Phase::Step;
            }
            cassette.exchanges.push_back(std::move(exchange));
        }
        cassette.plan = std::move(reference);
        for (const auto& [name, value] : recording_.names) {
            json::Value seen = value;
            if (value.is_string()) {
                seen = json::Value(ground_.room.as_seen_inside(value.as_string()));
            }
            cassette.vars.push_back({name, type_of(recording_, name, value), std::move(seen)});
        }
        return cassette;
    }

private:
    std::int64_t began(const RecordedCall& call) const {
        return call.request ? ground_.requests.at(call.step->id).at : call.report->answer->at;
    }

    // As it was taken; the input with its holes.
    Exchange to_http(const RecordedCall& call) const {
        Exchange exchange = ground_.requests.at(call.step->id);
        exchange.id = call.step->id;
        exchange.phase = call.step->phase;
        exchange.effect = call.step->effect;
        exchange.captures = call.step->captures;
        std::vector<std::string> texts;
        for (const auto& [name, value] : recording_.names) {
            if (value.is_string()) texts.push_back(name);
        }
        exchange.input = with_holes(*exchange.http(), *call.request, texts, ground_.file.url);
        return exchange;
    }

    Exchange to_exchange(const RecordedCall& call) const {
        if (call.request) return to_http(call);
        const CommandAnswer& answer = *call.report->answer;
        Exchange exchange;
        exchange.id = call.step->id;
        exchange.phase = call.step->phase;
        exchange.effect = call.step->effect;
        exchange.captures = call.step->captures;
        exchange.input = to_input(call);
        exchange.output.pieces = pieces_inside(answer.pieces, ground_.room);
        exchange.output.duration = answer.duration;
        exchange.output.ended = to_ended(answer);
        for (const CommandAnswer::File& file : answer.files) {
            exchange.output.files.push_back({file.path, file.digest, file.size});
        }
        if (!call.step->stream.empty()) {
            exchange.kind = cassette::Kind::Stream;
            exchange.carrier = cassette::Carrier::Command;
            exchange.framing = framing_named(call.step->stream);
            const bool is_whole = answer.end == CommandAnswer::End::Exit;
            exchange.output.end =
                is_whole ? cassette::StreamEnd::Complete : cassette::StreamEnd::Cut;
        }
        return exchange;
    }

    cassette::CommandInput to_input(const RecordedCall& call) const {
        cassette::CommandInput input;
        input.program = call.words.front();
        input.args.assign(call.words.begin() + 1, call.words.end());
        const std::string& folder = call.step->command->folder;
        // An absolute one is the folder of the project, in which a single call ran.
        input.cwd = folder.empty()            ? "scratch"
                    : folder.starts_with('/') ? "root"
                                              : "scratch/" + folder;
        if (call.input) input.stdin_body = cassette::Body{*call.input, {}};
        put_environment(call, input.env);
        return input;
    }

    // What the step itself says, the logins it presents, and what the project wants to be kept.
    void put_environment(const RecordedCall& call, cassette::Pairs& env) const {
        const auto has = [&](std::string_view name) {
            return std::any_of(env.begin(), env.end(),
                               [&](const auto& known) { return known.first == name; });
        };
        env = call.environment;
        for (const auto& [name, value] : ground_.logins) {
            const plan::Credential* credential = credential_of(name);
            if (credential == nullptr || has(name)) continue;
            const auto is_it = [&](const std::string& other) { return other == credential->name; };
            const auto& without = call.step->without;
            const auto& wrong = call.step->wrong;
            if (std::any_of(without.begin(), without.end(), is_it)) continue;
            const bool is_wrong = std::any_of(wrong.begin(), wrong.end(), is_it);
            env.emplace_back(name, is_wrong ? std::string(kWrongLogin) : value);
        }
        for (const auto& [name, value] : ground_.room.environment()) {
            if (has(name) || !fits_any(ground_.kept_variables, name)) continue;
            env.emplace_back(name, ground_.room.as_seen_inside(value));
        }
    }

    const plan::Credential* credential_of(std::string_view variable) const {
        for (const plan::Credential& each : ground_.file.plan.credentials) {
            if (each.variable == variable) return &each;
        }
        return nullptr;
    }

    const plan::Recording& recording_;
    const RecordingGround& ground_;
};

}  // namespace

std::vector<cassette::Piece> pieces_inside(const std::vector<CommandAnswer::Piece>& pieces,
                                           const CleanRoom& room) {
    const std::string outside = room.path().string();
    std::vector<cassette::Piece> seen;
    std::array<std::size_t, 2> last = {SIZE_MAX, SIZE_MAX};  // of each stream, in `seen`
    for (const CommandAnswer::Piece& piece : pieces) {
        std::size_t& before = last[piece.is_error ? 1 : 0];
        if (before != SIZE_MAX) {
            // A path may have begun at the end of the piece before, or ended exactly there.
            const std::string& bytes = seen[before].bytes;
            const std::size_t most = std::min(bytes.size(), outside.size());
            bool is_split = false;
            for (std::size_t length = 1; length <= most && !is_split; ++length) {
                is_split = bytes.ends_with(std::string_view(outside).substr(0, length));
            }
            if (is_split) {
                seen[before].bytes += piece.bytes;
                continue;
            }
        }
        before = seen.size();
        seen.push_back({piece.at, piece.is_error ? cassette::From::Stderr : cassette::From::Stdout,
                        piece.bytes});
    }
    for (cassette::Piece& piece : seen) piece.bytes = room.as_seen_inside(piece.bytes);
    return seen;
}

cassette::Cassette to_cassette(const plan::Recording& recording, const RecordingGround& ground) {
    return Maker(recording, ground).make();
}

}  // namespace understudy::app
