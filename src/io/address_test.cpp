#include "io/address.hpp"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "io/impl/server_testing.hpp"

namespace understudy::io {
namespace {

TEST(Address, IsReadAndWrittenBack) {
    struct Case {
        std::string text;
        std::string shown;
        std::string url;
        bool loopback;
    };
    const std::vector<Case> cases = {
        {"127.0.0.1:8080", "127.0.0.1:8080", "http://127.0.0.1:8080", true},
        {"127.3.2.1:0", "127.3.2.1:0", "http://127.3.2.1:0", true},
        {"localhost:65535", "127.0.0.1:65535", "http://127.0.0.1:65535", true},
        {"[::1]:80", "[::1]:80", "http://[::1]:80", true},
        {"[0:0:0:0:0:0:0:1]:80", "[::1]:80", "http://[::1]:80", true},
        {"[2001:DB8::5]:80", "[2001:db8::5]:80", "http://[2001:db8::5]:80", false},
        {"0.0.0.0:80", "0.0.0.0:80", "http://0.0.0.0:80", false},
        {"[::]:80", "[::]:80", "http://[::]:80", false},
        {"unix:/tmp/x.sock", "unix:/tmp/x.sock", "unix:/tmp/x.sock", true},
        {"unix:relative", "unix:relative", "unix:relative", true},
    };
    for (const Case& one : cases) {
        const auto address = parse_address(one.text);
        ASSERT_TRUE(address) << one.text;
        EXPECT_EQ(address->text(), one.shown);
        EXPECT_EQ(address->url(), one.url);
        EXPECT_EQ(address->is_loopback(), one.loopback) << one.text;
    }
}

TEST(Address, SaysWhyItCannotBeOne) {
    const std::string long_path(200, 'x');
    const std::vector<std::pair<std::string, std::string>> cases = {
        {"", "\"\" is not an address to listen on: it has no port"},
        {"127.0.0.1", "\"127.0.0.1\" is not an address to listen on: it has no port"},
        {"127.0.0.1:", "the port is not a number from 0 to 65535"},
        {"127.0.0.1:http", "the port is not a number from 0 to 65535"},
        {"127.0.0.1:65536", "the port is not a number from 0 to 65535"},
        {"127.0.0.1:-1", "the port is not a number from 0 to 65535"},
        {"127.0.0.1: 80", "the port is not a number from 0 to 65535"},
        {"example.test:80", "the host is neither localhost nor an IP address"},
        {":80", "the host is neither localhost nor an IP address"},
        {"::1:80", "the host is neither localhost nor an IP address"},
        {"[127.0.0.1]:80", "the host is neither localhost nor an IP address"},
        {"[::1:80", "the host is neither localhost nor an IP address"},
        {"127.1:80", "the host is neither localhost nor an IP address"},
        {"http://127.0.0.1:80", "the host is neither localhost nor an IP address"},
        {"unix:", "it names no path"},
        {"unix:" + long_path, "the path is longer than a Unix socket's may be"},
        {std::string("unix:a\0b", 8), "the path holds a NUL"},
    };
    for (const auto& [text, why] : cases) {
        const auto address = parse_address(text);
        ASSERT_FALSE(address) << text;
        EXPECT_EQ(address.error().code, base::Code::IoBadAddress);
        const std::string message = base::message(address.error());
        EXPECT_TRUE(message.ends_with(why)) << message;
    }
    EXPECT_EQ(base::hint(parse_address("x").error()),
              "as in 127.0.0.1:8080, [::1]:0 or unix:/tmp/understudy.sock");
}

Address read(std::string_view text) {
    auto address = parse_address(text);
    EXPECT_TRUE(address) << text;
    return address.value_or(Address{});
}

TEST(Address, PortZeroBecomesARealOne) {
    for (const char* text : {"127.0.0.1:0", "[::1]:0"}) {
        for (const bool shared : {false, true}) {
            Address address = read(text);
            const auto socket = listen_on(address, shared, true);
            ASSERT_TRUE(socket) << base::message(socket.error());
            EXPECT_NE(address.port, 0);
            const Wire wire(address);  // it takes connections
            EXPECT_TRUE(wire.is_open());
        }
    }
}

TEST(Address, APortInUseIsNotShared) {
    Address address = read("127.0.0.1:0");
    const auto first = listen_on(address, false, true);
    ASSERT_TRUE(first);
    const std::string why = "cannot listen on " + address.text() + ": Address already in use";
    for (const bool shared : {false, true}) {
        Address same = address;
        const auto second = listen_on(same, shared, true);
        ASSERT_FALSE(second);
        EXPECT_EQ(second.error().code, base::Code::IoCannotListen);
        EXPECT_EQ(base::message(second.error()), why);
        EXPECT_EQ(base::hint(second.error()), "choose another port, or port 0 for any free one");
    }
}

TEST(Address, SeveralSocketsOfOneServerShareAPort) {
    Address address = read("127.0.0.1:0");
    const auto first = listen_on(address, true, true);
    ASSERT_TRUE(first);
    const std::uint16_t port = address.port;
    EXPECT_TRUE(listen_on(address, true, false));
    EXPECT_EQ(address.port, port);
    // But not with another server, although both could share.
    EXPECT_FALSE(listen_on(address, true, true));
}

class UnixAddress : public testing::Test {
protected:
    UnixAddress() {
        std::string name = std::filesystem::temp_directory_path() / "understudy-u-XXXXXX";
        folder_ = ::mkdtemp(name.data());
        path_ = folder_ + "/a.sock";
        address_ = read("unix:" + path_);
    }
    ~UnixAddress() override { std::filesystem::remove_all(folder_); }
    std::string folder_;
    std::string path_;
    Address address_;
};

TEST_F(UnixAddress, AStaleSocketIsRemoved) {
    ASSERT_TRUE(listen_on(address_, false, true));  // closed at once; its name stays
    struct stat status {};
    ASSERT_EQ(::lstat(path_.c_str(), &status), 0);
    const auto again = listen_on(address_, false, true);
    ASSERT_TRUE(again) << base::message(again.error());
    EXPECT_TRUE(Wire(address_).is_open());
}

TEST_F(UnixAddress, ALiveSocketIsNot) {
    const auto first = listen_on(address_, false, true);
    ASSERT_TRUE(first);
    const auto second = listen_on(address_, false, true);
    ASSERT_FALSE(second);
    EXPECT_EQ(base::message(second.error()),
              "cannot listen on unix:" + path_ + ": Address already in use");
    EXPECT_TRUE(Wire(address_).is_open());
}

TEST_F(UnixAddress, ALiveSocketThatTakesNobodyIsNotWaitedFor) {
    const auto first = listen_on(address_, false, true);
    ASSERT_TRUE(first);
    ::listen(first->get(), 0);  // room for one
    const Wire one(address_);
    EXPECT_FALSE(listen_on(address_, false, true));
}

TEST_F(UnixAddress, AFileInTheWayIsLeftAlone) {
    std::ofstream(path_) << "mine";
    const auto socket = listen_on(address_, false, true);
    ASSERT_FALSE(socket);
    EXPECT_EQ(socket.error().code, base::Code::IoCannotListen);
    EXPECT_EQ(std::filesystem::file_size(path_), 4U);
}

TEST_F(UnixAddress, AFolderThatIsNotThereIsAnError) {
    Address nowhere = read("unix:" + folder_ + "/no/a.sock");
    const auto socket = listen_on(nowhere, false, true);
    ASSERT_FALSE(socket);
    EXPECT_EQ(base::message(socket.error()),
              "cannot listen on " + nowhere.text() + ": No such file or directory");
}

TEST_F(UnixAddress, AServerTakesItsSocketAwayAgain) {
    Seen seen;
    ServerOptions options = one_loop();
    options.addresses = {"unix:" + path_};
    TestServer server(echo(seen), options);
    Wire wire(server.address());
    wire.send(get("/x"));
    EXPECT_EQ(wire.answer().body, "GET /x");
    server->shut_down();
    EXPECT_FALSE(std::filesystem::exists(path_));
}

TEST_F(UnixAddress, AServerThatCannotStartLeavesNoSocket) {
    Address taken = read("127.0.0.1:0");
    const auto first = listen_on(taken, false, true);
    ASSERT_TRUE(first);
    ServerOptions options;
    options.loops = 2;
    options.addresses = {"unix:" + path_, taken.text()};
    Seen seen;
    const auto server = Server::start(options, echo(seen));
    ASSERT_FALSE(server);
    EXPECT_EQ(server.error().code, base::Code::IoCannotListen);
    EXPECT_FALSE(std::filesystem::exists(path_));
}

TEST(ServerAddress, WhatOthersCanReachNeedsToBeAllowed) {
    Seen seen;
    for (const char* text : {"0.0.0.0:0", "[::]:0"}) {
        ServerOptions options = one_loop();
        options.addresses = {"127.0.0.1:0", text};
        const auto server = Server::start(options, echo(seen));
        ASSERT_FALSE(server);
        EXPECT_EQ(server.error().code, base::Code::IoNotLoopback);
        EXPECT_EQ(base::message(server.error()),
                  std::string(text) + " can be reached from outside this machine");
        EXPECT_EQ(base::hint(server.error()), "say --allow-outside if that is what you want");
    }
    // Allowed, it fails for another reason: no machine has this address (RFC 5737).
    ServerOptions options = one_loop();
    options.allow_outside = true;
    options.addresses = {"192.0.2.1:0"};
    const auto server = Server::start(options, echo(seen));
    ASSERT_FALSE(server);
    EXPECT_EQ(base::message(server.error()),
              "cannot listen on 192.0.2.1:0: Cannot assign requested address");
}

TEST(ServerAddress, SeveralLoopsDoNotHideAPortInUse) {
    Seen seen;
    ServerOptions options;
    options.loops = 3;
    TestServer first(echo(seen), options);
    EXPECT_EQ(first->loops(), 3U);
    options.addresses = {first.address().text()};
    const auto second = Server::start(options, echo(seen));
    ASSERT_FALSE(second);
    EXPECT_EQ(base::message(second.error()),
              "cannot listen on " + first.address().text() + ": Address already in use");
}

TEST(ServerAddress, RequestsSayWhichAddressTheyCameInBy) {
    ServerOptions options = one_loop();
    options.addresses = {"127.0.0.1:0", "[::1]:0", "localhost:0"};
    TestServer server(
        [](const ExchangePtr& exchange) {
            exchange->answer(ok(), std::to_string(exchange->origin().listener));
            return nullptr;
        },
        options);
    for (std::size_t i = 0; i < 3; ++i) {
        Wire wire(server->addresses()[i]);
        wire.send(get("/"));
        EXPECT_EQ(wire.answer().body, std::to_string(i));
    }
}

}  // namespace
}  // namespace understudy::io
