// How an operation's `answers` become a message: which form applies, what its templates see, and
// the text and type of a body.
#pragma once

#include <optional>
#include <string_view>

#include "base/result.hpp"
#include "world/impl/render.hpp"
#include "world/outcome.hpp"

namespace understudy::world {

// What the templates of one answer see. Holds the values that the Env refers to, so it stays where
// it is made.
class AnswerView {
public:
    AnswerView(const Turn& turn, const Request& request, const ObjectPtr& self,
               std::size_t locals = 0);
    AnswerView(const AnswerView&) = delete;
    AnswerView& operator=(const AnswerView&) = delete;

    expr::Env& env() { return env_; }
    const json::Value& request() const { return seen_; }

private:
    json::Value seen_;
    json::Value plural_;
    expr::Env env_;
};

// The first form whose condition holds; the last has none.
base::Result<const pack::AnswerForm*> choose_form(const Turn& turn, const Request& request,
                                                  const ObjectPtr& self);

// Status, headers and body. Nothing: there is no body; nor is there one where HTTP allows none. A
// text goes out as it is where the type is not JSON.
base::Result<Answer> make_answer(const Turn& turn, const Request& request,
                                 const pack::AnswerForm& form, const ObjectPtr& self,
                                 const std::optional<json::Value>& body);

// The same where the body's text is known and the form has no headers.
Answer make_answer(const pack::AnswerForm& form, std::shared_ptr<const std::string> text);

// Headers of a form or a list; null and absent are no header, numbers are written as JSON.
base::Result<void> set_headers(const Turn& turn, Answer& answer,
                               const std::vector<std::pair<std::string, pack::Template>>& headers,
                               const expr::Env& env);

// Notes the literal members of a template as constants; the rest of what it makes is derived.
void account_for(const pack::Template& shape, std::string_view path, Account& account);

}  // namespace understudy::world
