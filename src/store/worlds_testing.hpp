// For tests: a file in a folder of its own, and a world whose rows a store is told of.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "store/sqlite.hpp"
#include "world/snapshot.hpp"
#include "world/world_testing.hpp"

namespace understudy::store {

class TestFolder {
public:
    TestFolder() {
        std::string name = std::filesystem::temp_directory_path() / "understudy-store-XXXXXX";
        path_ = ::mkdtemp(name.data());
    }
    ~TestFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    TestFolder(const TestFolder&) = delete;
    TestFolder& operator=(const TestFolder&) = delete;

    std::string path(const std::string& name = "worlds.db") const { return path_ + '/' + name; }
    // With the place of the folder left out, which is another each time.
    std::string shown(std::string text) const {
        for (std::size_t at = text.find(path_); at != std::string::npos; at = text.find(path_)) {
            text.replace(at, path_.size() + 1, "");
        }
        return text;
    }
    void write(const std::string& name, std::string_view bytes) const {
        std::ofstream(path(name), std::ios::binary) << bytes;
    }

private:
    std::string path_;
};

template <class T>
std::string why(const base::Result<T>& result) {
    return result ? "done" : base::message(result.error());
}

inline std::shared_ptr<const pack::Pack> notes_pack() {
    static const auto pack = world::pack_of(R"(
format: 1
pack: notes
version: 0.1.0
models: { vendor: Notes, api: "1" }
serve:
  hosts: [ { host: "*", base: / } ]
  auth: { places: [ bearer ], fails: no_key }
  input: [ json ]
errors:
  envelope: { error: error }
  on: { auth: no_key, no_route: no_key, required: no_key, type: no_key, missing: { path: no_key, body: no_key } }
  codes:
    no_key: { status: 401, message: no such key }
resources:
  notes:
    id: "n_{base62:8}"
    fields:
      text: { from: input, required: true, schema: { type: string } }
    operations:
      create: { route: POST /notes, answers: { status: 201 }, example: { text: hello } }
      get:    GET /notes/{id}
      list:   GET /notes
)");
    return pack;
}

// A world that tells its rows, as the room `serve` does it.
class Told : public world::Service {
public:
    Told(world::Journal& journal, std::string id, std::uint64_t position = 0)
        : Service(notes_pack(), definition(id)),
          journal_(journal),
          id_(std::move(id)),
          position_(position) {
        world().record_changes(true);
    }
    static world::Definition definition(const std::string& id) {
        world::Definition made;
        made.id = id;
        return made;
    }
    void write(const std::string& text) {
        post_json("/notes", R"({"text":")" + text + R"("})");
        EXPECT_EQ(why(tell()), "done");
    }
    base::Result<void> tell() {
        world::Row row;
        row.position = ++position_;
        row.at = world().now();
        row.command = json::Value::object({{"call", "POST"}});
        row.changes = world().take_changes();
        return journal_.append(id_, std::move(row));
    }
    void hand_in_snapshot() { journal_.keep_snapshot(id_, position_, world().snapshot()); }
    std::uint64_t position() const { return position_; }
    // Begins as a world that came back.
    std::string come_back() {
        world().record_changes(false);
        const auto done = journal_.recover(id_, [&](const std::vector<world::Change>& changes) {
            return world().replay(changes);
        });
        world().record_changes(true);
        return done ? world().digest() : base::message(done.error());
    }

private:
    world::Journal& journal_;
    std::string id_;
    std::uint64_t position_;
};

}  // namespace understudy::store
