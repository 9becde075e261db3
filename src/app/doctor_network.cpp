// The doctor's look at ports, sockets, names and proxies. Nothing leaves this machine but the
// question for a name, and that only if the machine's own resolver sends it on.
#include <arpa/inet.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "app/doctor.hpp"
#include "base/text.hpp"
#include "io/fd.hpp"

namespace understudy::app {

namespace {

// Empty: a listener could be opened there. Else why not.
template <class Address>
std::string trouble_with(int family, const Address& address) {
    const io::Fd socket(::socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const bool works =
        socket &&
        ::bind(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 &&
        ::listen(socket.get(), 1) == 0;
    return works ? std::string() : std::strerror(errno);
}

// "32768 to 60999", as the kernel gives ports to connections; 0 ports if it does not say.
struct PortRange {
    std::string text;
    std::int64_t count = 0;
};

PortRange port_range() {
    // In one go: such a file gives its whole text to the first read, and nothing to a second.
    const io::Fd file(::open("/proc/sys/net/ipv4/ip_local_port_range", O_RDONLY | O_CLOEXEC));
    std::array<char, 64> line{};
    const ssize_t size = file ? ::read(file.get(), line.data(), line.size()) : 0;
    if (size <= 0) return {};
    const std::string_view whole(line.data(), static_cast<std::size_t>(size));
    const std::string text = base::replace_all(base::trim(whole), "\t", " ");
    const std::size_t cut = text.find(' ');
    if (cut == std::string::npos) return {};
    const auto first = base::parse_int64(base::trim(text.substr(0, cut)));
    const auto last = base::parse_int64(base::trim(text.substr(cut)));
    if (!first || !last) return {};
    return {std::to_string(*first) + " to " + std::to_string(*last), *last - *first + 1};
}

HealthLine look_at_ports() {
    constexpr std::int64_t kFewPorts = 1000;
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const std::string why = trouble_with(AF_INET, address);
    if (!why.empty()) {
        return {"ports", Health::Broken, "no port on 127.0.0.1 can be opened: " + why,
                "bring the loopback interface up: ip link set lo up"};
    }
    const PortRange range = port_range();
    std::string what = "a port on 127.0.0.1 can be opened";
    if (range.text.empty()) return {"ports", Health::Ok, what, {}};
    what += "; connections use " + range.text;
    if (range.count < kFewPorts) {
        return {"ports", Health::Warning, what + ", which is few",
                "widen it: sysctl -w net.ipv4.ip_local_port_range='32768 60999'"};
    }
    return {"ports", Health::Ok, what, {}};
}

HealthLine look_at_ipv6() {
    sockaddr_in6 address{};
    address.sin6_family = AF_INET6;
    address.sin6_addr = in6addr_loopback;
    const std::string why = trouble_with(AF_INET6, address);
    if (why.empty()) return {"ipv6", Health::Ok, "a port on ::1 can be opened", {}};
    return {"ipv6", Health::Missing, "no port on ::1 can be opened: " + why,
            "nothing, unless a client insists on ::1; 127.0.0.1 serves the others"};
}

HealthLine look_at_unix_sockets() {
    constexpr std::string_view kSubject = "unix socket";
    const std::string folder = environment_text("TMPDIR", "/tmp");
    const std::string path = folder + "/understudy-doctor-" + std::to_string(::getpid()) + ".sock";
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.size() >= sizeof address.sun_path) {
        return {kSubject, Health::Missing, "a path in " + folder + " is too long for a socket",
                "set TMPDIR to a folder with a shorter name"};
    }
    std::copy(path.begin(), path.end(), static_cast<char*>(address.sun_path));
    const std::string why = trouble_with(AF_UNIX, address);
    ::unlink(path.c_str());
    if (why.empty()) return {kSubject, Health::Ok, "can be opened in " + folder, {}};
    return {kSubject, Health::Missing, "cannot be opened in " + folder + ": " + why,
            "set TMPDIR to a folder on a file system that has sockets"};
}

struct FreeAddresses {
    void operator()(addrinfo* list) const { ::freeaddrinfo(list); }
};

enum class Leads : std::uint8_t { Here, Elsewhere, Nowhere };

bool is_loopback(const addrinfo& found) {
    if (found.ai_family == AF_INET) {
        const auto* address = reinterpret_cast<const sockaddr_in*>(found.ai_addr);
        return ntohl(address->sin_addr.s_addr) >> 24U == 127;
    }
    const auto* address = reinterpret_cast<const sockaddr_in6*>(found.ai_addr);
    return IN6_IS_ADDR_LOOPBACK(&address->sin6_addr);
}

Leads where_leads(const char* name) {
    addrinfo wanted{};
    wanted.ai_socktype = SOCK_STREAM;
    addrinfo* list = nullptr;
    if (::getaddrinfo(name, nullptr, &wanted, &list) != 0) return Leads::Nowhere;
    const std::unique_ptr<addrinfo, FreeAddresses> addresses(list);
    for (const addrinfo* one = list; one != nullptr; one = one->ai_next) {
        if (!is_loopback(*one)) return Leads::Elsewhere;
    }
    return Leads::Here;
}

// Names below localhost are what gh and others reach a fake by. Whether they resolve depends on
// the machine; RFC 6761 only says that they should.
HealthLine look_at_names() {
    constexpr std::string_view kSubject = "names";
    // One try of one second, and no search list: a name server that does not answer must not hold
    // up the report.
    ::setenv("RES_OPTIONS", "timeout:1 attempts:1", 1);
    ::setenv("LOCALDOMAIN", "", 1);
    const Leads localhost = where_leads("localhost");
    if (localhost != Leads::Here) {
        return {kSubject, Health::Broken,
                localhost == Leads::Nowhere ? "localhost cannot be resolved"
                                            : "localhost leads to another machine",
                "add a line to /etc/hosts: 127.0.0.1 localhost"};
    }
    if (where_leads("api.github.localhost") != Leads::Here) {
        return {kSubject, Health::Missing,
                "localhost leads here; api.github.localhost does not, which gh would need",
                "apt-get install libnss-myhostname, or add a line to /etc/hosts: "
                "127.0.0.1 github.localhost api.github.localhost"};
    }
    return {kSubject, Health::Ok, "localhost and names below it lead here", {}};
}

bool names_host(std::string_view list, std::string_view host, std::string_view network) {
    const std::string entries = base::replace_all(list, " ", ",");
    for (const std::string_view entry : base::split(entries, ',')) {
        if (entry == "*" || entry == host || (!network.empty() && entry == network)) return true;
    }
    return false;
}

// Only the names of variables are shown: their values may hold a password.
HealthLine look_at_proxies() {
    std::vector<std::string> set;
    for (const char* name :
         {"HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"}) {
        if (!environment_text(name, "").empty()) set.emplace_back(name);
    }
    if (set.empty()) return {"proxy", Health::Ok, "no proxy is set", {}};
    const std::string what = base::join(set, ", ") + (set.size() == 1 ? " is set" : " are set");
    const std::string except = environment_text("NO_PROXY", environment_text("no_proxy", ""));
    if (names_host(except, "localhost", "") && names_host(except, "127.0.0.1", "127.0.0.0/8")) {
        return {"proxy", Health::Ok, what + "; NO_PROXY names this machine", {}};
    }
    return {"proxy", Health::Warning,
            what +
                ", and NO_PROXY does not name 127.0.0.1 and localhost: clients would ask the "
                "proxy for a fake",
            "export NO_PROXY=localhost,127.0.0.1,::1 no_proxy=localhost,127.0.0.1,::1"};
}

}  // namespace

std::vector<HealthLine> look_at_network() {
    return {look_at_ports(), look_at_ipv6(), look_at_unix_sockets(), look_at_names(),
            look_at_proxies()};
}

}  // namespace understudy::app
