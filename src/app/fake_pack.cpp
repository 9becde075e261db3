// A pack as the fake: HTTP exchanges are sent to a fresh world in this process, without a socket;
// commands are run for real and find the same world at a loopback address; webhooks are what the
// world would send.
#include <algorithm>

#include "app/data_file.hpp"
#include "app/fake_player.hpp"
#include "app/files.hpp"
#include "app/pack_files.hpp"
#include "app/pack_tool.hpp"
#include "app/world_target.hpp"
#include "base/text.hpp"
#include "cassette/code.hpp"
#include "cassette/target.hpp"
#include "http/url.hpp"
#include "yaml/read.hpp"

namespace understudy::app {

namespace {

namespace code = cassette::code;
namespace fs = std::filesystem;

// The world presents its own key, and the transport its own framing.
constexpr std::string_view kNotSent[] = {"host", "content-length", "connection", "user-agent",
                                         "accept-encoding"};
constexpr std::string_view kSeeds = "seeds";
constexpr int kReceived = 200;
constexpr int kUnknownLogin = 401;
constexpr int kNotReceived = 500;

bool is_sent(std::string_view header) {
    return std::none_of(std::begin(kNotSent), std::end(kNotSent), [&](std::string_view name) {
        return base::equal_ignoring_case(name, header);
    });
}

// Hosts of all addresses in a text: a receiver of webhooks may be among them.
void put_hosts(std::string_view text, std::vector<std::string>& hosts) {
    constexpr std::size_t kMost = 100;
    for (std::size_t at = text.find("://"); at != text.npos && hosts.size() < kMost;
         at = text.find("://", at + 3)) {
        const std::string_view rest = text.substr(at + 3);
        hosts.emplace_back(rest.substr(0, rest.find_first_of("/:\"'\\?# \r\n\t&,)>")));
    }
}

cassette::Output output_of(const http::Response& response) {
    cassette::Output output;
    cassette::Answer answer{response.head.status, {}, {}};
    for (const http::Field& field : response.head.headers) {
        answer.headers.emplace_back(field.name, field.value);
    }
    for (const http::Field& field : response.trailers) {
        answer.trailers.emplace_back(field.name, field.value);
    }
    output.answer = std::move(answer);
    for (const http::Piece& piece : response.pieces) {
        output.pieces.push_back({0, cassette::From::Body, piece.bytes});
    }
    return output;
}

class PackPlayer final : public cassette::Player {
public:
    PackPlayer(std::shared_ptr<const pack::Pack> pack, PackFiles files, cassette::Fake fake,
               const FakeGround& ground)
        : pack_(std::move(pack)),
          files_(std::move(files)),
          fake_(std::move(fake)),
          root_(ground.root),
          tool_(fake_, ground.allowed) {}

    void begin(const cassette::Cassette& cassette) override {
        hosts_.clear();
        for (const cassette::Exchange& each : cassette.exchanges) {
            if (const cassette::HttpInput* input = each.http()) {
                if (input->body) put_hosts(input->body->bytes, hosts_);
            }
            if (const cassette::CommandInput* input = each.command()) {
                for (const std::string& arg : input->args) put_hosts(arg, hosts_);
            }
        }
    }

    base::Result<void> reset(std::string_view given) override {
        WorldOptions options;
        const auto seed = given.empty() ? std::optional<json::Document>() : TRY(seed_named(given));
        if (seed) options.seed = &*seed;
        options.keeps_deliveries = true;
        options.webhook_hosts = hosts_;
        world_.reset();
        world_ = TRY(WorldTarget::make(pack_, options));
        return fake_.env.empty() ? base::Result<void>() : tool_.reset();
    }

    base::Result<cassette::Answered> play(const cassette::Exchange& call,
                                          const std::vector<cassette::Variable>& vars) override {
        if (call.command() != nullptr)
            return cassette::Answered{TRY(tool_.run(call, vars, *world_))};
        cassette::Answered answered{output_of(TRY(world_->call(request_of(call))))};
        if (call.kind == cassette::Kind::Stream) {
            answered.output.end = cassette::StreamEnd::Complete;
        }
        return answered;
    }

