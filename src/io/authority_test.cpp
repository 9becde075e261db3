// The judge of certificates is the openssl program, which knows nothing of ours.
#include "io/authority.hpp"

#include <gtest/gtest.h>
#include <openssl/bn.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <thread>

#include "io/impl/authority_files.hpp"
#include "io/impl/certificate.hpp"
#include "io/impl/private_files.hpp"
#include "io/impl/programs_testing.hpp"

namespace understudy::io {
namespace {

constexpr std::int64_t kDay = 86400;

std::int64_t now_seconds() {
    return std::chrono::duration_cast<std::chrono::seconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
}

class AuthorityTest : public testing::Test {
protected:
    AuthorityTest() {
        std::string name = std::filesystem::temp_directory_path() / "understudy-ca-XXXXXX";
        root_ = ::mkdtemp(name.data());
        folder_ = root_ + "/data/understudy/ca";
    }
    ~AuthorityTest() override { std::filesystem::remove_all(root_); }

    Authority opened() const {
        auto authority = Authority::open(folder_);
        if (!authority) ADD_FAILURE() << base::render(authority.error());
        return std::move(authority).value();
    }
    std::string write(const std::string& name, const std::string& text) const {
        const std::string path = root_ + '/' + name;
        std::ofstream(path, std::ios::binary) << text;
        return path;
    }
    std::string key_path() const { return folder_ + "/ca-key.pem"; }
    std::string certificate_path() const { return folder_ + "/ca.pem"; }

    static std::string text_of(const std::string& path) {
        std::ifstream file(path, std::ios::binary);
        std::ostringstream text;
        text << file.rdbuf();
        return text.str();
    }
    static mode_t mode_of(const std::string& path) {
        struct stat facts {};
        ::stat(path.c_str(), &facts);
        return facts.st_mode & 07777U;
    }
    static Finished openssl(std::vector<std::string> arguments) {
        return finished(program_of("openssl", std::move(arguments)));
    }
    std::string rendered_open() const {
        const auto authority = Authority::open(folder_);
        return authority ? "it opened\n" : base::render(authority.error());
    }
    std::set<std::string> names_in_folder() const {
        std::set<std::string> names;
        for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
            names.insert(entry.path().filename());
        }
        return names;
    }
    // A folder with this certificate and key, as if we had made them.
    void install(const X509& certificate, const EVP_PKEY& key) const {
        ASSERT_TRUE(make_private_folder(folder_));
        ASSERT_TRUE(store_file(key_path(), to_pem(key), 0600));
        ASSERT_TRUE(store_file(certificate_path(), to_pem(certificate), 0644));
    }

    std::string root_;
    std::string folder_;
};

TEST_F(AuthorityTest, ItIsMadeOnFirstUseAndFoundAfterwards) {
    const auto absent = Authority::read(folder_);
    ASSERT_FALSE(absent);
    EXPECT_EQ(base::render(absent.error()), "error: there is no certificate authority at \"" +
                                                folder_ +
                                                "\" [io.no_authority]\n"
                                                "  hint: understudy ca show makes one\n");
    EXPECT_FALSE(std::filesystem::exists(folder_));

    const Authority made = *Authority::open(folder_ + "//");
    EXPECT_EQ(mode_of(folder_), 0700U);
    EXPECT_EQ(mode_of(key_path()), 0600U);
    EXPECT_EQ(names_in_folder(), (std::set<std::string>{"ca.pem", "ca-key.pem", "lock"}));
    EXPECT_EQ(made.certificate_path(), certificate_path());
    EXPECT_EQ(made.certificate_pem(), text_of(certificate_path()));
    EXPECT_EQ(made.certificate_pem().find("PRIVATE"), std::string::npos);

    const auto again = Authority::read(folder_);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->fingerprint(), made.fingerprint());
    EXPECT_EQ(opened().fingerprint(), made.fingerprint());
}

