// A value or an Error: what every function that can fail returns.
//
//     Result<Value> value = parse(text);
//     if (!value) return fail(value.error());
//
//     Value value = TRY(parse(text));    // the same in one line
#pragma once

// Declared first with the attribute that the library leaves out: a Result nobody looks at is
// refused by the compiler.
namespace tl {
template <class T, class E>
class [[nodiscard]] expected;
}

#include <tl/expected.hpp>

#include <utility>

#include "base/error.hpp"

namespace understudy::base {

template <class T>
using Result = tl::expected<T, Error>;

using Failure = tl::unexpected<Error>;

// Cold, and so is whatever leads here and nowhere else: the compiler puts it out of the way of
// what mostly happens, which then lies side by side.
[[nodiscard, gnu::cold]] Failure fail(Error error);
[[nodiscard, gnu::cold]] Failure fail(Code code, std::vector<Arg> args = {}, Mark where = {},
                                      std::vector<Error> because = {});

// An error on its way to whoever called the function that returns it.
class PassedOn {
public:
    explicit PassedOn(Error& error) : error_(error) {}
    template <class T>
    [[gnu::cold, gnu::noinline]] operator tl::expected<T, Error>() const {
        return Failure(std::move(error_));
    }

private:
    Error& error_;
};

}  // namespace understudy::base

// Unwraps a Result or returns its error from the enclosing function. A GNU statement expression,
// which both of our compilers know, so that `Value v = TRY(f());` stays a plain initialisation.
#define TRY(...) UNDERSTUDY_TRY_(UNDERSTUDY_JOIN_(try_result_, __COUNTER__), __VA_ARGS__)

// The same for Result<void>.
#define TRY_VOID(...) UNDERSTUDY_TRY_VOID_(UNDERSTUDY_JOIN_(try_result_, __COUNTER__), __VA_ARGS__)

// The name is unique so that one TRY can stand inside another without shadowing it.
#define UNDERSTUDY_JOIN_(a, b) UNDERSTUDY_JOIN_NOW_(a, b)
#define UNDERSTUDY_JOIN_NOW_(a, b) a##b
#define UNDERSTUDY_TRY_(name, ...)                             \
    __extension__({                                            \
        auto&& name = (__VA_ARGS__);                           \
        if (!name) [[unlikely]]                                \
            return ::understudy::base::PassedOn(name.error()); \
        *std::move(name);                                      \
    })
#define UNDERSTUDY_TRY_VOID_(name, ...)                        \
    do {                                                       \
        auto&& name = (__VA_ARGS__);                           \
        if (!name) [[unlikely]]                                \
            return ::understudy::base::PassedOn(name.error()); \
    } while (false)
