// A route that is known from a shape alone: the example of its described success. Nothing is looked
// up and nothing is stored, and the answer says so: a client that takes it for the service's
// behaviour can be found by its header.
#include "json/write.hpp"
#include "world/impl/render.hpp"

namespace understudy::world {

base::Result<Answer> answer_shape(const Turn& turn, const Request& request, Account& account) {
    const pack::DescribedAnswer& described =
        turn.eyes.pack().descriptions[request.operation->described].success();
    Answer answer;
    answer.status = described.status;
    answer.headers.add("X-Mock-Fidelity", "shape");
    std::string text;
    if (!described.type.empty() && http::allows_body(described.status)) {
        answer.headers.add("Content-Type", described.type);
        const json::Value& example = described.example.value();
        const bool as_it_is =
            example.is_string() && described.type.find("json") == std::string::npos;
        text = as_it_is ? std::string(example.as_string()) : json::write(example);
    }
    answer.body = std::make_shared<const std::string>(std::move(text));
    account.rest = Source::Constant;
    return answer;
}

}  // namespace understudy::world
