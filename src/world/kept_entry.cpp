// The bytes of an entry. What few calls have is said by flags to be there at all.
#include "world/impl/kept_entry.hpp"

#include <iterator>
#include <string>
#include <vector>

#include "world/impl/byte_form.hpp"
#include "world/impl/ledger.hpp"
#include "world/impl/packed.hpp"

namespace understudy::world {

namespace {

enum Flag : std::uint8_t {
    kHasRequestBody = 1,
    kHasAnswerBody = 2,
    kOffModel = 4,
    kHasStruck = 8,
    kHasReplay = 16,
    kHasRareTexts = 32,
    kHasDigests = 64,
};

template <class List, class Write>
void write_list(ByteWriter& out, const List& list, const Write& write) {
    out.number(list.size());
    for (const auto& one : list) write(one);
}

template <class List, class Read>
void read_list(ByteReader& in, List& list, const Read& read) {
    list.resize(in.number());
    for (auto& one : list) read(one);
}

void write_account(ByteWriter& out, const Account& account, const pack::Words& words,
                   std::vector<ByteBlock>& held) {
    held.reserve(account.parts.size());
    write_list(out, account.parts, [&](const ShownPart& part) {
        out.text(part.path);
        out.number(part.object->resource);
        out.number(part.view);
        const ByteBlock& known = part.object->at_rest.block();
        held.push_back(known ? known : Packed::of(*part.object, words).block());
    });
    write_list(out, account.loose, [&](const Loose& loose) {
        out.text(loose.path);
        out.byte(static_cast<std::uint8_t>(loose.source));
        out.text(loose.by);
        out.value(loose.parts);
        out.value(loose.reply);
    });
    out.byte(static_cast<std::uint8_t>(account.rest));
    out.text(account.named);
}

Account read_account(ByteReader& in, std::span<const ByteBlock> held, const pack::Words& words) {
    Account account;
    auto next = held.begin();
    read_list(in, account.parts, [&](ShownPart& part) {
        part.path = in.text();
        const auto resource = static_cast<pack::Index>(in.number());
        part.view = static_cast<pack::Index>(in.number());
        part.object = Packed(*next++).show(resource, words);
    });
    read_list(in, account.loose, [&](Loose& loose) {
        loose.path = in.text();
        loose.source = static_cast<Source>(in.byte());
        loose.by = in.text();
        loose.parts = in.value();
        loose.reply = in.value();
    });
    account.rest = static_cast<Source>(in.byte());
    account.named = in.text();
    return account;
}

void write_happenings(ByteWriter& out, const Entry& entry) {
    write_list(out, entry.transitions, [&](const Transition& one) {
        out.text(one.resource);
        out.value(one.id);
        out.text(one.from);
        out.text(one.to);
        out.text(one.cause);
    });
    write_list(out, entry.emitted, [&](const Emitted& one) {
        out.text(one.event);
        out.value(one.id);
    });
    write_list(out, entry.scheduled, [&](const Scheduled& one) {
        out.text(one.timer);
        out.instant(one.due);
    });
    write_list(out, entry.warnings, [&](const Warning& one) {
        out.text(one.code);
        out.text(one.message);
    });
}

void read_happenings(ByteReader& in, Entry& entry) {
    read_list(in, entry.transitions, [&](Transition& one) {
        one.resource = in.text();
        one.id = in.value();
        one.from = in.text();
        one.to = in.text();
        one.cause = in.text();
    });
    read_list(in, entry.emitted, [&](Emitted& one) {
        one.event = in.text();
        one.id = in.value();
    });
    read_list(in, entry.scheduled, [&](Scheduled& one) {
        one.timer = in.text();
        one.due = in.instant();
    });
    read_list(in, entry.warnings, [&](Warning& one) {
        one.code = in.text();
        one.message = in.text();
    });
}

void write_struck(ByteWriter& out, const Struck& struck) {
    out.text(struck.id);
    out.text(struck.effect);
    write_list(out, struck.considered, [&](const auto& one) {
        out.text(one.first);
        out.text(one.second);
    });
}

std::shared_ptr<const Struck> read_struck(ByteReader& in) {
    auto struck = std::make_shared<Struck>();
    struck->id = in.text();
    struck->effect = in.text();
    read_list(in, struck->considered, [&](auto& one) {
        one.first = in.text();
        one.second = in.text();
    });
    return struck;
}

std::uint8_t flags_of(const Entry& entry) {
    unsigned flags = 0;
    if (entry.request_body) flags |= kHasRequestBody;
    if (entry.answer_body) flags |= kHasAnswerBody;
    if (entry.off_model) flags |= kOffModel;
    if (entry.struck) flags |= kHasStruck;
    if (entry.replay_of != 0) flags |= kHasReplay;
    if (!entry.nearest.empty() || !entry.event.empty()) flags |= kHasRareTexts;
    if (!entry.request_digest.empty() || !entry.answer_digest.empty()) flags |= kHasDigests;
    return static_cast<std::uint8_t>(flags);
}

}  // namespace

// What filters and matches look at stands first.
KeptEntry KeptEntry::of(const Entry& entry, const pack::Words& words) {
    ByteWriter out(words, entry.object_id);
    std::vector<ByteBlock> held;
    const std::uint8_t flags = flags_of(entry);
    out.byte(flags);
    out.plain(entry.object_id);
    out.number(entry.number);
    out.instant(entry.at);
    out.text(entry.method);
    out.text(entry.target);
    out.text(entry.request_id);
    out.number(entry.operation);
    out.byte(static_cast<std::uint8_t>(entry.by));
    out.number(static_cast<std::uint64_t>(entry.status));
    out.value(entry.credential_id);
    out.value(entry.source_id);
    out.value(entry.input);
    out.value(entry.facets);

    if (entry.request_body) out.text(*entry.request_body);
    if (entry.answer_body) out.text(*entry.answer_body);
    write_account(out, entry.account, words, held);
    for (const Step step : entry.steps) out.byte(static_cast<std::uint8_t>(step));
    out.number(entry.error);
    if ((flags & kHasReplay) != 0) out.number(entry.replay_of);
    if ((flags & kHasRareTexts) != 0) {
        out.text(entry.nearest);
        out.text(entry.event);
    }
    write_happenings(out, entry);
    if (entry.struck) write_struck(out, *entry.struck);
    out.number(entry.request_bytes);
    out.number(entry.answer_bytes);
    if ((flags & kHasDigests) != 0) {
        out.text(entry.request_digest);
        out.text(entry.answer_digest);
    }
    KeptEntry kept;
    kept.block_ = ByteBlock::of(out.bytes(), held);
    kept.frames_ = entry.answer_frames;
    return kept;
}

void KeptEntry::read_call(ByteReader& in, Entry& entry) {
    entry.object_id = in.value();
    in.set_own(entry.object_id);
    entry.number = in.number();
    entry.at = in.instant();
    entry.method = in.text();
    entry.target = in.text();
    entry.request_id = in.text();
    entry.operation = static_cast<pack::Index>(in.number());
    entry.by = static_cast<ResolvedBy>(in.byte());
    entry.status = static_cast<int>(in.number());
    entry.credential_id = in.value();
    entry.source_id = in.value();
    entry.input = in.value();
    entry.facets = in.value();
}

Entry KeptEntry::unpack_call(const pack::Words& words) const {
    ByteReader in(block_.bytes(), words);
    in.byte();
    Entry entry;
    read_call(in, entry);
    return entry;
}

Entry KeptEntry::unpack(const pack::Words& words) const {
    ByteReader in(block_.bytes(), words);
    Entry entry;
    const std::uint8_t flags = in.byte();
    read_call(in, entry);
    const auto body = [&] { return std::make_shared<const std::string>(in.text()); };
    if ((flags & kHasRequestBody) != 0) entry.request_body = body();
    if ((flags & kHasAnswerBody) != 0) entry.answer_body = body();
    entry.answer_frames = frames_;
    entry.account = read_account(in, block_.held(), words);
    for (Step& step : entry.steps) step = static_cast<Step>(in.byte());
    entry.error = static_cast<pack::Index>(in.number());
    if ((flags & kHasReplay) != 0) entry.replay_of = in.number();
    if ((flags & kHasRareTexts) != 0) {
        entry.nearest = in.text();
        entry.event = in.text();
    }
    read_happenings(in, entry);
    entry.off_model = (flags & kOffModel) != 0;
    if ((flags & kHasStruck) != 0) entry.struck = read_struck(in);
    entry.request_bytes = in.number();
    entry.answer_bytes = in.number();
    if ((flags & kHasDigests) != 0) {
        entry.request_digest = in.text();
        entry.answer_digest = in.text();
    }
    return entry;
}

}  // namespace understudy::world
