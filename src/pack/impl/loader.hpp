// A pack being loaded. First all names are declared (resources, fields, states, moves, arms, views,
// errors, durations, operations), then what refers to them is read and compiled; each section has a
// file of its own, load_*.cpp, and a function here.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "expr/type.hpp"
#include "pack/impl/api.hpp"
#include "pack/impl/place.hpp"
#include "pack/impl/reader.hpp"
#include "pack/load.hpp"

namespace understudy::pack {

// Where the parts of a resource are written; parallel to Pack::resources.
struct WrittenResource {
    Node node;
    std::vector<Node> fields;  // by field; empty nodes for those the loader makes
    std::vector<Node> moves;   // by move
};

struct Loader {
    Loader(const Folder& of, Thoroughness how) : folder(of), thoroughness(how) {}
    Loader(const Loader&) = delete;
    Loader& operator=(const Loader&) = delete;

    const Folder& folder;
    Thoroughness thoroughness;
    Reader reader;
    Pack pack;
    std::vector<std::unique_ptr<File>> files;
    Node root;  // of pack.yaml
    std::vector<WrittenResource> written;
    std::vector<Node> written_operations;  // by operation
    std::vector<std::optional<Api>> apis;  // by shape; nothing: it could not be read

    // Types. Shapes live as long as the loader.
    std::deque<expr::Shape> shapes;
    std::vector<expr::Shape*> resource_shapes;  // by resource
    expr::Shape* config_shape = nullptr;
    expr::Shape* issue_shape = nullptr;
    expr::Shape* error_shape = nullptr;
    expr::Shape* request_shape = nullptr;
    expr::Shape* answer_shape = nullptr;
    expr::Shape* page_shape = nullptr;
    expr::Shape* event_shape = nullptr;
    expr::Shape* rate_shape = nullptr;
    expr::Shape* result_shape = nullptr;
    expr::Shape* headers_shape = nullptr;
    expr::Shape& new_shape(std::string name, bool open);

    std::vector<std::string> resource_names() const;

