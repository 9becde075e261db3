// Where plans run: a private home, a fresh scratch folder with a copy of the fixture, and an
// environment that is built from nothing, so that what a tool does depends on the plan and not on
// the machine.
//
//     CleanRoom room = TRY(CleanRoom::make({.fixture = folder}));
//     room.environment();                 // "LC_ALL=C.UTF-8", "HOME=...", ...
//     room.as_seen_inside(output);        // /tmp/understudy-room-x7/scratch/a -> /scratch/a
//
// Everything below the room is gone afterwards.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/private_folder.hpp"
#include "base/result.hpp"
#include "json/value.hpp"

namespace understudy::app {

using Variables = std::vector<std::pair<std::string, std::string>>;

struct RoomNeeds {
    std::filesystem::path fixture = {};           // empty: none
    std::vector<std::string> first_on_path = {};  // folders
    Variables written = {};                       // of the plan, as it writes them: for `pinned`
    bool is_offline = false;                      // commands have no network: for `pinned`
};

class CleanRoom {
public:
    static constexpr std::size_t kMostFiles = 100'000;
    static constexpr std::uint64_t kMostBytes = std::uint64_t{2} << 30U;
    // What recordings say for the scratch folder and for the home: the room is shown as if it were
    // the root of the file system.
    static constexpr std::string_view kScratch = "/scratch";

    static base::Result<CleanRoom> make(const RoomNeeds& needs);

    std::filesystem::path scratch() const { return folder_.path() / "scratch"; }
    std::filesystem::path home() const { return folder_.path() / "home"; }
    const std::filesystem::path& path() const { return folder_.path(); }

    void set(std::string_view name, std::string value);  // a variable of all commands
    const Variables& environment() const { return environment_; }
    const json::Value& pinned() const { return pinned_; }
    std::string as_seen_inside(std::string_view bytes) const;
    // The file a program is started from; empty: it is not on the PATH.
    std::string find(std::string_view program) const;

private:
    explicit CleanRoom(PrivateFolder folder) : folder_(std::move(folder)) {}
    base::Result<void> make_folders();
    base::Result<void> copy_fixture(const std::filesystem::path& fixture);
    void build_environment(const RoomNeeds& needs);

    PrivateFolder folder_;
    Variables environment_;
    json::Value pinned_ = json::Value::object();
};

}  // namespace understudy::app
