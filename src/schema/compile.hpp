// Compiles schemas once, so that values can be checked many times.
//
//     Schema charge = TRY(compile(parse_document(...), {.dialect = Dialect::Draft2020}));
//     Outcome outcome = check(charge, value);            // check.hpp
//
// An OpenAPI document holds many schemas; name the one you mean, or several at once, by pointer.
// They share what they share:
//
//     CompileOptions options{.dialect = Dialect::OpenApi30};
//     Schema charge = TRY(compile_at(document, *Pointer::parse("/components/schemas/charge"),
//     options));
//
// A schema with several problems gives one error that lists all of them. `$schema`, where it is
// written, wins over the dialect in the options.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "json/document.hpp"
#include "json/pointer.hpp"
#include "json/value.hpp"
#include "schema/dialect.hpp"

namespace understudy::schema {

// Hands in the document at a URI without fragment; nothing if there is none. Never called for the
// meta-schemas of our dialects, which are built in.
using Resolver = std::function<std::optional<json::Value>(std::string_view uri)>;

struct CompileLimits {
    std::size_t nodes = 1'000'000;  // schemas, all documents together
    std::size_t depth = 1'000;      // nesting of schemas inside schemas
    std::size_t documents = 1'000;  // fetched through the resolver
    std::size_t problems = 100;     // listed in one error
};

struct CompileOptions {
    Dialect dialect = Dialect::Draft2020;
    std::string base_uri;         // of the document; `$id` wins
    Resolver resolver;            // none: only what is built in can be referred to
    bool assert_formats = false;  // otherwise `format` is an annotation
    CompileLimits limits;
};

struct Program;  // impl/node.hpp

class Schema {
public:
    Schema(std::shared_ptr<const Program> program, std::uint32_t root)
        : program_(std::move(program)), root_(root) {}

    const Program& program() const { return *program_; }
    std::uint32_t root() const { return root_; }
    std::size_t node_count() const;  // of everything it was compiled together with

private:
    std::shared_ptr<const Program> program_;
    std::uint32_t root_ = 0;
};

base::Result<Schema> compile(const json::Value& schema, const CompileOptions& options = {});
base::Result<Schema> compile(const json::Document& schema, const CompileOptions& options = {});

// Of one or several schemas inside a document; the results are in the order of the pointers.
base::Result<Schema> compile_at(const json::Document& document, const json::Pointer& pointer,
                                const CompileOptions& options = {});
base::Result<Schema> compile_at(const json::Value& document, const json::Pointer& pointer,
                                const CompileOptions& options = {});
base::Result<std::vector<Schema>> compile_all(const json::Document& document,
                                              std::span<const json::Pointer> pointers,
                                              const CompileOptions& options = {});
base::Result<std::vector<Schema>> compile_all(const json::Value& document,
                                              std::span<const json::Pointer> pointers,
                                              const CompileOptions& options = {});

}  // namespace understudy::schema
