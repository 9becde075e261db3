// Every example of docs/reference/grammar.md is loaded and judged.
//
//     ```yaml grammar                        a grammar; the streams below it are judged by it
//     ```jsonl pass [ending E] [dialect D]   finds nothing
//     ```jsonl fail [ending E] [dialect D] CODE...   finds exactly these codes, in order
#include <gtest/gtest.h>

#include <fstream>
#include <optional>
#include <sstream>

#include "base/text.hpp"
#include "grammar/grammar.hpp"
#include "grammar/summary.hpp"
#include "yaml/read.hpp"

namespace understudy {
namespace {

struct Block {
    std::size_t line = 0;
    std::vector<std::string> words;  // after the fence
    std::string text;
};

std::vector<Block> blocks_of(const std::string& page) {
    std::vector<Block> blocks;
    std::optional<Block> open;
    std::size_t number = 0;
    for (std::string_view line : base::split_lines(page)) {
        ++number;
        if (!line.starts_with("```")) {
            if (open) open->text += std::string(line) + "\n";
        } else if (open) {
            blocks.push_back(std::move(*open));
            open.reset();
        } else {
            open = Block{number, {}, {}};
            for (std::string_view word : base::split(line.substr(3), ' ')) {
                open->words.emplace_back(word);
            }
        }
    }
    return blocks;
}

struct Wanted {
    grammar::Ending ending = grammar::Ending::Complete;
    grammar::Options options;
    std::vector<std::string> codes;
};

Wanted wanted_by(const Block& block) {
    Wanted wanted;
    for (std::size_t i = 2; i < block.words.size(); ++i) {
        const std::string& word = block.words[i];
        if (word == "ending")
            wanted.ending = *grammar::ending_named(block.words.at(++i));
        else if (word == "dialect")
            wanted.options.dialect = block.words.at(++i);
        else
            wanted.codes.push_back(word);
    }
    return wanted;
}

std::vector<std::string> codes_of(const grammar::Grammar& grammar, const Block& block,
                                  const Wanted& wanted) {
    auto records = grammar::read_records({"example", block.text});
    if (!records) return {base::render(records.error())};
    auto outcome = grammar::check(grammar, *records, wanted.options, wanted.ending);
    if (!outcome) return {base::render(outcome.error())};
    std::vector<std::string> codes;
    for (const grammar::Verdict& verdict : outcome->verdicts) {
        codes.emplace_back(base::name_of(verdict.code));
    }
    return codes;
}

TEST(GrammarReference, EveryExampleBehavesAsThePageSays) {
    std::ifstream file(std::string(UNDERSTUDY_ROOT) + "/docs/reference/grammar.md");
    ASSERT_TRUE(file) << "docs/reference/grammar.md is not there";
    std::ostringstream page;
    page << file.rdbuf();
    std::optional<grammar::Grammar> grammar;
    std::size_t grammars = 0;
    std::size_t streams = 0;
    for (const Block& block : blocks_of(page.str())) {
        std::string where = "docs/reference/grammar.md:" + std::to_string(block.line);
        if (block.words[0] == "yaml") {
            auto document = yaml::read({where, block.text});
            ASSERT_TRUE(document) << base::render(document.error());
            auto loaded = grammar::load(*document);
            ASSERT_TRUE(loaded) << base::render(loaded.error());
            grammar = std::move(*loaded);
            ++grammars;
        } else if (block.words[0] == "jsonl") {
            ASSERT_TRUE(grammar) << where;
            ASSERT_GE(block.words.size(), 2u) << where;
            Wanted wanted = wanted_by(block);
            EXPECT_EQ(wanted.codes.empty(), block.words[1] == "pass") << where;
            EXPECT_EQ(codes_of(*grammar, block, wanted), wanted.codes) << where;
            ++streams;
        }
    }
    EXPECT_GE(grammars, 15u);
    EXPECT_GE(streams, 40u);
}

}  // namespace
}  // namespace understudy