TEST_F(AuthorityTest, OpensslSeesAnAuthorityOfTenYears) {
    const Authority authority = opened();
    const std::string text =
        openssl({"x509", "-in", certificate_path(), "-noout", "-text"}).output();
    for (const std::string_view part :
         {"Version: 3", "O = Understudy, CN = Understudy CA", "prime256v1", "ecdsa-with-SHA256",
          "X509v3 Basic Constraints: critical\n                CA:TRUE, pathlen:0",
          "X509v3 Key Usage: critical\n                Certificate Sign, CRL Sign",
          "X509v3 Subject Key Identifier:"}) {
        EXPECT_NE(text.find(part), std::string::npos) << part << "\nin\n" << text;
    }
    EXPECT_EQ(
        openssl({"x509", "-in", certificate_path(), "-noout", "-fingerprint", "-sha256"}).output(),
        "sha256 Fingerprint=" + authority.fingerprint() + '\n');
    EXPECT_TRUE(authority.name().starts_with("Understudy CA"));
    EXPECT_EQ((authority.not_after().seconds - authority.not_before().seconds) / kDay, 3653);
    EXPECT_NEAR(static_cast<double>(authority.not_before().seconds),
                static_cast<double>(now_seconds() - kDay), 60.0);
}

TEST_F(AuthorityTest, OpensslAcceptsWhatItMintsForThatHostAndNoOther) {
    const Authority authority = opened();
    struct Case {
        std::string host;
        std::string option;
        std::vector<std::string> good;
        std::vector<std::string> bad;
    };
    const Case cases[] = {
        {"example.com", "-verify_hostname", {"example.com"}, {"www.example.com", "example.org"}},
        {"API.Example.com.", "-verify_hostname", {"api.example.com"}, {"example.com"}},
        {"*.example.com", "-verify_hostname", {"a.example.com"}, {"a.b.example.com"}},
        {"localhost", "-verify_hostname", {"localhost"}, {"a.localhost"}},
        {"localhost", "-verify_ip", {"127.0.0.1", "::1"}, {"127.0.0.2"}},
        {"127.0.0.1", "-verify_ip", {"127.0.0.1"}, {"127.0.0.2", "::1"}},
        {"[2001:db8::7]", "-verify_ip", {"2001:db8::7"}, {"2001:db8::8"}},
        {std::string(60, 'a') + ".example.com",
         "-verify_hostname",
         {std::string(60, 'a') + ".example.com"},
         {"example.com"}},  // too long for a common name
    };
    for (const Case& one : cases) {
        const auto leaf = authority.mint(one.host);
        ASSERT_TRUE(leaf) << base::render(leaf.error());
        const std::string path = write("leaf.pem", to_pem(*(*leaf)->certificate));
        const auto verify = [&](const std::string& asked) {
            return openssl({"verify", "-x509_strict", "-purpose", "sslserver", "-CAfile",
                            certificate_path(), one.option, asked, path});
        };
        for (const std::string& asked : one.good) {
            const Finished verified = verify(asked);
            EXPECT_EQ(verified.output(), path + ": OK\n") << one.host << ": " << verified.errors();
        }
        for (const std::string& asked : one.bad) {
            EXPECT_NE(verify(asked).exit.code, 0) << one.host << " passed as " << asked;
        }
    }
}

TEST_F(AuthorityTest, ALeafHasWhatClientsAskFor) {
    const Authority authority = opened();
    const auto leaf = authority.mint("localhost");
    ASSERT_TRUE(leaf);
    const std::string path = write("leaf.pem", to_pem(*(*leaf)->certificate));
    const std::string text = openssl({"x509", "-in", path, "-noout", "-text"}).output();
    for (const std::string_view part :
         {"Subject: O = Understudy, CN = localhost", "prime256v1",
          "X509v3 Basic Constraints: critical\n                CA:FALSE",
          "X509v3 Key Usage: critical\n                Digital Signature",
          "X509v3 Extended Key Usage: \n                TLS Web Server Authentication",
          "X509v3 Subject Key Identifier:", "X509v3 Authority Key Identifier:",
          "DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1"}) {
        EXPECT_NE(text.find(part), std::string::npos) << part << "\nin\n" << text;
    }
    const Validity validity = validity_of(*(*leaf)->certificate);
    EXPECT_EQ((validity.until.seconds - validity.from.seconds) / kDay, 397);
    EXPECT_LE(validity.from.seconds, now_seconds() - kDay);
    EXPECT_EQ(validity.until, (*leaf)->not_after);
    EXPECT_TRUE(belongs_to(*(*leaf)->certificate, *(*leaf)->key));
    EXPECT_EQ(to_pem(*(*leaf)->issuer), authority.certificate_pem());
}

