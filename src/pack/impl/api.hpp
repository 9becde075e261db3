// An API document (OpenAPI 3.0, 3.1, Swagger 2.0, or a reduction of one), read into Descriptions.
//
//     Api api = TRY(read_api(source, problems));
//     attach_api(pack, api, problems);          // descriptions, and operations for their routes
//
// The document is foreign: a part that cannot be used (a schema that is none, a reference into
// nothing) is left out and reported as a warning; the rest is read all the same.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "pack/load.hpp"
#include "pack/pack.hpp"
#include "schema/dialect.hpp"

namespace understudy::pack {

struct ApiServer {
    std::string host;  // empty: the document does not say
    std::string base;  // "/v1"; "" for "/"
    friend bool operator==(const ApiServer&, const ApiServer&) = default;
};

struct Api {
    std::string file;   // as named in messages
    std::string title;  // of its `info`
    std::string version;
    std::shared_ptr<const json::Value> root;
    schema::Dialect dialect = schema::Dialect::OpenApi30;
    std::vector<ApiServer> servers;       // never empty
    std::vector<AuthPlace> places;        // where callers put their key; empty: no key is asked for
    std::vector<Description> operations;  // with the paths of the document, prefix included
};

// Later: when an answer is asked for; one that has no example is then not among the problems.
enum class Examples : std::uint8_t { Now, Later };

// Code pack.not_a_description if it is none at all.
base::Result<Api> read_api(const base::Source& source, std::vector<Problem>& problems,
                           Examples when = Examples::Now);

// Gives the pack the descriptions. A route that an operation of the pack has too is linked to it
// (Operation::described); each other one becomes an operation that answers by its shape alone,
// unless the pack refuses what it does not model. Paths lose the prefix the pack serves under.
void attach_api(Pack& pack, const Api& api, std::vector<Problem>& problems);

// `customer` of `v1#customer`: the schema of that name, or a JSON Pointer into the document.
// Compiled. Code pack.unknown_name with the nearest, or pack.bad_schema.
base::Result<FieldSchema> schema_in(const Api& api, std::string_view name);
// The same as it is written: in a large document nearly everything leads to everything, and
// compiling the schema of each resource is most of the time that loading takes.
base::Result<json::Value> written_in(const Api& api, std::string_view name);

// Follows `$ref` inside a document; the value itself if it is no reference. nullptr: into nothing.
const json::Value* followed(const json::Value& root, const json::Value* value);

// The path in segments. Two parameters in one segment count as one; a query is dropped.
std::vector<RouteSegment> segments_of_path(std::string_view path);

}  // namespace understudy::pack
