// A program of the build: turns secrets/ into what the binary carries.
//
//     embed_secrets SECRETS OUT_FOLDER      writes rules.json, database.bin, embedded_secrets.cpp
//
// Every rule is checked here, so that the program itself can take them as they are.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include "base/bytes.hpp"
#include "base/hash.hpp"
#include "json/write.hpp"
#include "secret/matcher.hpp"
#include "secret/rule.hpp"
#include "yaml/read.hpp"

namespace understudy::app {

namespace {

base::Result<json::Value> read(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return TRY(yaml::read({path.filename().string(), text.str()})).root;
}

void write(const std::filesystem::path& path, std::string_view bytes) {
    std::ofstream file(path, std::ios::binary);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    if (!file.flush()) throw std::runtime_error("cannot write " + path.string());
}

// Without what only people read: where a format is described.
json::Value for_program(json::Value rule) {
    rule.erase("see");
    return rule;
}

// A literal of a megabyte would take the compiler longer than all the rest; the assembler takes
// the bytes as they are.
std::string table(const std::filesystem::path& folder, std::string_view digest) {
    const auto part = [&](const std::string& name, const std::string& file) {
        return "asm(\".pushsection .rodata,\\\"a\\\",@progbits\\n\"\n    \".balign 64\\n\"\n    "
               "\"" +
               name + "_begin:\\n\"\n    \".incbin \\\"" + (folder / file).string() +
               "\\\"\\n\"\n    \"" + name + "_end:\\n\"\n    \".popsection\\n\");\n" +
               "extern const char " + name + "_begin[] asm(\"" + name +
               "_begin\");\nextern const char " + name + "_end[] asm(\"" + name + "_end\");\n";
    };
    return "// Made by src/app/embed_secrets.cpp. Do not edit.\n// Of data with the digest " +
           std::string(digest) + "\n#include \"app/embedded_secrets.hpp\"\n\n" +
           part("understudy_rules", "rules.json") + "\n" +
           part("understudy_database", "database.bin") +
           "\nnamespace understudy::app {\n\nstd::string_view embedded_rules() {\n    return "
           "{understudy_rules_begin, static_cast<std::size_t>(understudy_rules_end - "
           "understudy_rules_begin)};\n}\nstd::string_view embedded_database() {\n    return "
           "{understudy_database_begin, static_cast<std::size_t>(understudy_database_end - "
           "understudy_database_begin)};\n}\n\n}  // namespace understudy::app\n";
}

base::Result<void> embed(const std::filesystem::path& secrets, const std::filesystem::path& out) {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(secrets / "rules")) {
        if (entry.path().extension() == ".yaml") files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    json::Value rules = json::Value::array();
    for (const auto& file : files) {
        const json::Value list = TRY(read(file));
        for (const json::Value& rule : list.items()) rules.push_back(for_program(rule));
    }
    json::Value fakes = TRY(read(secrets / "known_fakes.yaml"));
    secret::RuleSet set;
    set.rules = TRY(secret::rules_of(rules, "secrets/rules"));
    set.fakes = TRY(secret::fakes_of(fakes, "secrets/known_fakes.yaml"));
    const auto made = secret::Rules::make({std::move(set)});
    const std::string database = TRY(secret::make_database(*made, secret::Keys::With));
    std::filesystem::create_directories(out);
    const std::string data = json::write(
        json::Value::object({{"rules", std::move(rules)}, {"fakes", std::move(fakes)}}));
    write(out / "rules.json", data);
    write(out / "database.bin", database);
    // The digest makes the source another one when the data is, for whoever caches objects.
    write(out / "embedded_secrets.cpp",
          table(std::filesystem::absolute(out), base::to_hex(base::sha256(data + database))));
    return {};
}

}  // namespace

}  // namespace understudy::app

int main(int count, char** words) {
    try {
        if (count != 3) {
            std::cerr << "embed_secrets SECRETS OUT_FOLDER\n";
            return 2;
        }
        const auto done = understudy::app::embed(words[1], words[2]);
        if (done) return 0;
        std::cerr << understudy::base::render(done.error());
    } catch (const std::exception& problem) {
        std::cerr << problem.what() << '\n';
    }
    return 1;
}
