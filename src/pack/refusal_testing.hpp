// For tests of refusals: a small pack, and all that is said about it.
#pragma once

#include <string>

#include "pack/folder_testing.hpp"

namespace understudy::pack {

// Each error as `place: sentence [code]`, then its hint.
inline std::string told(const Loaded& loaded) {
    std::string text;
    for (const Problem& problem : loaded.problems) {
        if (problem.level != Level::Error) continue;
        text += base::to_text(problem.error.where) + ": " + base::message(problem.error) + " [" +
                std::string(base::name_of(problem.error.code)) + "]\n";
        const std::string hint = base::hint(problem.error);
        if (!hint.empty()) text += "  hint: " + hint + "\n";
    }
    return text;
}

struct Refusal {
    const char* name;
    const char* pack;  // after the frame; all of pack.yaml if it begins with `format`
    const char* says;
};

inline void PrintTo(const Refusal& refusal, std::ostream* out) {
    *out << refusal.name;
}

class Refused : public testing::TestWithParam<Refusal> {};

inline std::string name_of_case(const testing::TestParamInfo<Refusal>& info) {
    return info.param.name;
}

inline std::string told_of(const Refusal& refusal) {
    const std::string text = refusal.pack;
    if (!text.starts_with("format")) return told(load(folder_of(text)));
    Folder folder;
    folder.files.push_back({"pack.yaml", text});
    return told(load(folder));
}

}  // namespace understudy::pack
