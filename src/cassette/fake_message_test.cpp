#include "cassette/fake_message.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace understudy::cassette {

namespace {

using testing::HasSubstr;

Exchange command() {
    Exchange call;
    CommandInput input;
    input.program = "gh";
    input.args = {"issue", "close", "41"};
    input.cwd = "scratch";
    call.input = input;
    return call;
}

Exchange http() {
    Exchange call;
    call.kind = Kind::Http;
    HttpInput input;
    input.method = "POST";
    input.host = "api";
    input.path = "/v1/x";
    input.query = {{"page", "2"}, {"page", "3"}};
    input.headers = {{"Accept", "*/*"}};
    input.body = Body{"{}", {}};
    call.input = input;
    return call;
}

Exchange stream() {
    Exchange call = command();
    call.kind = Kind::Stream;
    call.framing = Framing::Jsonl;
    return call;
}

TEST(FakeMessage, AFreshStart) {
    EXPECT_EQ(reset_message(""), "{\"op\":\"reset\",\"given\":null}\n");
    EXPECT_EQ(reset_message("two\nusers"), "{\"op\":\"reset\",\"given\":\"two\\nusers\"}\n");
}

TEST(FakeMessage, ACallHasAllThatWasRecorded) {
    Exchange call = command();
    CommandInput input = *call.command();
    input.env = {{"GH_HOST", "x"}};
    input.stdin_body = Body{"", {}};
    call.input = input;
    const std::vector<Variable> vars = {{"issue", plan::Capture::Type::Integer, json::Value(41)}};
    EXPECT_EQ(call_message(7, call, vars),
              R"({"id":7,"kind":"command","program":"gh","args":["issue","close","41"],)"
              R"("env":{"GH_HOST":"x"},"cwd":"scratch","stdin":{"text":""},"vars":{"issue":41}})"
              "\n");
    EXPECT_THAT(call_message(1, command(), {}), HasSubstr(R"("stdin":null)"));
    EXPECT_EQ(call_message(2, http(), {}),
              R"({"id":2,"kind":"http","method":"POST","host":"api","path":"/v1/x",)"
              R"("query":[["page","2"],["page","3"]],"headers":[["Accept","*/*"]],)"
              R"("body":{"text":"{}"},"vars":{}})"
              "\n");
    EXPECT_THAT(call_message(3, stream(), {}),
                HasSubstr(R"("kind":"stream","carrier":"command","framing":"jsonl","program")"));
}

// P21: what is no text goes as base64, in arguments too.
TEST(FakeMessage, P21BytesThatAreNoTextArriveWhole) {
    Exchange call = command();
    CommandInput input = *call.command();
    input.args = {"\xff"};
    input.stdin_body = Body{std::string("\0\xfe", 2), {}};
    call.input = input;
    const std::string message = call_message(1, call, {});
    EXPECT_THAT(message, HasSubstr(R"("args":[{"base64":"/w=="}])"));
    EXPECT_THAT(message, HasSubstr(R"("stdin":{"base64":"AP4="})"));
    const auto answered = read_answer(
        R"({"id":1,"pieces":[{"from":"stdout","base64":"AP4="}],"exit_code":0})", 1, command());
    ASSERT_TRUE(answered);
    EXPECT_EQ(bytes_of(answered->output, From::Stdout), std::string("\0\xfe", 2));
}

TEST(FakeMessage, ReadsEveryEnd) {
    using How = Ended::How;
    const struct {
        const char* line;
        Ended ended;
    } kCases[] = {
        {R"({"id":1,"exit_code":3})", {How::Exit, 3, {}}},
        {R"({"id":1,"signal":9})", {How::Signal, 9, {}}},
        {R"({"id":1,"timed_out":true})", {How::TimedOut, 0, {}}},
        {R"({"id":1,"not_started":"no such file"})", {How::NotStarted, 0, "no such file"}},
    };
    for (const auto& [line, ended] : kCases) {
        const auto answered = read_answer(line, 1, command());
        ASSERT_TRUE(answered) << line;
        EXPECT_EQ(answered->output.ended, ended) << line;
        EXPECT_FALSE(answered->has_files);
    }
    const auto response = read_answer(
        R"({"id":1,"status":201,"headers":[["A","b"]],"pieces":[{"from":"body","text":"x"}]})", 1,
        http());
    ASSERT_TRUE(response);
    EXPECT_EQ(response->output.answer->status, 201);
    EXPECT_EQ(response->output.answer->headers, (Pairs{{"A", "b"}}));
    const auto cut = read_answer(R"({"id":1,"exit_code":0,"end":"cut"})", 1, stream());
    ASSERT_TRUE(cut);
    EXPECT_EQ(cut->output.end, StreamEnd::Cut);
    EXPECT_EQ(read_answer(R"({"id":1,"exit_code":0})", 1, stream())->output.end,
              StreamEnd::Complete);
}

TEST(FakeMessage, FilesAreTheirDigests) {
    const auto answered = read_answer(
        R"({"id":1,"exit_code":0,"files":[{"path":"a","text":""},{"path":"b","removed":true}]})", 1,
        command());
    ASSERT_TRUE(answered);
    EXPECT_TRUE(answered->has_files);
    ASSERT_EQ(answered->output.files.size(), 2U);
    EXPECT_EQ(answered->output.files[0].digest,
              "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    EXPECT_EQ(answered->output.files[1].digest, "");
}

TEST(FakeMessage, AFakeMayRefuseACall) {
    const auto refused = read_answer(R"({"id":1,"error":"not served: gh x"})", 1, command());
    ASSERT_FALSE(refused);
    EXPECT_EQ(base::render(refused.error()),
              "error: the fake does not serve this call: not served: gh x "
              "[cassette.fake_refused]\n"
              "  hint: teach the fake this call, or list the operation under `untested` and remove "
              "the cassette\n");
}

TEST(FakeMessage, RubbishIsNoAnswer) {
    const struct {
        const char* line;
        const char* why;
        bool is_http = false;
    } kCases[] = {
        {"", "it is no line of JSON"},
        {"hello", "it is no line of JSON"},
        {"[]", "the answer: must be a map, not array"},
        {R"({"exit_code":0})", "the answer: needs `id`"},
        {R"({"id":2,"exit_code":0})", "`id` of the answer: is not 1"},
        {R"({"id":"1","exit_code":0})", "`id` of the answer: is not 1"},
        {R"({"id":1})", "needs exactly one of `exit_code`, `signal`"},
        {R"({"id":1,"exit_code":0,"signal":9})", "needs exactly one of"},
        {R"({"id":1,"exit_code":"0"})", "must be a whole number from 0 to 255"},
        {R"({"id":1,"exit_code":256})", "must be a whole number from 0 to 255"},
        {R"({"id":1,"exitcode":0})", "needs exactly one of"},
        {R"({"id":1,"exit_code":0,"stdout":"x"})", "has no key \"stdout\""},
        {R"({"id":1,"exit_code":0,"pieces":[{"from":"stdin","text":""}]})", "cannot be \"stdin\""},
        {R"({"id":1,"exit_code":0,"pieces":[{"from":"stdout"}]})", "needs `text` or `base64`"},
        {R"({"id":1,"exit_code":0,"pieces":[{"from":"stdout","base64":"%"}]})", "is not base64"},
        {R"({"id":1,"exit_code":0,"pieces":[{"from":"stdout","text":1}]})", "must be a text"},
        {R"({"id":1,"exit_code":0,"end":"cut"})", "belongs to a stream"},
        {R"({"id":1,"exit_code":0,"headers":[]})", "belongs to an answer with a `status`"},
        {R"({"id":1,"timed_out":false})", "is there only if it is true"},
        {R"({"id":1,"status":200})", "has a `status`, and the call is a command"},
        {R"({"id":1,"exit_code":0})", "needs a `status`: the call is HTTP", true},
        {R"({"id":1,"status":200,"headers":[["a"]]})", "a header is a list of name and value",
         true},
    };
    for (const auto& [line, why, is_http] : kCases) {
        const auto answered = read_answer(line, 1, is_http ? http() : command());
        ASSERT_FALSE(answered) << line;
        EXPECT_THAT(base::render(answered.error()), HasSubstr(why)) << line;
        EXPECT_EQ(base::name_of(answered.error().code), "cassette.fake_bad_answer") << line;
    }
}

}  // namespace

}  // namespace understudy::cassette