    Resource& resource(Index index) { return pack.resources[index]; }
};

// --- names (load_names.cpp)
Index resource_named(Loader&, const Node&, std::string_view what);
Index field_named(Loader&, const Node&, Index resource, std::string_view path);
Index duration_named(Loader&, const Node&, std::string_view what);
Index view_named(Loader&, const Node&, Index resource);
Index state_named(Loader&, const Node&, Index resource);  // kNone
Index move_named(Loader&, const Node&, Index resource);
// `RESOURCE.MOVE`; the resource's name has no dot.
struct MoveName {
    Index resource = kNone;
    Index move = kNone;
};
MoveName move_named(Loader&, const Node& marked, std::string_view name);
Index arm_named(Loader&, const Node&, Index resource, Index move, std::string_view name);
Index operation_named(Loader&, const Node& marked, std::string_view name);  // RESOURCE.VERB or name
std::vector<std::string> names_of_fields(const std::vector<Field>&);
bool is_name(std::string_view text);  // letters, digits, underscores; a letter first
// serve.names: how the vendor writes the parameter of a field.
std::string spelled(std::string_view name, Spelling spelling);

// --- texts inside (load_texts.cpp)
std::optional<Expression> read_expression(Loader&, const Node&, const Place&,
                                          std::string_view what);
std::optional<Expression> read_condition(Loader&, const Node&, const Place&, std::string_view what);
Template read_template(Loader&, const Node&, const Place&, std::string_view what);
Template read_object(Loader&, const Node&, const Place&, std::string_view what);  // empty object
std::vector<std::pair<std::string, Template>> read_members(Loader&, const Node&, const Place&,
                                                           std::string_view what);
Template computed(std::string_view text, const Place&);  // of our own; it must be right
enum class Holes : std::uint8_t { Draw, Evaluate, Both };
std::optional<Pattern> read_pattern(Loader&, const Node&, const Place&, Holes holes,
                                    std::string_view what);
std::optional<Pattern> pattern_of(Loader&, const Node& marked, std::string_view text, const Place&,
                                  Holes holes, std::string_view what);
FieldSchema read_schema(Loader&, const Node&, std::string_view what);
std::optional<Route> read_route(Loader&, const Node&);
std::optional<std::vector<RouteSegment>> read_segments(Loader&, const Node&, std::string_view path);

// --- errors and guards (load_errors.cpp)
std::optional<ErrorUse> read_error_use(Loader&, const Node&, const Place&, std::string_view what);
std::vector<Guard> read_guards(Loader&, const Node&, const Place&, std::string_view what);
Missing read_missing(Loader&, const Node&, const Place&, std::string_view what);
std::vector<std::pair<std::string, ErrorUse>> read_refuse(Loader&, const Node&, const Place&,
                                                          std::string_view what);

// --- types (load_types.cpp)
expr::Type type_of_schema(Loader&, const json::Value& schema, std::size_t depth = 0);
expr::Type type_of_field(Loader&, const Field&);
void fill_shape(Loader&, expr::Shape&, const std::vector<Field>&);
expr::Type type_of_params(Loader&, std::string name, const std::vector<const Param*>& params,
                          const std::vector<std::string>& others, bool open);
// Reports a value that the field's schema can never let in.
void check_type(Loader&, const Node&, const Template& value, const Field&);
void make_fixed_shapes(Loader&);
Place pack_place(Loader&);                        // config
Place call_place(Loader&);                        // input params headers now, before an operation
Place operation_place(Loader&, Index operation);  // input params headers self parent now
Place view_place(Loader&, Index resource);        // self parent request page plural
Place header_place(Loader&);                      // request answer headers rate now
Place error_place(Loader&, const Place& place);   // and issue, error, request
Place default_place(Loader&, Index resource);     // init, default: input params parent now
Place derived_place(Loader&, Index resource);     // self parent
Place lifecycle_place(Loader&, Index resource, const Move* move);
Place event_place(Loader&);  // self old event request arm now

// --- sections
bool has_known_format(Loader&);   // load_pack.cpp; of another format nothing is read
void declare_pack(Loader&);       // load_pack.cpp: identity, config, tables, durations
void read_models(Loader&);        // load_pack.cpp
void declare_serve(Loader&);      // load_serve.cpp: hosts, names, what needs no expression
void read_serve(Loader&);         // load_serve.cpp
void declare_errors(Loader&);     // load_errors.cpp: names of codes
void read_errors(Loader&);        // load_errors.cpp
void declare_resources(Loader&);  // load_resources.cpp
void read_resources(Loader&);     // load_resources.cpp
void declare_lifecycle(Loader&, Index resource, const Node&);  // load_states.cpp
void read_lifecycle(Loader&, Index resource);                  // load_lifecycle.cpp
void declare_fields(Loader&, std::vector<Field>&, std::vector<Node>&, const Node&,
                    std::string_view owner);  // load_fields.cpp
// What a list of fields belongs to: a resource, or an operation that gives values.
struct FieldOwner {
    Index resource = kNone;
    bool is_result = false;
    Place defaults;  // of init, default
    Place derived;   // of is, schema_from
};
void read_plain_fields(Loader&, std::vector<Field>&, const std::vector<Node>&,
                       const FieldOwner&);  // what types need: schemas, references
void read_fields(Loader&, std::vector<Field>&, const std::vector<Node>&, const FieldOwner&);
void read_relation(Loader&, Field&, const Node&, const FieldOwner&);  // load_relations.cpp
std::vector<Index> order_derived(Loader&, const std::vector<Field>&, std::string_view owner);
void read_folding(Loader&, Field&, const Node&, const FieldOwner&);    // load_relations.cpp
void read_exogenous(Loader&, Field&, const Node&, const FieldOwner&);  // load_relations.cpp
std::optional<MoveRef> read_move_ref(Loader&, const Node&, Index resource);
std::vector<Param> read_params(Loader&, const Node&, Index resource, const Place&,
                               std::string_view what);  // load_params.cpp
void finish_params(Loader&, std::vector<Param>&, const Node&, Index resource, const Place&,
                   std::string_view what);                         // defaults, refusals
void declare_operations(Loader&);                                  // load_operations.cpp
void read_operations(Loader&);                                     // load_operations.cpp
void read_result(Loader&, Operation&, const Node&, Index index);   // load_streams.cpp
void read_stream(Loader&, Operation&, const Node&, const Place&);  // load_streams.cpp
std::vector<Emit> read_emits(Loader&, const Node&, const Place&, Index resource);  // load_steps.cpp
std::vector<ThenStep> read_then(Loader&, const Node&, const Place&, Index resource);
void read_steps(Loader&, const Map&, Place&, Index resource, Steps&);
std::vector<Assignment> read_with(Loader&, const Node&, const Place&, Index resource,
                                  const std::vector<const Param*>& params, bool fields_too,
                                  std::string_view what);
std::optional<MoveStep> read_move_step(Loader&, const Entry&, const Place&);
Lists read_lists(Loader&, const Node&, const Place&, Lists inherited, std::string_view what);
std::vector<HeaderRule> read_header_rules(Loader&, const Node&, const Place&,
                                          std::string_view what);
void read_headers(Loader&);      // load_headers.cpp: request_id, headers, etag, rate_limits
void declare_events(Loader&);    // load_events.cpp: fields of the stored event
void read_events(Loader&);       // load_events.cpp
void declare_webhooks(Loader&);  // load_webhooks.cpp
Index webhook_named(Loader&, const Node&);  // kNone
void read_webhooks(Loader&);                // load_webhooks.cpp
void read_idempotency(Loader&);             // load_idempotency.cpp
void read_magic(Loader&);                   // load_magic.cpp: magic, scenarios
void read_ignores(Loader&);                 // load_ignores.cpp
void read_coherence(Loader&);               // load_plans.cpp
void read_assumptions(Loader&);             // load_plans.cpp
void read_shapes(Loader&);                  // load_shapes.cpp: files
void add_rest_fields(Loader&);  // load_shapes.cpp: what a shape has and the pack does not say
Rest read_rest(Loader&, const Node&, std::string_view what);
void finish(Loader&);  // load_finish.cpp: indexes, orders, what looks at what

}  // namespace understudy::pack
