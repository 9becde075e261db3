// Rules and what they are run over are hostile input: any rules load or are refused, and whatever
// they are run over, placeholders come out once and for all.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/assert.hpp"
#include "cassette/code.hpp"
#include "cassette/impl/placeholder.hpp"
#include "cassette/impl/replacer.hpp"
#include "cassette/rules.hpp"
#include "json/parse.hpp"
#include "yaml/read.hpp"

using namespace understudy;
using namespace understudy::cassette;

namespace {

base::Result<Rules> rules_from(std::string text) {
    const json::Document document = TRY(yaml::read({"rules.yaml", std::move(text)}));
    json::Reader reader(document, code::Problem);
    Normalizers known = Normalizers::shipped();
    if (document.root.is_object()) known.add(reader, reader.root());
    if (!document.root.is_array()) return Rules();
    std::vector<RuleSpec> specs = read_rules(reader, reader.root());
    return Rules::make(known, std::move(specs));
}

constexpr std::string_view kMany =
    "[pr_number, issue_number, sha:short, sha:long, uuid, timestamps.ISO8601, timestamps.epoch,"
    " timestamps.RFC1123, duration, size, version, port, host, number_in_url,"
    " {use: path, with: {temp: /tmp}}, {use: id, with: {prefix: p}},"
    " {use: opaque, at: {path: '$..o'}}, {use: text, at: {group: 'say (.*)'}},"
    " {use: id, at: {column: ID}}, {use: count, at: {event: e, path: $.n}}]";

void run_over(const Rules& rules, std::string text, bool exact) {
    Exchange exchange;
    exchange.id = "call";
    exchange.output.pieces.push_back({0, From::Stdout, text});
    Replacer replacer(rules, std::span(&exchange, 1));
    Part part = parse_part("stdout", std::move(text), exact);
    replacer.mark(exchange, part);
    const std::size_t hits = replacer.hits().size();
    replacer.mark(exchange, part);
    ASSERT(replacer.hits().size() == hits, "marking twice is marking once");
    replacer.number(part);
    const std::string once = canonical(part);
    if (part.form == PartForm::Json) {
        ASSERT(json::parse(once), "JSON with placeholders is JSON");
    }
}

}  // namespace

// The first byte says what the rest is: rules, or what the rules of this file are run over.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    std::string text(reinterpret_cast<const char*>(data + 1), size - 1);
    if (data[0] % 3 == 0) {
        if (const auto rules = rules_from(text)) run_over(*rules, text, false);
        return 0;
    }
    static const auto many = rules_from(std::string(kMany));
    ASSERT(many, "our own rules load");
    run_over(*many, std::move(text), data[0] % 3 == 1);
    return 0;
}
