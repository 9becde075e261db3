// Puts the index of a session together. See impl/index_form.hpp.
#include <algorithm>
#include <map>

#include "base/text.hpp"
#include "cassette/code.hpp"
#include "cassette/impl/index_form.hpp"
#include "cassette/index.hpp"
#include "cassette/packed_call.hpp"
#include "json/parse.hpp"

namespace understudy::cassette {

namespace {

using namespace index_form;

void pack(Packer& packer, const Match& policy) {
    packer.flag(policy.stdin_body);
    packer.flag(policy.cwd);
    packer.texts(policy.env);
    packer.number(static_cast<std::uint8_t>(policy.used_up));
}

void pack(Packer& packer, const Quiet& quiet) {
    packer.texts(quiet.args);
    packer.text(quiet.stdout_text);
    packer.text(quiet.reason);
    packer.number(static_cast<std::int32_t>(quiet.exit_code));
}

std::string packed(const IndexedProgram& program) {
    Packer packer;
    packer.text(program.name);
    packer.text(program.service);
    packer.number(static_cast<std::uint8_t>(program.mode));
    packer.flag(program.allows_terminal);
    packer.texts(program.env);
    packer.number(static_cast<std::uint32_t>(program.ways.size()));
    for (const Way& way : program.ways) {
        pack(packer, way.policy);
        packer.text(way.rules);
    }
    packer.number(static_cast<std::uint32_t>(program.quiet.size()));
    for (const Quiet& quiet : program.quiet) pack(packer, quiet);
    packer.flag(program.fault.has_value());
    if (program.fault) {
        packer.number(static_cast<std::uint8_t>(program.fault->kind));
        packer.number(program.fault->events);
    }
    return packer.take();
}

std::string packed(const IndexedFile& file) {
    Packer packer;
    packer.text(file.path);
    packer.number(file.size);
    packer.number(file.changed);
    return packer.take();
}

template <class Part>
std::string packed(const Part& part) {
    Packer packer;
    pack(packer, part);
    return packer.take();
}

std::string packed(const IndexSettings& settings) {
    Packer packer;
    packer.text(settings.cassettes);
    packer.text(settings.named);
    packer.text(settings.root);
    packer.number(settings.began);
    packer.number(settings.miss_exit);
    packer.number(settings.pace);
    packer.text(settings.normalizers);
    return packer.take();
}

std::uint64_t flags_of(const IndexedCall& call) {
    return (call.is_strict ? kStrict : 0U) | (call.repeats_last ? kRepeatsLast : 0U) |
           (call.is_redacted ? kRedacted : 0U) | (call.is_awaited ? kAwaited : 0U) |
           (call.is_sse ? kSse : 0U);
}

// Texts of varying length, one after the other, at places that are known once the fixed part is.
class Heap {
public:
    explicit Heap(std::uint64_t begin) : begin_(begin) {}
    std::uint64_t add(std::string_view bytes) {
        const std::uint64_t place = begin_ + bytes_.size();
        bytes_ += bytes;
        return place;
    }
    const std::string& bytes() const { return bytes_; }

private:
    std::uint64_t begin_;
    std::string bytes_;
};

using Keys = std::map<IndexKey, std::vector<std::uint32_t>>;

base::Result<Keys> keys_of(const IndexContents& contents) {
    std::vector<std::vector<Rules>> rules;
    for (const IndexedProgram& program : contents.programs) {
        auto& of_program = rules.emplace_back();
        for (const Way& way : program.ways) {
            of_program.push_back(TRY(rules_of(way, contents.settings.normalizers)));
        }
    }
    Keys keys;
    for (std::uint32_t number = 0; number < contents.calls.size(); ++number) {
        const IndexedCall& call = contents.calls[number];
        const Way& way = contents.programs.at(call.program).ways.at(call.way);
        const std::string text = key_text(call.input, way.policy, rules[call.program][call.way]);
        keys[index_key(call.program, call.way, text)].push_back(number);
    }
    return keys;
}

}  // namespace

base::Result<Rules> rules_of(const Way& way, std::string_view normalizers) {
    if (way.rules.empty()) return Rules();
    Normalizers known = Normalizers::shipped();
    if (!normalizers.empty()) {
        const json::Document document =
            TRY(json::parse_document({"normalizers", std::string(normalizers)}));
        json::Reader reader(document, code::Problem);
        known.add(reader, reader.root());
        if (!reader.problems().empty()) return base::fail(reader.take_problems().front());
    }
    const json::Document document = TRY(json::parse_document({"rules", way.rules}));
    json::Reader reader(document, code::Problem);
    std::vector<RuleSpec> specs = read_rules(reader, reader.root());
    if (!reader.problems().empty()) return base::fail(reader.take_problems().front());
    return Rules::make(known, std::move(specs));
}

base::Result<std::string> write_index(const IndexContents& contents) {
    if (contents.calls.size() > kMaxIndexedCalls) {
        return base::fail(code::TooManyCalls,
                          {{"count", base::with_thousands(contents.calls.size())},
                           {"limit", base::with_thousands(kMaxIndexedCalls)}});
    }
    const Keys keys = TRY(keys_of(contents));
    struct Section {
        std::uint64_t bytes_each, count;
    };
    const Section sections[kSections] = {{kPlaceBytes, contents.programs.size()},
                                         {kPlaceBytes, contents.files.size()},
                                         {kKeyBytes, keys.size()},
                                         {kCallBytes, contents.calls.size()},
                                         {kListBytes, contents.calls.size()}};
    std::uint64_t begin = kHeadBytes;
    Packer head;
    for (const Section& section : sections) {
        head.number(begin);
        head.number(section.count);
        begin += section.bytes_each * section.count;
    }
    Heap heap(begin);
    Packer records;
    for (const IndexedProgram& program : contents.programs)
        records.number(heap.add(packed(program)));
    for (const IndexedFile& file : contents.files) records.number(heap.add(packed(file)));
    std::uint32_t first = 0;
    for (const auto& [key, list] : keys) {
        records.number(key.high);
        records.number(key.low);
        records.number(first);
        records.number(static_cast<std::uint32_t>(list.size()));
        first += static_cast<std::uint32_t>(list.size());
    }
    for (const IndexedCall& call : contents.calls) {
        for (const std::uint32_t number : {call.program, call.way, call.file, call.exchange}) {
            records.number(number);
        }
        records.number(call.at);
        records.number(call.duration);
        records.number(heap.add(packed(call.input)));
        records.number(call.output ? heap.add(packed(*call.output)) : std::uint64_t{0});
        records.number(flags_of(call));
    }
    for (const auto& [key, list] : keys) {
        for (const std::uint32_t number : list) records.number(number);
    }
    head.number(heap.add(packed(contents.settings)));
    Packer version;
    version.number(kFormVersion);
    return std::string(kWord) + version.bytes() + head.bytes() + records.bytes() + heap.bytes();
}

}  // namespace understudy::cassette
