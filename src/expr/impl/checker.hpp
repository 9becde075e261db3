// The walk of check.cpp and check_calls.cpp over one tree.
//
// Checking is gradual: only what is certain to fail is a problem. A part with a problem has type
// any, so one mistake is reported once.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "expr/impl/check.hpp"
#include "expr/impl/overload.hpp"
#include "expr/impl/tree.hpp"

namespace understudy::expr {

class Checker {
public:
    Checker(Tree& tree, const Scope& scope, Checks checks, std::vector<base::Error>& problems)
        : tree_(tree),
          scope_(scope),
          checks_(checks),
          problems_(problems),
          types_(tree.nodes.size()),
          follows_(tree.nodes.size()) {}

    Types run();

private:
    struct Variable {
        std::string name;
        Type type;
    };

    // `inner`: part of a longer path, `self` in `self.amount`.
    Type visit(std::uint32_t index, bool inner = false);
    Type visit_child(std::uint32_t index, std::size_t i, bool inner = false);
    Type find_type(std::uint32_t index);
    Type literal(std::uint32_t index) const;
    Type name(std::uint32_t index);
    void unknown_name(const Node& node, const std::string& text);
    Type select(std::uint32_t index);
    void follow(std::uint32_t index, const Type& base);
    void no_field(const Node& node, const Type& base);
    void unknown_field(const Node& node, const Type& base);
    Type subscript(std::uint32_t index);
    Type list(std::uint32_t index);
    Type map(std::uint32_t index);
    Type prefix(std::uint32_t index);
    Type logic(std::uint32_t index);
    void want_bool(std::uint32_t index, std::size_t i, const Type& type, std::string_view what);
    Type conditional(std::uint32_t index);
    Type operation(std::uint32_t index);
    Type fold(std::uint32_t index);
    Type bind(std::uint32_t index);
    bool push(const Node& node, const Type& type, std::uint32_t which = 0);
    Type call(std::uint32_t index);
    // base64.encode(x) is no method of a value called base64.
    void drop_namespace(std::uint32_t index);
    Type choose(std::uint32_t index, const std::string& name,
                const std::vector<const Overload*>& named, Style style,
                const std::vector<Type>& arguments);
    static Type result_of(const Overload& overload, const std::vector<Type>& arguments);
    Type host_call(std::uint32_t index, std::size_t host, const std::vector<Type>& arguments);
    static std::string form_of(const HostFunction& function);
    void compile_pattern(std::uint32_t index);
    void unknown_function(const Node& node, const std::string& name,
                          const std::vector<const Overload*>& named);
    void wrong_count(const Node& node, const std::string& name,
                     const std::vector<const Overload*>& named, std::size_t count);
    static std::string forms_of(const std::vector<const Overload*>& named);
    void note(const Node& node, base::Code code, std::vector<base::Arg> args);
    void refuse(const Node& node, std::string_view function, const std::vector<Type>& types,
                const std::string& forms = {});

    Tree& tree_;
    const Scope& scope_;
    Checks checks_;
    std::vector<base::Error>& problems_;
    Types types_;
    std::vector<std::uint8_t> follows_;  // references followed on the way to each node
    std::vector<Variable> variables_;    // of the macros around the place
};

}  // namespace understudy::expr
