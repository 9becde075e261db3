// Any text as an API description: reading it may not crash or run without end, every answer made
// for it fits its own schema, its reduction can be read again, and it promises what it promises.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "json/write.hpp"
#include "pack/impl/api.hpp"
#include "pack/new.hpp"
#include "pack/spec_diff.hpp"
#include "schema/check.hpp"

using namespace understudy;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    std::vector<pack::Problem> problems;
    const auto api = pack::read_api({"input", text}, problems);
    if (!api) return 0;
    pack::Pack built;
    built.serve.hosts.push_back({"*", "", {}});
    pack::attach_api(built, *api, problems);
    static_cast<void>(built.routes.build(built));
    for (const pack::Description& description : built.descriptions) {
        static_cast<void>(built.routes.find(description.method, description.path, "", true));
        static_cast<void>(built.routes.nearest(description.path));
        for (const pack::DescribedAnswer& answer : description.answers) {
            if (!answer.schema.compiled) continue;
            const auto verdict = schema::judge(*answer.schema.compiled, answer.example.value(),
                                               {.direction = schema::Direction::Response});
            if (verdict == schema::Verdict::Invalid) std::abort();
        }
    }
    json::Document document;
    document.root = *api->root;
    const auto contract = pack::contract_of(document);
    if (!contract || !pack::diff_specs(*contract, *contract).empty()) std::abort();
    if (!pack::read_api({"again", json::write(pack::reduced(*api->root))}, problems)) std::abort();
    return 0;
}
