// What an API description (OpenAPI 3.0, 3.1, Swagger 2.0, or a reduction of one) says about one
// route: parameters, request body, answers. Also the header rules every answer goes through.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "pack/field.hpp"
#include "pack/late_example.hpp"

namespace understudy::pack {

struct DescribedParameter {
    std::string name;
    std::string in;  // "query", "path", "header", "cookie"
    bool required = false;
    FieldSchema schema;
};

struct DescribedAnswer {
    int status = 200;
    std::string type;  // "application/json"; empty: no body
    FieldSchema schema;
    LateExample example;
};

struct Description {
    std::string method;
    std::string path;  // with the document's own prefix removed
    std::string id;    // operationId; may be empty
    std::vector<DescribedParameter> parameters;
    std::vector<std::string> input;  // media types of the body, shortened: json, form, ...
    FieldSchema body;
    bool body_required = false;
    std::vector<DescribedAnswer> answers;  // by status; never empty

    const DescribedAnswer& success() const;  // the first 2xx, else the first
};

// Rules apply in order: `when` true, then `drop`, then `set`.
struct HeaderRule {
    std::optional<Expression> when;
    std::vector<std::string> drop;
    std::vector<std::pair<std::string, Template>> set;
};

}  // namespace understudy::pack
