#include "cassette/index.hpp"

#include "base/hash.hpp"
#include "cassette/code.hpp"
#include "cassette/impl/index_form.hpp"
#include "cassette/packed_call.hpp"

namespace understudy::cassette {

namespace {

using namespace index_form;

base::Failure bad_index(std::string why) {
    return base::fail(code::BadIndex, {{"why", std::move(why)}});
}

Match unpack_match(Unpacker& unpacker) {
    Match policy;
    policy.stdin_body = unpacker.flag();
    policy.cwd = unpacker.flag();
    policy.env = unpacker.texts();
    policy.used_up =
        unpacker.number<std::uint8_t>() == 0 ? WhenUsedUp::Fail : WhenUsedUp::RepeatLast;
    return policy;
}

Quiet unpack_quiet(Unpacker& unpacker, const std::string& program) {
    Quiet quiet;
    quiet.program = program;
    quiet.args = unpacker.texts();
    quiet.stdout_text = unpacker.text();
    quiet.reason = unpacker.text();
    quiet.exit_code = unpacker.number<std::int32_t>();
    return quiet;
}

std::optional<StreamFault> unpack_fault(Unpacker& unpacker) {
    const auto kind = unpacker.number<std::uint8_t>();
    const auto events = unpacker.number<std::uint32_t>();
    if (kind > static_cast<std::uint8_t>(StreamFault::Kind::Malformed)) return std::nullopt;
    return StreamFault{static_cast<StreamFault::Kind>(kind), events};
}

constexpr std::size_t kSmallestWay = 1 + 1 + 4 + 1 + 8;
constexpr std::size_t kSmallestQuiet = 4 + 8 + 8 + 4;

// Of a call's record: where the places of its input and its output stand.
constexpr std::size_t kBeforeInput = 4 * 4 + 8 * 2;
constexpr std::size_t kBeforeOutput = kBeforeInput + 8;

}  // namespace

IndexKey index_key(std::uint32_t program, std::uint32_t way, std::string_view key_text) {
    const std::uint64_t seed = (std::uint64_t{program} << 32U) | way;
    // Two seeds that are never equal: 16 bytes without the start-up costs of a digest.
    return {base::fast_hash(key_text, seed), base::fast_hash(key_text, ~seed)};
}

base::Result<Index> Index::open(std::string_view bytes) {
    Index index;
    index.bytes_ = bytes;
    TRY_VOID(index.read_head());
    return index;
}

base::Result<void> Index::read_head() {
    if (bytes_.size() < kHeadBytes || !bytes_.starts_with(kWord)) return bad_index("it is none");
    Unpacker head(bytes_.substr(kWord.size()));
    if (head.number<std::uint32_t>() != kFormVersion) return bad_index("it has another version");
    const std::size_t sizes[kSections] = {kPlaceBytes, kPlaceBytes, kKeyBytes, kCallBytes,
                                          kListBytes};
    Section* const sections[kSections] = {&programs_, &files_, &keys_, &calls_, &lists_};
    for (std::size_t i = 0; i < kSections; ++i) {
        sections[i]->begin = head.number<std::uint64_t>();
        sections[i]->count = head.number<std::uint64_t>();
        const bool is_inside =
            sections[i]->begin <= bytes_.size() &&
            sections[i]->count <= (bytes_.size() - sections[i]->begin) / sizes[i];
        if (!is_inside) return bad_index("it is cut off");
    }
    Unpacker unpacker(text_at(head.number<std::uint64_t>()));
    settings_.cassettes = unpacker.text();
    settings_.named = unpacker.text();
    settings_.root = unpacker.text();
    settings_.began = unpacker.number<std::int64_t>();
    settings_.miss_exit = unpacker.number<std::uint32_t>();
    settings_.pace = unpacker.number<std::uint32_t>();
    settings_.normalizers = unpacker.text();
    if (!unpacker.is_good()) return bad_index("it is cut off");
    return {};
}

std::string_view Index::record(const Section& section, std::size_t size, std::size_t number) const {
    if (number >= section.count) return {};
    return bytes_.substr(section.begin + number * size, size);
}

std::string_view Index::text_at(std::uint64_t begin) const {
    return begin <= bytes_.size() ? bytes_.substr(begin) : std::string_view();
}

std::optional<IndexedProgram> Index::program(std::size_t number) const {
    Unpacker place(record(programs_, kPlaceBytes, number));
    Unpacker unpacker(text_at(place.number<std::uint64_t>()));
    IndexedProgram program;
    program.name = unpacker.text();
    program.service = unpacker.text();
    const auto mode = unpacker.number<std::uint8_t>();
    program.allows_terminal = unpacker.flag();
    program.env = unpacker.texts();
    program.ways.resize(unpacker.count(kSmallestWay));
    for (Way& way : program.ways) {
        way.policy = unpack_match(unpacker);
        way.rules = unpacker.text();
    }
    program.quiet.resize(unpacker.count(kSmallestQuiet));
    for (Quiet& quiet : program.quiet) quiet = unpack_quiet(unpacker, program.name);
    if (unpacker.flag()) program.fault = unpack_fault(unpacker);
    const bool is_good =
        place.is_good() && unpacker.is_good() && mode <= static_cast<std::uint8_t>(Mode::Shadow);
    if (!is_good) return std::nullopt;
    program.mode = static_cast<Mode>(mode);
    return program;
}

std::optional<IndexedProgram> Index::find_program(std::string_view name,
                                                  std::uint32_t& number) const {
    for (std::size_t i = 0; i < programs_.count; ++i) {
        Unpacker place(record(programs_, kPlaceBytes, i));
        Unpacker unpacker(text_at(place.number<std::uint64_t>()));
        if (unpacker.view() != name) continue;
        number = static_cast<std::uint32_t>(i);
        return program(i);
    }
    return std::nullopt;
}

std::vector<std::uint32_t> Index::answers(IndexKey key) const {
    std::size_t low = 0, high = keys_.count;
    while (low < high) {
        const std::size_t middle = low + (high - low) / 2;
        Unpacker unpacker(record(keys_, kKeyBytes, middle));
        IndexKey here;
        here.high = unpacker.number<std::uint64_t>();
        here.low = unpacker.number<std::uint64_t>();
        if (here < key) {
            low = middle + 1;
            continue;
        }
        if (key < here) {
            high = middle;
            continue;
        }
        const std::uint64_t first = unpacker.number<std::uint32_t>();
        const std::uint64_t count = unpacker.number<std::uint32_t>();
        if (first + count > lists_.count) return {};
        std::vector<std::uint32_t> list(count);
        for (std::size_t i = 0; i < count; ++i) {
            list[i] = Unpacker(record(lists_, kListBytes, first + i)).number<std::uint32_t>();
        }
        return list;
    }
    return {};
}

std::optional<IndexedCall> Index::call(std::size_t number) const {
    Unpacker unpacker(record(calls_, kCallBytes, number));
    IndexedCall call;
    call.program = unpacker.number<std::uint32_t>();
    call.way = unpacker.number<std::uint32_t>();
    call.file = unpacker.number<std::uint32_t>();
    call.exchange = unpacker.number<std::uint32_t>();
    call.at = unpacker.number<std::int64_t>();
    call.duration = unpacker.number<std::int64_t>();
    unpacker.number<std::uint64_t>();  // of its input
    unpacker.number<std::uint64_t>();  // of its output
    const auto flags = unpacker.number<std::uint64_t>();
    call.is_strict = (flags & kStrict) != 0;
    call.repeats_last = (flags & kRepeatsLast) != 0;
    call.is_redacted = (flags & kRedacted) != 0;
    call.is_awaited = (flags & kAwaited) != 0;
    call.is_sse = (flags & kSse) != 0;
    if (!unpacker.is_done()) return std::nullopt;
    return call;
}

std::uint64_t Index::place_in_call(std::size_t number, std::size_t before) const {
    const std::string_view its_record = record(calls_, kCallBytes, number);
    if (its_record.empty()) return 0;
    return Unpacker(its_record.substr(before)).number<std::uint64_t>();
}

std::optional<CommandInput> Index::input(std::size_t number) const {
    const std::uint64_t place = place_in_call(number, kBeforeInput);
    if (place == 0) return std::nullopt;
    Unpacker unpacker(text_at(place));
    CommandInput input = unpack_input(unpacker);
    if (!unpacker.is_good()) return std::nullopt;
    return input;
}

std::optional<Output> Index::output(std::size_t number) const {
    const std::uint64_t place = place_in_call(number, kBeforeOutput);
    if (place == 0) return std::nullopt;
    Unpacker unpacker(text_at(place));
    return unpack_output(unpacker);
}

std::optional<IndexedFile> Index::file(std::size_t number) const {
    Unpacker place(record(files_, kPlaceBytes, number));
    Unpacker unpacker(text_at(place.number<std::uint64_t>()));
    IndexedFile file;
    file.path = unpacker.text();
    file.size = unpacker.number<std::uint64_t>();
    file.changed = unpacker.number<std::int64_t>();
    if (!place.is_good() || !unpacker.is_good()) return std::nullopt;
    return file;
}

}  // namespace understudy::cassette
