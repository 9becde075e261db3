// Two JSON texts, a schema and a value, with a zero byte between them; the first byte picks the
// dialect. Whatever they are: no crash, no hang, and the fast verdict is the reported one.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "json/parse.hpp"
#include "schema/check.hpp"
#include "schema/shape.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace understudy;
    if (size < 2) return 0;
    const std::string_view all(reinterpret_cast<const char*>(data) + 1, size - 1);
    const std::size_t cut = all.find('\0');
    const base::Result<json::Value> written = json::parse(all.substr(0, cut));
    if (!written || cut == std::string_view::npos) return 0;
    const base::Result<json::Value> value = json::parse(all.substr(cut + 1));
    if (!value) return 0;
    schema::CompileOptions options;
    options.dialect = static_cast<schema::Dialect>(data[0] % 6);
    options.assert_formats = (data[0] & 64) != 0;
    schema::Shape shape;
    shape.add(*value);
    const base::Result<schema::Schema> inferred = schema::compile(shape.to_schema());
    if (!inferred || schema::judge(*inferred, *value) != schema::Verdict::Valid) std::abort();
    const base::Result<schema::Schema> compiled = schema::compile(*written, options);
    if (!compiled) return 0;
    schema::CheckOptions checks;
    checks.steps = 100'000;
    const schema::Outcome outcome = schema::check(*compiled, *value, checks);
    if (outcome.verdict == schema::Verdict::Invalid && outcome.violations.empty()) std::abort();
    if (outcome.verdict == schema::Verdict::Valid && !outcome.violations.empty()) std::abort();
    return 0;
}
