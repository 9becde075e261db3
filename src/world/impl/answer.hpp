// The way out: refusals in the vendor's envelope, and the headers every answer gets.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "world/impl/turn.hpp"

namespace understudy::world {

// What the header rules and envelopes see of a call as `request` and `answer`.
struct Facts {
    const Request* request = nullptr;
    bool replayed = false;
    std::string original;  // id of the first call, of a replayed answer
    bool direct = true;
};
json::Value to_json(const Facts& facts);

// The same for expressions, which read one or two of its members. The facts must outlive it.
class SeenFacts final : public expr::Object {
public:
    explicit SeenFacts(const Facts& facts) : facts_(facts) {}
    base::Result<std::optional<expr::Given>> member(std::string_view name) const override;
    base::Result<json::Value> whole() const override;

private:
    const Facts& facts_;
};
// The value of a header; nothing for null. Control characters are taken out.
std::optional<std::string> header_text(const json::Value& value);

// Status, error object in the envelope, headers of the code.
base::Result<Answer> render_refusal(const Turn& turn, const Refusal& refusal, const Facts& facts);
// The same told in the middle of a stream, `position` frames in: the data of the event, and the
// name the pack has for it.
struct ToldInStream {
    std::string event;
    json::Value data;
};
base::Result<ToldInStream> tell_in_stream(const Turn& turn, const Refusal& refusal,
                                          const Facts& facts, std::uint64_t position);
// Our own error, as a 500 in the vendor's envelope with the sentence of the error as its message.
Answer render_failure(const Turn& turn, const base::Error& error, const Facts& facts);
// The error object alone: catalogue members, `with`, nothing attached yet. What `error` is in a
// move that answers.
base::Result<json::Value> make_error(const Turn& turn, const pack::ErrorUse& use,
                                     const Issue& issue, const expr::Env& env);

// ETag (may turn the answer into a 304), rate limits, version echo, header rules, the marker of a
// replay, Date. It counts the call against the rate limits, so it stands after whatever rolls back.
base::Result<void> finish(Turn& turn, Answer& answer, const Facts& facts);

// Which limit this call would pass, if the pack enforces one; nothing: it may go on.
std::optional<Refusal> over_rate(const Turn& turn, const Call& call);

}  // namespace understudy::world
