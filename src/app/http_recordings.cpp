#include "app/http_recordings.hpp"

#include <algorithm>
#include <filesystem>
#include <map>

#include "base/bytes.hpp"
#include "base/hash.hpp"
#include "base/text.hpp"
#include "cassette/code.hpp"
#include "cassette/http_match.hpp"
#include "cassette/target.hpp"
#include "serve/code.hpp"

namespace understudy::app {

namespace {

namespace fs = std::filesystem;
using cassette::Cassette;
using cassette::Exchange;
using serve::Relayed;

constexpr std::size_t kLongestWords = 60;

bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '_';
}

// "get-v1-charges": the method and the path, as far as a name may say them.
std::string words_of(std::string_view method, std::string_view path) {
    std::string words;
    for (const char c : base::to_lower_ascii(std::string(method) + '/' + std::string(path))) {
        if (is_word(c)) {
            words += c;
        } else if (!words.empty() && words.back() != '-') {
            words += '-';
        }
        if (words.size() == kLongestWords) break;
    }
    while (!words.empty() && (words.back() == '-' || words.back() == '.')) words.pop_back();
    return words.empty() ? "call" : words;
}

std::string words_of(const Exchange& exchange) {
    if (const cassette::WebhookInput* hook = exchange.webhook()) {
        return "webhook-" + words_of(hook->method, hook->path.substr(0, hook->path.find('?')));
    }
    return words_of(exchange.http()->method, exchange.http()->path);
}

// The name of a call's cassette: what it says, and eight digits of what it is matched by. Of the
// sealed call: not even the digest of a secret may be kept.
std::string name_of_call(const Exchange& sealed, const cassette::Match& match) {
    constexpr std::size_t kDigits = 8;
    if (sealed.webhook() != nullptr) return words_of(sealed);
    const std::string key = cassette::http_key(*sealed.http(), match, {}, false);
    return words_of(sealed) + '-' + base::to_hex(base::sha256(key)).substr(0, kDigits);
}

Exchange exchange_of(const Relayed& call) {
    Exchange exchange = call.is_callback ? call.taking.webhook() : call.taking.exchange();
    exchange.at = std::chrono::duration_cast<std::chrono::milliseconds>(call.at).count();
    if (exchange.http() != nullptr) exchange.input = cassette::unfilled(*exchange.http());
    return exchange;
}

// Ids say nothing that was not sealed, so they are given when it is.
void name_exchanges(std::vector<Exchange>& exchanges, const Bundle& bundle,
                    const std::vector<std::size_t>& numbers) {
    for (std::size_t i = 0; i < exchanges.size(); ++i) {
        exchanges[i].id = words_of(bundle.sealed[numbers[i]]);
    }
    number_ids(exchanges);
}

cassette::Provenance stamp() {
    cassette::Provenance provenance = provenance_of({}, now());
    provenance.tool.reset();  // it was a service, of which we know no more than it said
    return provenance;
}

Cassette cassette_of(const std::string& service, const std::string& name,
                     const cassette::Provenance& provenance, const ProjectGround& project) {
    Cassette cassette;
    cassette.service = service;
    cassette.name = name;
    cassette.origin = cassette::Origin::Recorded;
    cassette.provenance = provenance;
    if (const cassette::Service* known = project.manifest.find(service)) {
        cassette.match = known->match;
    }
    return cassette;
}

void begin_at_zero(std::vector<Exchange>& exchanges) {
    std::int64_t first = exchanges.empty() ? 0 : exchanges.front().at;
    for (const Exchange& each : exchanges) first = std::min(first, each.at);
    for (Exchange& each : exchanges) each.at -= first;
}

// Which exchange of a bundle the error is about; nothing: none in particular.
std::optional<std::size_t> culprit_of(const base::Error& error) {
    constexpr std::string_view kPlace = "exchanges[";
    if (!error.where.file.starts_with(kPlace)) return std::nullopt;
    const std::string_view number = std::string_view(error.where.file).substr(kPlace.size());
    const auto found = base::parse_int64(number.substr(0, number.find(']')));
    return found && *found >= 0 ? std::optional(static_cast<std::size_t>(*found)) : std::nullopt;
}

// Without its path, which may hold what could not be taken out.
std::string shown_call(const Exchange& exchange) {
    if (const cassette::WebhookInput* hook = exchange.webhook()) return hook->method + " callback";
    return exchange.http()->method + ' ' + exchange.http()->host;
}

class Keeper {
public:
    Keeper(BundleSealer sealer, const HttpKeepPlan& plan, const KeepPlace& place)
        : sealer_(std::move(sealer)), plan_(plan), place_(place), stamp_(stamp()) {}

    std::size_t lost() const { return lost_; }

    base::Result<void> keep_timeline(const std::string& service, std::vector<Exchange> exchanges) {
        const Bundle bundle = TRY(sealable(exchanges));
        if (exchanges.empty()) return {};
        const std::string name = name_of_file(plan_.file, service, place_.project);
        Cassette cassette = cassette_of(service, name, stamp_, place_.project);
        std::vector<std::size_t> numbers(exchanges.size());
        for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = i;
        cassette.exchanges = exchanges;
        name_exchanges(cassette.exchanges, bundle, numbers);
        begin_at_zero(cassette.exchanges);
        auto kept = keep_whole(std::move(cassette));
        if (kept || kept.error().code != cassette::code::CannotHold) return kept;
        // What was recorded is worth more than the form it was asked for in.
        place_.terminal.error("understudy: " + base::message(kept.error()) +
                              "; one cassette a call is written instead\n");
        return keep_parts(service, std::move(exchanges), bundle);
    }

