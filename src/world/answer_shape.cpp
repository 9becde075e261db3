// A route that is known from a shape alone: the example of its described success, made when the
// pack was loaded. Nothing is looked up and nothing is stored.
#include "json/write.hpp"
#include "world/impl/render.hpp"

namespace understudy::world {

base::Result<Answer> answer_shape(const Turn& turn, const Request& request, Account& account) {
    const pack::DescribedAnswer& described =
        turn.eyes.pack().descriptions[request.operation->described].success();
    Answer answer;
    answer.status = described.status;
    std::string text;
    if (!described.type.empty() && http::allows_body(described.status)) {
        answer.headers.add("Content-Type", described.type);
        const bool as_it_is =
            described.example.is_string() && described.type.find("json") == std::string::npos;
        text =
            as_it_is ? std::string(described.example.as_string()) : json::write(described.example);
    }
    answer.body = std::make_shared<const std::string>(std::move(text));
    account.rest = Source::Constant;
    return answer;
}

}  // namespace understudy::world
