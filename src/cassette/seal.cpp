#include "cassette/seal.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "base/text.hpp"
#include "cassette/impl/mended.hpp"
#include "cassette/impl/places.hpp"
#include "cassette/impl/writable.hpp"

namespace understudy::cassette {

SealedExchange::SealedExchange(const Exchange& exchange, const secret::Redacted& redacted)
    : exchange_(exchange) {
    put_together(exchange_, redacted.carriers());
    mend(exchange, exchange_);
}

Cassette Sealed::whole() const {
    Cassette cassette = head_;
    cassette.exchanges.reserve(exchanges_.size());
    for (const SealedExchange& each : exchanges_) cassette.exchanges.push_back(each.exchange());
    return cassette;
}

namespace {

// How often which rule changed something at which place.
using Receipt = std::map<std::pair<std::string, std::string>, std::uint64_t>;

void mask(Carriers& carriers, const Identity& identity, Receipt* receipt) {
    for (secret::Carrier& carrier : carriers) {
        Masked clean = masked(carrier.bytes, identity);
        carrier.bytes = std::move(clean.text);
        if (receipt == nullptr) continue;
        const std::string place = generalised(carrier.name);
        const std::pair<const char*, std::size_t> counts[] = {{"identity.home", clean.homes},
                                                              {"identity.user", clean.users},
                                                              {"identity.host", clean.hosts}};
        for (const auto& [rule, count] : counts) {
            if (count > 0) (*receipt)[{rule, place}] += count;
        }
    }
}

// Free text is ours to write: what is no UTF-8 in it says nothing, and a blank is nothing.
void tidy(std::string& text) {
    if (!base::is_utf8(text)) text = base::to_valid_utf8(text);
    if (base::trim(text).empty()) text.clear();
}

void tidy(Cassette& cassette) {
    tidy(cassette.notes);
    tidy(cassette.given);
    if (cassette.source) {
        tidy(cassette.source->by);
        tidy(cassette.source->why);
    }
    const auto tidy_stamp = [](std::optional<Provenance>& stamp) {
        if (!stamp || !stamp->tool) return;
        tidy(stamp->tool->name);
        tidy(stamp->tool->version);
    };
    tidy_stamp(cassette.provenance);
    for (Exchange& exchange : cassette.exchanges) {
        tidy_stamp(exchange.recorded);
        if (exchange.output.ended && !is_plain_text(exchange.output.ended->why)) {
            exchange.output.ended->why = base::quoted(exchange.output.ended->why);
        }
    }
}

}  // namespace

// All that may make sealed exchanges.
class Sealer {
public:
    Sealer(secret::Scrubber& scrubber, const Identity& identity)
        : scrubber_(scrubber), identity_(identity) {}

    base::Result<Sealed> seal(Cassette cassette) {
        tidy(cassette);
        TRY_VOID(check_writable(cassette));
        Sealed sealed = TRY(seal_as_it_is(std::move(cassette)));
        sealed.head_.content_digest = digest_of(sealed.whole());
        return sealed;
    }

    // Without asking whether a file could hold it.
    base::Result<Sealed> seal_as_it_is(Cassette cassette) {
        std::vector<Carriers> parts;
        for (std::size_t at = 0; at < cassette.exchanges.size(); ++at) {
            parts.push_back(carriers_of(cassette.exchanges[at], at));
            mask(parts.back(), identity_, &receipt_);
        }
        Carriers head = head_carriers_of(cassette);
        mask(head, identity_, &receipt_);
        TRY_VOID(learn(cassette, head, parts));

        Sealed sealed;
        for (std::size_t at = 0; at < parts.size(); ++at) {
            const secret::Redacted redacted = TRY(redact(std::move(parts[at])));
            sealed.exchanges_.push_back(SealedExchange(cassette.exchanges[at], redacted));
            cassette.exchanges[at] = {};  // both would be twice the memory
        }
        cassette.exchanges.clear();
        const secret::Redacted redacted = TRY(redact(std::move(head)));
        put_head_together(cassette, redacted.carriers());
        add_receipt(cassette.redactions);
        sealed.head_ = std::move(cassette);
        return sealed;
    }

private:
    // First everything is read at once, beside the names that give secrets away: so numbers follow
    // the order of the timeline, and what one place betrays is found in all others.
    base::Result<void> learn(const Cassette& cassette, const Carriers& head,
                             const std::vector<Carriers>& parts) {
        Carriers all;
        for (std::size_t at = 0; at < parts.size(); ++at) {
            Carriers context = context_of(cassette.exchanges[at], at);
            mask(context, identity_, nullptr);
            std::move(context.begin(), context.end(), std::back_inserter(all));
            all.insert(all.end(), parts[at].begin(), parts[at].end());
        }
        all.insert(all.end(), head.begin(), head.end());
        static_cast<void>(TRY(scrubber_.redact(std::move(all))));
        return {};
    }

    base::Result<secret::Redacted> redact(Carriers carriers) {
        const Carriers before = carriers;
        secret::Redacted redacted = TRY(scrubber_.redact(std::move(carriers)));
        for (std::size_t at = 0; at < before.size(); ++at) {
            if (!redacted.changed()[at]) continue;
            // By itself, to know which rules changed this one.
            const secret::Redacted alone = TRY(scrubber_.redact({before[at]}));
            for (const auto& [rule, count] : alone.counts().by_rule) {
                receipt_[{rule, generalised(before[at].name)}] += count;
            }
        }
        return redacted;
    }

    void add_receipt(std::vector<Redaction>& redactions) const {
        for (const auto& [what, count] : receipt_) {
            const auto& [rule, place] = what;
            const auto known = std::find_if(
                redactions.begin(), redactions.end(),
                [&](const Redaction& each) { return each.rule == rule && each.at == place; });
            if (known != redactions.end()) {
                known->count += count;
            } else {
                redactions.push_back({rule, place, count});
            }
        }
    }

    secret::Scrubber& scrubber_;
    const Identity& identity_;
    Receipt receipt_;
};

base::Result<Sealed> seal(Cassette cassette, secret::Scrubber& scrubber, const Identity& identity) {
    return Sealer(scrubber, identity).seal(std::move(cassette));
}

base::Result<CleanBundle> seal_bundle(std::vector<Exchange> exchanges, secret::Scrubber& scrubber,
                                      const Identity& identity) {
    Cassette cassette;
    cassette.exchanges = std::move(exchanges);
    tidy(cassette);
    const Sealed sealed = TRY(Sealer(scrubber, identity).seal_as_it_is(std::move(cassette)));
    return CleanBundle{sealed.whole().exchanges, sealed.head().redactions};
}

}  // namespace understudy::cassette
