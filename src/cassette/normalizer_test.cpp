// Every normalizer of the table: what it takes, what it leaves, and what its placeholder says.
// P27: a short SHA leaves run ids and words alone; `/issues/N` and times without a zone are known.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cassette/impl/rules_testing.hpp"

namespace understudy::cassette {
namespace {

using testing_rules::after;

struct Case {
    std::string_view rule;
    std::string_view text;
    std::string_view result;
};

class NormalizerTable : public testing::TestWithParam<Case> {};

TEST_P(NormalizerTable, InText) {
    const auto& [rule, text, result] = GetParam();
    EXPECT_EQ(after("[" + std::string(rule) + "]", std::string(text)), result) << rule;
}

constexpr Case kNumbers[] = {
    {"pr_number", "https://x.test/a/b/pull/41\n", "https://x.test/a/b/pull/<pr:1>\n"},
    {"pr_number", "repos/a/b/pulls/41 and pull/41/files\n",
     "repos/a/b/pulls/<pr:1> and pull/<pr:1>/files\n"},
    {"pr_number", "PR number: 41, PR #42, PR #41\n", "PR number: <pr:1>, PR #<pr:2>, PR #<pr:1>\n"},
    {"pr_number", "Merged pull request acme/box#7 (fix)\n",
     "Merged pull request acme/box#<pr:1> (fix)\n"},
    {"pr_number", "see #41, /issues/41, pull/41x, pull/041 and 41\n",
     "see #41, /issues/41, pull/41x, pull/041 and 41\n"},
    {"{use: pr_number, at: {line: '^merged'}}", "merged #41\nsaw #41\n",
     "merged #<pr:1>\nsaw #41\n"},
    {"{use: pr_number, at: {group: 'got ([0-9]+)'}}", "got 41, 42\n", "got <pr:1>, 42\n"},
    {"issue_number", "/issues/12, issue #12, Closed issue acme/box#13\n",
     "/issues/<issue:1>, issue #<issue:1>, Closed issue acme/box#<issue:2>\n"},
    {"issue_number", "pull/12 #12 reissue #12x\n", "pull/12 #12 reissue #12x\n"},
    {"{use: issue_number, with: {prefix: 'T-', kind: ticket}}", "T-9 and /issues/9\n",
     "T-<ticket:1> and /issues/<ticket:1>\n"},
    {"{use: issue_number, with: {pattern: 'bug ([0-9]+)'}}", "bug 5, /issues/5\n",
     "bug <issue:1>, /issues/5\n"},
    {"number_in_url", "GET https://x.test:8080/runs/123/jobs?page=2 took 5\n",
     "GET https://x.test:8080/runs/<number:1>/jobs?page=<number:2> took 5\n"},
    {"{use: number_in_url, with: {prefix: runs/, kind: run}}", "/a/runs/123/jobs/4\n",
     "/a/runs/<run:1>/jobs/4\n"},
    {"{use: count, at: {group: '([0-9]+) files'}}", "3 files, 3 lines\n",
     "<count:1> files, 3 lines\n"},
    {"{use: count, with: {max: 5}, at: {group: '([0-9]+) files'}}", "9 files\n", "9 files\n"},
};
INSTANTIATE_TEST_SUITE_P(Numbers, NormalizerTable, testing::ValuesIn(kNumbers));

constexpr Case kHex[] = {
    {"sha:long",
     "4be1c07d4be1c07d4be1c07d4be1c07d4be1c07d 4BE1C07D4be1c07d4be1c07d4be1c07d4be1c07d\n",
     "<sha40:1> <sha40:1>\n"},
    {"sha:long", "sha256:0000000000000000000000000000000000000000000000000000000000000001\n",
     "sha256:<sha64:1>\n"},
    {"sha:long", "4be1c07d4be1c07d4be1c07d4be1c07d4be1c07 4be1c07\n",
     "4be1c07d4be1c07d4be1c07d4be1c07d4be1c07 4be1c07\n"},
    // P27
    {"sha:short", "4be1c07 24816357901 defaced 4be1c07\n",
     "<sha.short:1> 24816357901 defaced <sha.short:1>\n"},
    {"sha:short", "v1.0-3-g4be1c07, 4be1c07..5be1c08\n",
     "v1.0-3-g<sha.short:1>, <sha.short:1>..<sha.short:2>\n"},
    {"sha:short", "550e8400-e29b-41d4-a716-446655440000 x4be1c07\n",
     "550e8400-e29b-41d4-a716-446655440000 x4be1c07\n"},
    {"{use: sha:short, with: {min: 10}}", "4be1c07 4be1c07d4be1\n", "4be1c07 <sha.short:1>\n"},
    {"{use: sha:short, at: {group: 'at (\\S+)'}}", "at 1234567 and 1234567\n",
     "at <sha.short:1> and 1234567\n"},
    {"uuid", "550e8400-e29b-41d4-a716-446655440000 550E8400-E29B-41D4-A716-446655440000\n",
     "<uuid:1> <uuid:1>\n"},
    {"{use: uuid, with: {kind: session}}", "550e8400-e29b-41d4-a716-446655440000\n",
     "<session:1>\n"},
    {"uuid", "550e8400-e29b-41d4-a716-44665544000\n", "550e8400-e29b-41d4-a716-44665544000\n"},
};
INSTANTIATE_TEST_SUITE_P(Hex, NormalizerTable, testing::ValuesIn(kHex));

constexpr Case kTimes[] = {
    {"timestamps.ISO8601", "at 2026-04-30T06:12:09Z, 2026-04-30T06:12:09.250Z\n",
     "at <time.T.0.z:1>, <time.T.3.z:2>\n"},
    // One instant is one number, whatever its zone. P27: a zone may be missing.
    {"timestamps.ISO8601", "2026-04-30T06:12:09Z = 2026-04-30 08:12:09 +0200\n",
     "<time.T.0.z:1> = <time.S.0.basic:1>\n"},
    {"timestamps.ISO8601", "2026-04-30 06:12:09 and 2026-04-30T06:12\n",
     "<time.S.0.none:1> and <time.T.m.none:2>\n"},
    {"timestamps.ISO8601", "2026-13-01T00:00:00Z 2026-02-30 10:00:00 2026-04-30T25:00:00Z\n",
     "2026-13-01T00:00:00Z 2026-02-30 10:00:00 2026-04-30T25:00:00Z\n"},
    {"{use: timestamps.ISO8601, with: {zone: required}}",
     "2026-04-30T06:12:09 2026-04-30T06:12:09+02:00\n",
     "2026-04-30T06:12:09 <time.T.0.offset:1>\n"},
    {"{use: timestamps.ISO8601, with: {precision: any}}",
     "2026-04-30T06:12:09.1234567Z 2026-04-30T06:12:10Z\n", "<time.T.z:1> <time.T.z:2>\n"},
    {"timestamps.epoch", "1777529529 1777529529.5 1777529529000 24816357901 0999999999\n",
     "<epoch.s:1> <epoch.s.fraction:2> <epoch.ms:1> 24816357901 0999999999\n"},
    {"{use: timestamps.epoch, with: {unit: milliseconds}}", "1777529529 1777529529000\n",
     "1777529529 <epoch.ms:1>\n"},
    {"timestamps.RFC1123", "Date: Thu, 30 Apr 2026 06:12:09 GMT\n", "Date: <time.rfc1123.gmt:1>\n"},
    {"timestamps.RFC1123", "Date: Mon, 30 Apr 2026 06:12:09 GMT\n",
     "Date: Mon, 30 Apr 2026 06:12:09 GMT\n"},
    {"duration", "in 12ms, 1.5s, 1h30m, 3 seconds, 1 second\n",
     "in <duration.ms:1>, <duration.s:2>, <duration.h-m:3>, <duration.second:4>, "
     "<duration.second:5>\n"},
    {"duration", "5 metres, v5s7, -5s, 12\n", "5 metres, v5s7, -5s, 12\n"},
    {"{use: duration, with: {unit: any}}", "59s 1m5s\n", "<duration:1> <duration:2>\n"},
    {"size", "1.25 KiB, 7 bytes, 1 byte, 3MB, 4 Bob\n",
     "<size.KiB:1>, <size.byte:2>, <size.byte:3>, <size.MB:4>, 4 Bob\n"},
};
INSTANTIATE_TEST_SUITE_P(Times, NormalizerTable, testing::ValuesIn(kTimes));

constexpr Case kPlaces[] = {
    {"{use: path, with: {scratch: /tmp/us-1, temp: /tmp, home: /home/user}}",
     "/tmp/us-1/w/a.txt /tmp/b /home/user /home/username /var/tmp/x\n",
     "<path.scratch:1>/w/a.txt <path.temp:2>/b <path.home:3> /home/username /var/tmp/x\n"},
    {"port", "http://localhost:41234/x 127.0.0.1:41235 port 41234 12:30 [::1]:9\n",
     "http://localhost:<port:1>/x 127.0.0.1:<port:2> port <port:1> 12:30 [::1]:<port:3>\n"},
    {"port", "http://localhost:70000 localhost:0\n", "http://localhost:70000 localhost:0\n"},
    {"host", "https://Api.x.test/a http://me@api.x.test:80 x.test\n",
     "https://<host:1>/a http://me@<host:1>:80 x.test\n"},
    {"version", "git version 2.39.5, v1.2.3-rc.1, 10.0.0.1, 1.5\n",
     "git version <version:1>, <version.v:2>, 10.0.0.1, 1.5\n"},
    {"{use: id, with: {prefix: ch_, kind: charge}}", "ch_1A ch_1A ch_2B xch_1\n",
     "<charge:1> <charge:1> <charge:2> xch_1\n"},
    {"{use: id, with: {pattern: 'run-([a-z]+)'}}", "run-abc abc\n", "run-<id:1> abc\n"},
    {"{use: id, at: {group: 'session (\\S+)'}}", "session aB.9\n", "session <id:1>\n"},
    {"{use: text, at: {group: 'says: (.*)'}}", "says: hello there\nsays: \n",
     "says: <text:1>\nsays: \n"},
    {"{use: opaque, at: {group: 'sig=(\\S*)'}}", "sig=q/9== sig=\n", "sig=<opaque:1> sig=\n"},
    // Values that are equal by chance need not stay so.
    {"{use: duration, with: {equality: false}}", "1ms 2ms\n", "<duration.ms:0> <duration.ms:0>\n"},
};
INSTANTIATE_TEST_SUITE_P(Places, NormalizerTable, testing::ValuesIn(kPlaces));

TEST(Normalizers, ExactlyTheNamesOfTheTable) {
    EXPECT_THAT(Normalizers::shipped().names(),
                testing::ElementsAre("column", "count", "duration", "host", "id", "issue_number",
                                     "number_in_url", "opaque", "path", "port", "pr_number",
                                     "sha:long", "sha:short", "size", "text", "timestamps.ISO8601",
                                     "timestamps.RFC1123", "timestamps.epoch", "uuid", "version"));
}

TEST(Normalizers, OrderWrittenDoesNotCount) {
    const std::string text = "550e8400-e29b-41d4-a716-446655440000 4be1c07 2026-04-30T06:12:09Z\n";
    EXPECT_EQ(after("[sha:short, timestamps.ISO8601, uuid]", text),
              after("[uuid, timestamps.ISO8601, sha:short]", text));
}

TEST(Normalizers, TableCellByItsHeader) {
    const std::string table = "NAME     STATE\nbuild-1  open\nbuild-2  open\n";
    const std::string result = after("[{use: column, at: {column: NAME}}]", table);
    EXPECT_THAT(result, testing::HasSubstr("<column:1>"));
    EXPECT_THAT(result, testing::HasSubstr("<column:2>"));
    EXPECT_THAT(result, testing::HasSubstr("open"));
    EXPECT_THAT(result, testing::Not(testing::HasSubstr("build")));
}

}  // namespace
}  // namespace understudy::cassette
