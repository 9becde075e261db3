// The insides of read_api: one pass over the paths collects parameters, bodies and answers; their
// schemas are gathered in one list and compiled together, so that what they share is shared.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pack/impl/api.hpp"

namespace understudy::pack {

class ApiReader {
public:
    ApiReader(Api& api, std::vector<Problem>& problems) : api_(api), problems_(problems) {}

    void read_head();  // servers, security
    void read_paths();
    void compile();                     // all schemas gathered
    void make_examples(Examples when);  // of all answers

private:
    using Slot = std::size_t;  // in schemas_, from 1; 0: no schema

    struct Pending {  // parallel to Api::operations
        std::vector<Slot> parameters;
        Slot body = 0;
        std::vector<Slot> answers;
        std::vector<std::vector<json::Value>> suggested;  // by answer: the document's own examples
    };

    bool is_swagger() const { return api_.dialect == schema::Dialect::Swagger2; }
    const json::Value* follow(const json::Value* value) const {
        return followed(*api_.root, value);
    }
    const json::Value* member(const json::Value& object, std::string_view key) const;
    void problem(std::string where, std::string why);
    Slot keep(json::Value schema);

    void read_operation(std::string_view path, std::string_view method, const json::Value& item,
                        const json::Value& operation);
    void read_parameter(const json::Value& parameter, Description& description, Pending& pending,
                        json::Value& form);
    void read_body(const json::Value& body, Description& description, Pending& pending);
    void read_swagger_inputs(const json::Value& operation, bool has_body, bool has_form,
                             Description& description);
    void read_answers(const json::Value& operation, Description& description, Pending& pending);
    void read_answer(std::string_view status, const json::Value& answer,
                     const json::Value& operation, Description& description, Pending& pending);
    void read_servers();
    void read_security();
    void compile_range(const json::Value& document, std::vector<json::Pointer>& pointers,
                       std::size_t begin, std::size_t end);

    Api& api_;
    std::vector<Problem>& problems_;
    std::vector<FieldSchema> schemas_;
    std::vector<std::string> users_;  // by schema: what it is for, in messages
    std::vector<Pending> pending_;
    std::string where_;
    std::size_t compiles_ = 0;
};

}  // namespace understudy::pack
