// understudy ca show|export|rotate: the certificate authority that stands behind our certificates.
// Only the certificate is ever shown or written; no verb touches the key's bytes.
#include <climits>
#include <cstdlib>

#include "app/files.hpp"
#include "app/verbs.hpp"
#include "base/text.hpp"
#include "base/time.hpp"
#include "io/authority.hpp"
#include "json/write.hpp"

namespace understudy::app {

namespace {

constexpr Option kFolderOption = {
    "--folder", "DIR", "where it lies, instead of understudy/ca in the user's data folder", "", ""};
constexpr Option kShowOptions[] = {kFolderOption,
                                   {"--format", "FORMAT", "how to report", "text|json", "text"}};
constexpr Option kOptions[] = {kFolderOption};
constexpr Positional kExportPositionals[] = {
    {"FILE", "where to write it; standard output if it is left out", false, true}};

constexpr Example kShowExamples[] = {
    {"understudy ca show", "where it is, how long it holds, how clients come to trust it"},
    {"understudy ca show --format json", "the same for a program"},
};
constexpr Example kExportExamples[] = {
    {"understudy ca export understudy.pem", "for a client that wants a file"},
    {"understudy ca export | openssl x509 -noout -text", "look at it"},
};
constexpr Example kRotateExamples[] = {
    {"understudy ca rotate", "start anew, for example when the key may have been read by others"},
};

base::Result<std::string> folder_of(const Arguments& arguments) {
    const std::string_view given = arguments.value("--folder");
    if (!given.empty()) return std::string(given);
    return io::default_authority_folder();
}

// Absolute, because it goes into settings that are read elsewhere.
std::string absolute(const std::string& path) {
    char resolved[PATH_MAX];
    return ::realpath(path.c_str(), resolved) == nullptr ? path : std::string(resolved);
}

// A word for a shell.
std::string word_of(const std::string& path) {
    constexpr std::string_view kPlain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+@%";
    if (path.find_first_not_of(kPlain) == std::string::npos) return path;
    return '\'' + base::replace_all(path, "'", "'\\''") + '\'';
}

std::string facts_of(const io::Authority& authority) {
    return "certificate  " + absolute(authority.certificate_path()) + "\nname         " +
           authority.name() + "\nSHA-256      " + authority.fingerprint() + "\nvalid        " +
           base::to_rfc3339(authority.not_before()) + " to " +
           base::to_rfc3339(authority.not_after()) + '\n';
}

constexpr std::string_view kHowToTrust = R"(
To make a client trust it, in the client's environment:
  SSL_CERT_FILE=PATH        OpenSSL, Go, Ruby, Python's ssl
  NODE_EXTRA_CA_CERTS=PATH  Node.js
  REQUESTS_CA_BUNDLE=PATH   Python's requests
  GIT_SSL_CAINFO=PATH       git
or on its command line:
  curl --cacert PATH URL
or for every program on Debian and its relatives:
  sudo cp PATH /usr/local/share/ca-certificates/understudy.crt
  sudo update-ca-certificates
NODE_EXTRA_CA_CERTS and update-ca-certificates add to what a client trusts; the others replace it.
)";

std::string how_to_trust(const std::string& certificate) {
    return base::replace_all(kHowToTrust, "PATH", word_of(certificate));
}

json::Value to_json(const io::Authority& authority) {
    return json::Value::object({{"certificate", absolute(authority.certificate_path())},
                                {"name", authority.name()},
                                {"sha256", authority.fingerprint()},
                                {"not_before", base::to_rfc3339(authority.not_before())},
                                {"not_after", base::to_rfc3339(authority.not_after())}});
}

base::Result<ExitCode> run_show(const Arguments& arguments, Terminal& terminal) {
    const io::Authority authority = TRY(io::Authority::open(TRY(folder_of(arguments))));
    if (arguments.value("--format") == "json") {
        terminal.out(json::write_pretty(to_json(authority)) + '\n');
    } else {
        terminal.out(facts_of(authority) + how_to_trust(absolute(authority.certificate_path())));
    }
    return ExitCode::Done;
}

base::Result<ExitCode> run_export(const Arguments& arguments, Terminal& terminal) {
    const io::Authority authority = TRY(io::Authority::open(TRY(folder_of(arguments))));
    if (arguments.has("FILE")) {
        TRY_VOID(write_file(std::string(arguments.value("FILE")), authority.certificate_pem()));
    } else {
        terminal.out(authority.certificate_pem());
    }
    return ExitCode::Done;
}

base::Result<ExitCode> run_rotate(const Arguments& arguments, Terminal& terminal) {
    const auto rotated = TRY(io::Authority::rotate(TRY(folder_of(arguments))));
    std::string text = facts_of(rotated.authority);
    if (!rotated.old_certificate.empty()) {
        text += "\nThe old certificate is kept as " + absolute(rotated.old_certificate) +
                ":\ntake it out of every place that trusts it, then delete the file. Its key is "
                "gone.\n";
    }
    text += "\nWhat runs already goes on with the old one until it is started again.\n";
    terminal.out(text);
    return ExitCode::Done;
}

}  // namespace

const Verb kCaShowVerb = {
    "ca show",
    "our certificate authority, and how to trust it",
    "Shows the certificate authority that signs the certificates of our HTTPS endpoints: where its "
    "certificate lies, its fingerprint, how long it holds, and how each kind of client is made to "
    "trust it. Makes it first if there is none. The key stays in the same folder, readable by its "
    "owner only, and is never shown.",
    {},
    kShowOptions,
    kShowExamples,
    run_show,
};

const Verb kCaExportVerb = {
    "ca export",
    "its certificate as PEM",
    "Writes the authority's certificate (never the key) to standard output or to a file. Makes the "
    "authority first if there is none.",
    kExportPositionals,
    kOptions,
    kExportExamples,
    run_export,
};

const Verb kCaRotateVerb = {
    "ca rotate",
    "a new key and certificate",
    "Makes a new key and a new certificate. The old certificate is kept under another name, so "
    "that "
    "it can be taken out of the places that trust it; the old key is gone. Also mends an authority "
    "whose files cannot be read.",
    {},
    kOptions,
    kRotateExamples,
    run_rotate,
};

}  // namespace understudy::app