TEST_F(AuthorityTest, SerialsAndKeysAreNeverTheSame) {
    const Authority authority = opened();
    std::set<std::string> serials;
    std::set<std::string> keys;
    for (int i = 0; i < 50; ++i) {
        const auto leaf = authority.mint("h" + std::to_string(i) + ".example");
        ASSERT_TRUE(leaf);
        const ASN1_INTEGER* serial = X509_get0_serialNumber((*leaf)->certificate.get());
        EXPECT_EQ(ASN1_STRING_length(serial), 16);
        EXPECT_EQ(ASN1_STRING_type(serial), V_ASN1_INTEGER);  // and not a negative one
        serials.emplace(reinterpret_cast<const char*>(ASN1_STRING_get0_data(serial)), 16);
        keys.insert(to_pem(*(*leaf)->key));
    }
    EXPECT_EQ(serials.size(), 50U);
    EXPECT_EQ(keys.size(), 50U);
}

TEST_F(AuthorityTest, TheLastThousandAreKept) {
    const Authority authority = opened();
    const auto first = authority.mint("first.example");
    ASSERT_TRUE(first);
    EXPECT_EQ(*authority.mint("FIRST.example."), *first);
    const auto second = authority.mint("second.example");
    for (int i = 0; i < 998; ++i) {
        ASSERT_TRUE(authority.mint("h" + std::to_string(i) + ".example"));
    }
    EXPECT_EQ(authority.count_kept(), 1000U);
    EXPECT_EQ(*authority.mint("first.example"), *first);  // used: now the second is the oldest
    ASSERT_TRUE(authority.mint("one-more.example"));
    EXPECT_EQ(authority.count_kept(), 1000U);
    EXPECT_EQ(*authority.mint("first.example"), *first);
    EXPECT_NE(*authority.mint("second.example"), *second);
}

