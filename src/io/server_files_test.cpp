// A server that runs out of descriptors keeps those it has, and takes new ones when it can.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include "io/impl/server_testing.hpp"

namespace understudy::io {
namespace {

// Leaves this process so many descriptors, until it goes.
class FewFiles {
public:
    explicit FewFiles(int left) {
        ::getrlimit(RLIMIT_NOFILE, &before_);
        rlimit now = before_;
        int number = 0;
        for (; left > 0; ++number) {
            if (::fcntl(number, F_GETFD) < 0) --left;
        }
        now.rlim_cur = static_cast<rlim_t>(number);
        EXPECT_EQ(::setrlimit(RLIMIT_NOFILE, &now), 0);
    }
    ~FewFiles() { ::setrlimit(RLIMIT_NOFILE, &before_); }
    FewFiles(const FewFiles&) = delete;
    FewFiles& operator=(const FewFiles&) = delete;

private:
    rlimit before_{};
};

TEST(ServerFiles, NewConnectionsWaitWhileThereIsNoDescriptor) {
    Seen seen;
    TestServer server(echo(seen));
    const FewFiles few(5);  // two ends of two connections, and one more client
    Wire first(server.address());
    first.send(get("/1"));
    EXPECT_EQ(first.answer().body, "GET /1");
    Wire second(server.address());
    second.send(get("/2"));
    EXPECT_EQ(second.answer().body, "GET /2");
    Wire third(server.address());  // in the queue of the system
    third.send(get("/3"));
    for (int i = 0; i < 10; ++i) {  // the others are served as ever
        first.send(get("/again"));
        EXPECT_EQ(first.answer().body, "GET /again");
    }
    EXPECT_EQ(seen.count("GET /3"), 0U);
    EXPECT_EQ(server->connections(), 2U);
    second.close();
    EXPECT_EQ(third.answer().body, "GET /3");
    EXPECT_EQ(server->connections(), 2U);
}

TEST(ServerFiles, ShuttingDownMeanwhileIsNoTrouble) {
    Seen seen;
    TestServer server(echo(seen));
    const FewFiles few(3);
    Wire first(server.address());
    first.send(get("/1"));
    EXPECT_EQ(first.answer().body, "GET /1");
    Wire second(server.address());
    second.send(get("/2"));
    first.send(get("/again"));
    EXPECT_EQ(first.answer().body, "GET /again");
    server->shut_down();
    EXPECT_EQ(second.read_all(), "");
    EXPECT_EQ(second.how(), Wire::End::Reset) << "it was never let in";
}

}  // namespace
}  // namespace understudy::io