    base::Result<void> keep_each(const std::string& service, std::vector<Exchange> exchanges) {
        const Bundle bundle = TRY(sealable(exchanges));
        return keep_parts(service, std::move(exchanges), bundle);
    }

private:
    base::Result<void> keep_whole(Cassette cassette) {
        return keep_file(TRY(sealer_.seal_alone(std::move(cassette))), plan_.file, place_);
    }

    base::Result<void> keep_parts(const std::string& service, std::vector<Exchange> exchanges,
                                  const Bundle& bundle) {
        const cassette::Service* known = place_.project.manifest.find(service);
        const cassette::Match match = known == nullptr ? cassette::Match{} : known->match;
        std::map<std::string, std::vector<std::size_t>> parts;  // by name
        for (std::size_t i = 0; i < exchanges.size(); ++i) {
            parts[name_of_call(bundle.sealed[i], match)].push_back(i);
        }
        const fs::path folder = folder_for(service, plan_, place_.project);
        for (const auto& [name, numbers] : parts) {
            Cassette cassette = cassette_of(service, name, stamp_, place_.project);
            for (const std::size_t i : numbers) {
                cassette.exchanges.push_back(std::move(exchanges[i]));
            }
            name_exchanges(cassette.exchanges, bundle, numbers);
            begin_at_zero(cassette.exchanges);
            TRY_VOID(keep_named(TRY(sealer_.seal_part(std::move(cassette), bundle, numbers)),
                                (folder / name).string(), place_));
        }
        return {};
    }

    // What cannot be looked through cannot be kept: it is told and left out, and the others stay.
    base::Result<Bundle> sealable(std::vector<Exchange>& exchanges) {
        while (true) {
            for (std::size_t i = 0; i < exchanges.size(); ++i) {
                exchanges[i].id = std::to_string(i + 1);
            }
            auto bundle = sealer_.seal(exchanges);
            if (bundle) return bundle;
            const auto culprit = culprit_of(bundle.error());
            if (!culprit || *culprit >= exchanges.size()) return bundle;
            const base::Error told{
                serve::code::RelayNotKept,
                {{"call", shown_call(exchanges[*culprit])}, {"why", base::message(bundle.error())}},
                {},
                {}};
            place_.terminal.error("understudy: " + base::render(told));
            exchanges.erase(exchanges.begin() + static_cast<std::ptrdiff_t>(*culprit));
            ++lost_;
        }
    }

    BundleSealer sealer_;
    const HttpKeepPlan& plan_;
    const KeepPlace& place_;
    cassette::Provenance stamp_;
    std::size_t lost_ = 0;
};

}  // namespace

std::string service_of_host(std::string_view host, const cassette::Manifest& manifest) {
    if (const cassette::Service* known = manifest.of_host(host)) return known->name;
    std::string name;
    for (const char c : base::to_lower_ascii(cassette::without_port(host))) {
        if (c == '[' || c == ']') continue;
        name += is_word(c) || c == '-' ? c : '-';
    }
    while (!name.empty() && !(name.front() >= 'a' && name.front() <= 'z') &&
           !(name.front() >= '0' && name.front() <= '9')) {
        name.erase(0, 1);
    }
    return name.empty() ? "service" : name;
}

std::string folder_for(const std::string& service, const HttpKeepPlan& plan,
                       const ProjectGround& project) {
    if (!plan.folder.empty()) return folder_of_service(service, plan.folder);
    const cassette::Service* known = project.manifest.find(service);
    const fs::path below = known != nullptr ? fs::path(known->cassettes)
                                            : fs::path(project.manifest.cassettes) / service;
    return (project.seen_root() / below).string();
}

std::map<std::string, std::vector<Exchange>> exchanges_by_service(
    std::vector<Relayed> calls, const std::string& service, const cassette::Manifest& manifest) {
    const auto to_service = std::find_if(calls.begin(), calls.end(),
                                         [](const Relayed& call) { return !call.is_callback; });
    const auto service_of = [&](const Relayed& call) {
        if (!service.empty()) return service;
        if (!call.is_callback) return service_of_host(call.taking.host(), manifest);
        if (to_service == calls.end()) return std::string("callbacks");
        return service_of_host(to_service->taking.host(), manifest);
    };
    std::map<std::string, std::vector<Exchange>> by_service;
    for (const Relayed& call : calls) by_service[service_of(call)].push_back(exchange_of(call));
    return by_service;
}

std::string words_of_http(const Exchange& sealed) {
    return words_of(sealed);
}

base::Result<std::size_t> keep_relayed(std::vector<Relayed> calls, const HttpKeepPlan& plan,
                                       const KeepPlace& place) {
    if (calls.empty()) return 0;
    const cassette::Manifest& manifest = place.project.manifest;
    std::string service = plan.service;
    if (!plan.file.empty() && service.empty()) {
        // One file is of one service: that of the first call.
        const auto first = std::find_if(calls.begin(), calls.end(),
                                        [](const Relayed& call) { return !call.is_callback; });
        service =
            first == calls.end() ? "callbacks" : service_of_host(first->taking.host(), manifest);
    }
    Keeper keeper(TRY(BundleSealer::make()), plan, place);
    for (auto& [name, exchanges] : exchanges_by_service(std::move(calls), service, manifest)) {
        TRY_VOID(plan.file.empty() ? keeper.keep_each(name, std::move(exchanges))
                                   : keeper.keep_timeline(name, std::move(exchanges)));
    }
    return keeper.lost();
}

}  // namespace understudy::app