TEST_F(AuthorityTest, SeveralThreadsMayMintAndSeveralMayMakeIt) {
    std::vector<std::thread> threads;
    std::vector<std::string> fingerprints(4);
    std::vector<int> minted(4, 0);
    for (std::size_t t = 0; t < fingerprints.size(); ++t) {
        threads.emplace_back([&, t] {
            const auto authority = Authority::open(folder_);
            if (authority) fingerprints[t] = authority->fingerprint();
        });
    }
    for (std::thread& thread : threads) thread.join();
    threads.clear();
    const Authority authority = opened();
    EXPECT_EQ(fingerprints, std::vector<std::string>(4, authority.fingerprint()));
    for (std::size_t t = 0; t < minted.size(); ++t) {
        threads.emplace_back([&, t] {
            for (int i = 0; i < 25; ++i) {
                const auto leaf = authority.mint("h" + std::to_string(i % 10) + ".example");
                if (leaf && belongs_to(*(*leaf)->certificate, *(*leaf)->key)) ++minted[t];
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(minted, std::vector<int>(4, 25));
    EXPECT_EQ(authority.count_kept(), 10U);
}

TEST_F(AuthorityTest, NamesThatAreNoneAreRefused) {
    const auto leaf = opened().mint("a,DNS:evil.example");
    ASSERT_FALSE(leaf);
    EXPECT_EQ(leaf.error().code, base::Code::IoBadName);
}

TEST_F(AuthorityTest, AKeyThatOthersCanReadIsRefused) {
    { opened(); }
    for (const auto& [mode, shown] :
         {std::pair(0640U, "0640"), std::pair(0604U, "0604"), std::pair(0620U, "0620")}) {
        ::chmod(key_path().c_str(), mode);
        EXPECT_EQ(rendered_open(), "error: the key " + key_path() +
                                       " can be read by others (mode " + shown +
                                       ") [io.authority_exposed]\n  hint: chmod 600 " + key_path() +
                                       ", and rotate it if others may have read it\n");
    }
    ::chmod(key_path().c_str(), 0400);
    EXPECT_EQ(rendered_open(), "it opened\n");
}

TEST_F(AuthorityTest, WhatCannotBeReadIsSaidAndRotatingHelps) {
    const auto refused = [&](const std::string& path, const std::string& why) {
        EXPECT_EQ(rendered_open(), "error: the certificate authority at \"" + path +
                                       "\" cannot be read: " + why +
                                       " [io.authority_unreadable]\n"
                                       "  hint: understudy ca rotate makes a new one\n");
    };
    { opened(); }
    const std::string good_key = text_of(key_path());
    const auto put_key = [&](const std::string& text) {
        ASSERT_TRUE(store_file(key_path(), text, 0600));
    };
    std::filesystem::remove(key_path());
    refused(key_path(), "the key is missing");
    put_key("");
    refused(key_path(), "it is no key without a pass phrase");
    put_key(good_key.substr(0, good_key.size() / 2));
    refused(key_path(), "it is no key without a pass phrase");
    put_key(std::string(70000, 'x'));
    refused(key_path(), "File too large");
    put_key(to_pem(**make_key()));
    refused(key_path(), "it is not the certificate's key");
    const std::string encrypted = openssl({"genpkey", "-algorithm", "EC", "-pkeyopt",
                                           "ec_paramgen_curve:P-256", "-aes256", "-pass", "pass:x"})
                                      .output();
    EXPECT_NE(encrypted.find("ENCRYPTED"), std::string::npos);
    put_key(encrypted);
    refused(key_path(), "it is no key without a pass phrase");
    put_key(good_key);
    EXPECT_EQ(rendered_open(), "it opened\n");

    const std::string good = text_of(certificate_path());
    ASSERT_TRUE(store_file(certificate_path(), good.substr(0, 100), 0644));
    refused(certificate_path(), "it is no certificate");
    std::filesystem::remove(certificate_path());
    std::filesystem::create_directory(certificate_path());
    refused(certificate_path(), "Is a directory");
    std::filesystem::remove(certificate_path());
    ASSERT_TRUE(store_file(certificate_path(), "rubbish", 0644));
    const auto rotated = Authority::rotate(folder_);
    ASSERT_TRUE(rotated) << base::render(rotated.error());
    EXPECT_EQ(rotated->old_certificate, "");
    EXPECT_EQ(rendered_open(), "it opened\n");
}

TEST_F(AuthorityTest, ACertificateThatMaySignNothingIsNoAuthority) {
    const Authority authority = opened();
    const auto leaf = authority.mint("example.com");
    ASSERT_TRUE(leaf);
    install(*(*leaf)->certificate, *(*leaf)->key);
    EXPECT_NE(rendered_open().find("it is not the certificate of an authority"), std::string::npos);
}

TEST_F(AuthorityTest, RotatingKeepsTheOldCertificateAndNotTheKey) {
    const auto nothing = Authority::rotate(folder_);
    ASSERT_FALSE(nothing);
    EXPECT_EQ(nothing.error().code, base::Code::IoNoAuthority);

    const Authority before = opened();
    const std::string old_key = text_of(key_path());
    // Somebody put the key beside the certificate.
    ASSERT_TRUE(store_file(certificate_path(), before.certificate_pem() + old_key, 0644));
    auto rotated = Authority::rotate(folder_);
    ASSERT_TRUE(rotated) << base::render(rotated.error());
    EXPECT_NE(rotated->authority.fingerprint(), before.fingerprint());
    EXPECT_EQ(text_of(rotated->old_certificate), before.certificate_pem());
    EXPECT_TRUE(rotated->old_certificate.starts_with(folder_ + "/ca-OLD-20"));
    const auto twice = Authority::rotate(folder_);  // within the same second, most likely
    ASSERT_TRUE(twice);
    EXPECT_NE(twice->old_certificate, rotated->old_certificate);
    EXPECT_EQ(text_of(twice->old_certificate), rotated->authority.certificate_pem());
    EXPECT_EQ(opened().fingerprint(), twice->authority.fingerprint());
    EXPECT_EQ(names_in_folder().size(), 5U);
    for (const std::string& name : names_in_folder()) {
        EXPECT_EQ(text_of(folder_ + '/' + name).find(old_key), std::string::npos) << name;
    }
    // What the old one signed is not trusted by who trusts the new one.
    const auto leaf = before.mint("example.com");
    ASSERT_TRUE(leaf);
    const std::string path = write("leaf.pem", to_pem(*(*leaf)->certificate));
    EXPECT_NE(openssl({"verify", "-CAfile", certificate_path(), path}).exit.code, 0);
    EXPECT_EQ(openssl({"verify", "-CAfile", rotated->old_certificate, path}).exit.code, 0);
}

TEST_F(AuthorityTest, ACrashWhileItIsMadeLeavesNone) {
    const std::string first = opened().fingerprint();
    // The certificate is written last, and taken away first.
    std::filesystem::remove(certificate_path());
    const auto absent = Authority::read(folder_);
    ASSERT_FALSE(absent);
    EXPECT_EQ(absent.error().code, base::Code::IoNoAuthority);
    EXPECT_NE(opened().fingerprint(), first);
    EXPECT_EQ(names_in_folder(), (std::set<std::string>{"ca.pem", "ca-key.pem", "lock"}));
}

TEST_F(AuthorityTest, AnEndedOneMintsNothingAndOneNearItsEndNothingLonger) {
    KeyPointer key = *make_key();
    const std::int64_t now = now_seconds();
    const CertificatePointer ended =
        *make_root(*key, "Understudy CA", {{now - 10 * kDay, 0}, {now - kDay, 0}});
    install(*ended, *key);
    const auto refused = opened().mint("example.com");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, base::Code::IoAuthorityUnreadable);
    EXPECT_TRUE(refused.error().arg("why").starts_with("it ended 20"));

    const CertificatePointer ending =
        *make_root(*key, "Understudy CA", {{now - 10 * kDay, 0}, {now + 5 * kDay, 0}});
    install(*ending, *key);
    const auto leaf = opened().mint("example.com");
    ASSERT_TRUE(leaf);
    EXPECT_EQ(validity_of(*(*leaf)->certificate).until.seconds, now + 5 * kDay);
}

TEST_F(AuthorityTest, AFolderThatWillNotDoIsRefused) {
    folder_ = "/proc/understudy/ca";
    EXPECT_EQ(rendered_open(),
              "error: cannot write \"/proc/understudy/ca\": No such file or directory "
              "[io.cannot_store]\n");
    folder_ = root_ + "/open";
    std::filesystem::create_directory(folder_);
    ::chmod(folder_.c_str(), 0777);
    EXPECT_EQ(rendered_open(), "error: cannot write \"" + folder_ +
                                   "\": others may write there; chmod 700 it [io.cannot_store]\n");
    folder_ = write("file", "text");
    EXPECT_EQ(rendered_open(),
              "error: cannot write \"" + folder_ + "\": it is not a folder [io.cannot_store]\n");
}

TEST(AuthorityFolder, FollowsTheEnvironment) {
    const auto with = [](const char* data, const char* home) {
        data == nullptr ? ::unsetenv("XDG_DATA_HOME") : ::setenv("XDG_DATA_HOME", data, 1);
        home == nullptr ? ::unsetenv("HOME") : ::setenv("HOME", home, 1);
        const auto folder = default_authority_folder();
        return folder ? *folder : base::message(folder.error());
    };
    const char* home_before = std::getenv("HOME");
    const std::string home = home_before == nullptr ? "" : home_before;
    EXPECT_EQ(with("/data", "/nowhere"), "/data/understudy/ca");
    EXPECT_EQ(with(nullptr, "/nowhere"), "/nowhere/.local/share/understudy/ca");
    EXPECT_EQ(with("relative", "/nowhere"), "/nowhere/.local/share/understudy/ca");
    EXPECT_EQ(with("", "/nowhere"), "/nowhere/.local/share/understudy/ca");
    EXPECT_EQ(with(nullptr, nullptr), "cannot write ~/.local/share/understudy/ca: HOME is not set");
    with(nullptr, home.c_str());
}

}  // namespace
}  // namespace understudy::io