    // As often as it was sent, with the answer that its receiver gave in the end.
    base::Result<std::optional<cassette::Exchange>> webhook(
        const cassette::Exchange& recorded) override {
        auto sent = world_->next_delivery();
        if (!sent) return base::fail(code::FakeSentNothing, {{"id", recorded.id}});
        cassette::Exchange actual = recorded;
        actual.output.attempts = 1;
        while (actual.output.attempts < recorded.output.attempts) {
            world_->report(*sent, kNotReceived);
            auto again = world_->next_delivery();
            if (!again || again->delivery != sent->delivery) break;
            sent = std::move(again);
            ++actual.output.attempts;
        }
        const auto& answer = recorded.output.answer;
        world_->report(*sent, answer ? answer->status : kReceived);
        cassette::WebhookInput input = *recorded.webhook();
        input.method = "POST";
        if (const auto url = http::parse_url(sent->url)) input.path = http::target(*url);
        input.headers = sent->headers;
        input.body = cassette::Body{*sent->body, {}};
        actual.input = std::move(input);
        return actual;
    }

private:
    bool is_login(pack::AuthPlace::Kind kind, std::string_view name) const {
        const auto& places = pack_->serve.auth.places;
        return std::any_of(places.begin(), places.end(), [&](const pack::AuthPlace& place) {
            return place.kind == kind && base::equal_ignoring_case(place.name, name);
        });
    }
    bool is_login_header(std::string_view name) const {
        return base::equal_ignoring_case(name, "authorization") ||
               is_login(pack::AuthPlace::Kind::Header, name);
    }

    // A recorded login is a pseudonym, so the world's own key stands in for it; but what the
    // service did not know, the world must not know either, and that is sent as it was.
    plan::Call request_of(const cassette::Exchange& call) const {
        cassette::HttpInput input = *call.http();
        const auto& answer = call.output.answer;
        const bool was_unknown = answer && answer->status == kUnknownLogin;
        plan::Call sent;
        sent.auth = plan::Auth::None;
        const auto stands_for_login = [&](bool is_login) {
            if (is_login && !was_unknown) sent.auth = plan::Auth::Own;
            return is_login && !was_unknown;
        };
        for (const auto& [name, value] : input.headers) {
            if (stands_for_login(is_login_header(name)) || !is_sent(name)) continue;
            sent.request.head.headers.add(name, value);
        }
        const auto taken = std::erase_if(input.query, [&](const auto& pair) {
            return stands_for_login(is_login(pack::AuthPlace::Kind::Query, pair.first));
        });
        if (taken > 0) input.query_text.clear();
        sent.request.head.method = input.method;
        sent.request.head.target = cassette::target_of(input);
        if (input.body) sent.request.body = input.body->bytes;
        return sent;
    }

    // A file below `seeds` of the project, or of the pack.
    base::Result<json::Document> seed_named(std::string_view given) const {
        const auto parts = base::split(given, '/');
        const bool leads_out =
            given.starts_with('/') || std::find(parts.begin(), parts.end(), "..") != parts.end();
        std::error_code problem;
        for (const std::string_view ending : {".yaml", ".yml", ".json"}) {
            const fs::path below = fs::path(kSeeds) / (std::string(given) + std::string(ending));
            if (leads_out) break;
            if (fs::is_regular_file(root_ / below, problem)) {
                return load_document((root_ / below).string(), Origin::Ours);
            }
            if (const base::Source* file = files_.folder.find(below.generic_string())) {
                return yaml::read(*file);
            }
        }
        return base::fail(code::FakeRefused,
                          {{"why", "there is no start state " + base::quoted(given) +
                                       ": no such file below `seeds` of the project or of the "
                                       "pack"}});
    }

    std::shared_ptr<const pack::Pack> pack_;
    PackFiles files_;
    cassette::Fake fake_;
    fs::path root_;
    PackTool tool_;
    std::vector<std::string> hosts_;
    std::unique_ptr<WorldTarget> world_;
};

}  // namespace

base::Result<std::unique_ptr<cassette::Player>> make_pack_player(const cassette::Fake& fake,
                                                                 const FakeGround& ground) {
    // A folder is seen from the project; a name is looked for in its packs, then in the binary.
    std::error_code problem;
    const bool is_path = fake.pack.find('/') != std::string::npos;
    const std::string wanted = is_path ? (ground.root / fake.pack).string() : fake.pack;
    const std::string packs = (ground.root / "packs").string();
    const bool has_packs = fs::is_directory(packs, problem);
    PackFiles files = TRY(find_pack_files(wanted, has_packs ? packs : std::string()));
    const pack::Loaded loaded = pack::load(files.folder);
    if (!loaded.pack) return base::fail(loaded.as_error());
    return std::make_unique<PackPlayer>(loaded.pack, std::move(files), fake, ground);
}

}  // namespace understudy::app
