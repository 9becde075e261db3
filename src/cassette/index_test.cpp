#include "cassette/index.hpp"

#include <gtest/gtest.h>

#include "cassette/code.hpp"
#include "cassette/packed.hpp"

namespace understudy::cassette {
namespace {

IndexedCall recorded(std::uint32_t program, std::vector<std::string> args, std::uint32_t exchange) {
    IndexedCall call;
    call.program = program;
    call.exchange = exchange;
    call.at = 10 * exchange;
    call.duration = 5;
    call.is_strict = exchange == 1;
    call.is_sse = exchange == 2;
    call.input.program = program == 0 ? "gh" : "git";
    call.input.args = std::move(args);
    call.input.env = {{"A", "1"}};
    call.input.stdin_body = Body{"in", {}};
    if (exchange != 3) {
        call.output = Output{};
        call.output->pieces = {{1, From::Stdout, "out\n"},
                               {2, From::Stderr, std::string("\0x", 2)}};
        call.output->duration = 5;
        call.output->ended = Ended{Ended::How::Signal, 9, {}};
    }
    return call;
}

IndexContents contents() {
    IndexContents made;
    made.settings.cassettes = "/c";
    made.settings.named = "c";
    made.settings.root = "/r";
    made.settings.began = -7;
    made.settings.miss_exit = 98;
    made.settings.pace = 500;
    IndexedProgram gh;
    gh.name = "gh";
    gh.service = "github";
    gh.mode = Mode::RecordMissing;
    gh.allows_terminal = true;
    gh.env = {"GH_*"};
    gh.ways = {Way{}};
    gh.fault = StreamFault{StreamFault::Kind::Stall, 7};
    gh.quiet = {{{"auth", "**"}, "gh", "ok\n", "never matters", 3}};
    IndexedProgram git;
    git.name = "git";
    git.ways = {Way{}};
    made.programs = {gh, git};
    made.files = {{"gh/a.yaml", 100, 5}, {"git/b.yaml", 7, -1}};
    made.calls = {recorded(0, {"list"}, 0), recorded(0, {"view"}, 1), recorded(0, {"list"}, 2),
                  recorded(1, {"list"}, 3)};
    return made;
}

IndexKey key_of_call(std::uint32_t program, std::vector<std::string> args) {
    CommandInput input;
    input.program = program == 0 ? "gh" : "git";
    input.args = std::move(args);
    return index_key(program, 0, key_text(input, {}, {}));
}

TEST(Index, HoldsWhatWasWritten) {
    const IndexContents made = contents();
    const std::string bytes = *write_index(made);
    const Index index = *Index::open(bytes);
    EXPECT_EQ(index.settings().cassettes, "/c");
    EXPECT_EQ(index.settings().named, "c");
    EXPECT_EQ(index.settings().root, "/r");
    EXPECT_EQ(index.settings().began, -7);
    EXPECT_EQ(index.settings().miss_exit, 98U);
    EXPECT_EQ(index.settings().pace, 500U);
    std::uint32_t number = 9;
    const auto gh = index.find_program("gh", number);
    ASSERT_TRUE(gh);
    EXPECT_EQ(number, 0U);
    EXPECT_EQ(gh->service, "github");
    EXPECT_EQ(gh->mode, Mode::RecordMissing);
    EXPECT_TRUE(gh->allows_terminal);
    EXPECT_EQ(gh->env, made.programs[0].env);
    EXPECT_EQ(gh->ways, made.programs[0].ways);
    EXPECT_EQ(gh->fault, made.programs[0].fault);
    EXPECT_FALSE(index.program(1)->fault);
    ASSERT_EQ(gh->quiet.size(), 1U);
    EXPECT_EQ(gh->quiet[0].stdout_text, "ok\n");
    EXPECT_EQ(gh->quiet[0].exit_code, 3);
    EXPECT_FALSE(index.find_program("docker", number));
    EXPECT_EQ(index.file(1)->path, "git/b.yaml");
    EXPECT_EQ(index.file(1)->changed, -1);
    ASSERT_EQ(index.count_calls(), 4U);
    for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(*index.input(i), made.calls[i].input);
    for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(index.output(i), made.calls[i].output);
    EXPECT_FALSE(index.output(4));
    EXPECT_TRUE(index.call(1)->is_strict);
    EXPECT_FALSE(index.call(1)->is_sse);
    EXPECT_TRUE(index.call(2)->is_sse);
    EXPECT_EQ(index.call(2)->at, 20);
    EXPECT_FALSE(index.call(4));
}

TEST(Index, EqualCallsAnswerInOrder) {
    const std::string bytes = *write_index(contents());
    const Index index = *Index::open(bytes);
    EXPECT_EQ(index.answers(key_of_call(0, {"list"})), (std::vector<std::uint32_t>{0, 2}));
    EXPECT_EQ(index.answers(key_of_call(0, {"view"})), (std::vector<std::uint32_t>{1}));
    EXPECT_EQ(index.answers(key_of_call(1, {"list"})), (std::vector<std::uint32_t>{3}));
    EXPECT_TRUE(index.answers(key_of_call(0, {"none"})).empty());
}

TEST(Index, ManyKeysAreFound) {
    IndexContents many = contents();
    many.calls.clear();
    for (std::uint32_t i = 0; i < 1000; ++i) {
        many.calls.push_back(recorded(0, {"view", std::to_string(i)}, i));
    }
    const std::string bytes = *write_index(many);
    const Index index = *Index::open(bytes);
    for (std::uint32_t i = 0; i < 1000; ++i) {
        EXPECT_EQ(index.answers(key_of_call(0, {"view", std::to_string(i)})),
                  (std::vector<std::uint32_t>{i}));
    }
}

// Every cut and every changed byte is refused or read within bounds (the sanitizers watch).
TEST(Index, BrokenBytesAreRefusedOrReadWithinBounds) {
    const std::string bytes = *write_index(contents());
    const auto look_at_all = [](std::string_view broken) {
        const auto index = Index::open(broken);
        if (!index) {
            EXPECT_EQ(base::name_of(index.error().code), "cassette.bad_index");
            return;
        }
        std::uint32_t number = 0;
        (void)index->find_program("gh", number);
        for (std::size_t i = 0; i < 8; ++i) {
            (void)index->program(i);
            (void)index->file(i);
            (void)index->call(i);
            (void)index->input(i);
            (void)index->output(i);
        }
        (void)index->answers(key_of_call(0, {"list"}));
    };
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        look_at_all(std::string_view(bytes).substr(0, size));
    }
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        std::string broken = bytes;
        broken[i] = static_cast<char>(broken[i] ^ 0xff);
        look_at_all(broken);
    }
}

TEST(Index, RefusesTooManyCalls) {
    IndexContents many = contents();
    many.calls.assign(kMaxIndexedCalls + 1, IndexedCall{});
    const auto written = write_index(many);
    ASSERT_FALSE(written);
    EXPECT_EQ(base::name_of(written.error().code), "cassette.too_many_calls");
}

TEST(Packed, WhatIsNotThereIsEmpty) {
    Packer packer;
    packer.text("ab");
    packer.number(std::uint32_t{7});
    Unpacker good(packer.bytes());
    EXPECT_EQ(good.text(), "ab");
    EXPECT_EQ(good.number<std::uint32_t>(), 7U);
    EXPECT_TRUE(good.is_done());
    Unpacker cut(std::string_view(packer.bytes()).substr(0, 9));
    EXPECT_EQ(cut.text(), "");
    EXPECT_FALSE(cut.is_good());
    Packer huge;
    huge.number(UINT32_MAX);
    Unpacker claims(huge.bytes());
    EXPECT_TRUE(claims.texts().empty());
    EXPECT_FALSE(claims.is_good());
}

}  // namespace
}  // namespace understudy::cassette
