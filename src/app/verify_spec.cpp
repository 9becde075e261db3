#include "app/verify_spec.hpp"

#include <algorithm>

#include "app/files.hpp"
#include "app/pack_files.hpp"
#include "json/parse.hpp"
#include "pack/load.hpp"
#include "schema/check.hpp"

namespace understudy::app {

namespace {

using report::Verdict;

const pack::Description* described(const pack::Pack& pack, const cassette::HttpInput& input) {
    const auto found = pack.routes.find(input.method, input.path, "", true);
    if (found.match.operation == pack::kNone) return nullptr;
    const pack::Operation& operation = pack.operations[found.match.operation];
    return operation.described == pack::kNone ? nullptr : &pack.descriptions[operation.described];
}

}  // namespace

base::Result<SpecWitness> SpecWitness::load(const std::string& file) {
    constexpr std::size_t kMost = std::size_t{64} << 20U;
    const pack::Loaded loaded = pack::load_description(TRY(read_file(file, kMost)));
    if (!loaded.pack) return base::fail(loaded.as_error());
    return SpecWitness(loaded.pack);
}

SpecWitness SpecWitness::of_pack(const cassette::Service& service, std::string_view pack_dir) {
    if (service.fake.how != cassette::Fake::How::Pack) return {};
    const auto files = find_pack_files(service.fake.pack, pack_dir);
    if (!files) return {};
    const pack::Loaded loaded = pack::load(files->folder);
    if (!loaded.pack || loaded.pack->descriptions.empty()) return {};
    return SpecWitness(loaded.pack);
}

Verdict SpecWitness::judge(const cassette::Cassette& cassette) const {
    Verdict verdict = Verdict::Unknown;
    if (!pack_) return verdict;
    for (const cassette::Exchange& exchange : cassette.exchanges) {
        const cassette::HttpInput* input = exchange.http();
        const auto& answer = exchange.output.answer;
        if (input == nullptr || !answer) continue;
        const pack::Description* description = described(*pack_, *input);
        if (description == nullptr) continue;
        const auto& answers = description->answers;
        const auto promised = std::find_if(answers.begin(), answers.end(), [&](const auto& each) {
            return each.status == answer->status;
        });
        if (promised == answers.end() || !promised->schema.compiled) continue;
        const auto body = json::parse(cassette::bytes_of(exchange.output, cassette::From::Body));
        if (!body) return Verdict::Differed;
        const auto fits = schema::judge(*promised->schema.compiled, *body,
                                        {.direction = schema::Direction::Response});
        if (fits == schema::Verdict::Invalid) return Verdict::Differed;
        if (fits == schema::Verdict::Valid) verdict = Verdict::Agreed;
    }
    return verdict;
}

}  // namespace understudy::app
