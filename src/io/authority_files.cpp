#include "io/impl/authority_files.hpp"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>

#include "base/text.hpp"
#include "io/impl/certificate.hpp"
#include "io/impl/private_files.hpp"

namespace understudy::io {

namespace {

constexpr std::int64_t kDay = 86400;
constexpr std::int64_t kYears10 = 3653 * kDay;

base::Failure unreadable(const std::string& path, std::string_view why) {
    return base::fail(base::Code::IoAuthorityUnreadable,
                      {{"path", base::quoted(path)}, {"why", std::string(why)}});
}

std::string octal(mode_t mode) {
    std::string text;
    for (int shift = 9; shift >= 0; shift -= 3) {
        text += static_cast<char>('0' + ((mode >> static_cast<unsigned>(shift)) & 7U));
    }
    return text;
}

base::Result<std::string> load_key_text(const std::string& path) {
    FileText loaded = load_file(path);
    if (loaded.trouble == ENOENT) return unreadable(path, "the key is missing");
    if (loaded.trouble != 0) return unreadable(path, std::strerror(loaded.trouble));
    if ((loaded.mode & 0077U) != 0) {
        return base::fail(base::Code::IoAuthorityExposed,
                          {{"path", path}, {"mode", octal(loaded.mode)}});
    }
    return std::move(loaded.text);
}

// Under a lock.
base::Result<AuthorityFiles> read_files(const std::string& folder) {
    const std::string certificate_path = certificate_path_in(folder);
    const FileText loaded = load_file(certificate_path);
    if (loaded.trouble == ENOENT || loaded.trouble == ENOTDIR) {
        return base::fail(base::Code::IoNoAuthority, {{"path", base::quoted(folder)}});
    }
    if (loaded.trouble != 0) return unreadable(certificate_path, std::strerror(loaded.trouble));
    const std::string key_path = key_path_in(folder);
    const std::string key_text = TRY(load_key_text(key_path));
    AuthorityFiles files;
    files.certificate = certificate_from_pem(loaded.text);
    if (files.certificate == nullptr) return unreadable(certificate_path, "it is no certificate");
    if (!is_root(*files.certificate)) {
        return unreadable(certificate_path, "it is not the certificate of an authority");
    }
    files.key = key_from_pem(key_text);
    if (files.key == nullptr) return unreadable(key_path, "it is no key without a pass phrase");
    if (!belongs_to(*files.certificate, *files.key)) {
        return unreadable(key_path, "it is not the certificate's key");
    }
    return files;
}

bool is_plain(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' ||
           c == '-' || c == '_';
}

std::string plain(std::string_view text) {
    constexpr std::size_t kLongest = 20;
    std::string kept;
    for (const char c : text) {
        if (is_plain(c) && kept.size() < kLongest) kept += c;
    }
    return kept;
}

// Whose it is, so that it can be told from others in a list of trusted authorities.
std::string common_name() {
    const char* user = std::getenv("USER");
    if (user == nullptr) user = std::getenv("LOGNAME");
    std::array<char, 256> host{};
    if (::gethostname(host.data(), host.size() - 1) != 0) host[0] = '\0';
    const std::string who = plain(user == nullptr ? "" : user);
    const std::string where = plain(host.data());
    if (who.empty() || where.empty()) return "Understudy CA";
    return "Understudy CA (" + who + '@' + where + ')';
}

base::Instant now() {
    const auto since = std::chrono::system_clock::now().time_since_epoch();
    return {std::chrono::duration_cast<std::chrono::seconds>(since).count(), 0};
}

// Alone in the folder.
base::Result<AuthorityFiles> make_files(const std::string& folder) {
    AuthorityFiles files;
    files.key = TRY(make_key());
    const std::int64_t from = now().seconds - kDay;
    files.certificate =
        TRY(make_root(*files.key, common_name(), {{from, 0}, {from + kYears10, 0}}));
    TRY_VOID(store_file(key_path_in(folder), to_pem(*files.key), 0600));
    TRY_VOID(store_file(certificate_path_in(folder), to_pem(*files.certificate), 0644));
    return files;
}

// 2026-06-09T10:15:00Z without what file names do not like.
std::string time_for_a_name() {
    std::string text = base::to_rfc3339(now());
    std::erase_if(text, [](char c) { return c == '-' || c == ':'; });
    return text;
}

// Nothing but the certificate, whatever else the file held. Empty: it held none.
base::Result<std::string> keep_old_certificate(const std::string& folder) {
    const FileText loaded = load_file(certificate_path_in(folder));
    const CertificatePointer old = certificate_from_pem(loaded.text);
    if (old == nullptr) return std::string();
    const std::string stem = folder + "/ca-OLD-" + time_for_a_name();
    std::string path = stem + ".pem";
    for (int i = 2; ::access(path.c_str(), F_OK) == 0; ++i) {
        path = stem + '-' + std::to_string(i) + ".pem";
    }
    TRY_VOID(store_file(path, to_pem(*old), 0644));
    return path;
}

}  // namespace

std::string certificate_path_in(const std::string& folder) {
    return folder + "/ca.pem";
}

std::string key_path_in(const std::string& folder) {
    return folder + "/ca-key.pem";
}

base::Result<AuthorityFiles> read_authority(const std::string& folder) {
    const Fd lock = lock_folder(folder, Hold::Shared);
    return read_files(folder);
}

base::Result<AuthorityFiles> open_authority(const std::string& folder) {
    auto found = read_authority(folder);
    if (found || found.error().code != base::Code::IoNoAuthority) return found;
    TRY_VOID(make_private_folder(folder));
    const Fd lock = lock_folder(folder, Hold::Alone);
    found = read_files(folder);  // another one may have made it meanwhile
    if (found || found.error().code != base::Code::IoNoAuthority) return found;
    return make_files(folder);
}

base::Result<RotatedFiles> rotate_authority(const std::string& folder) {
    const std::string certificate_path = certificate_path_in(folder);
    if (::access(certificate_path.c_str(), F_OK) != 0) {
        return base::fail(base::Code::IoNoAuthority, {{"path", base::quoted(folder)}});
    }
    TRY_VOID(make_private_folder(folder));
    const Fd lock = lock_folder(folder, Hold::Alone);
    RotatedFiles rotated;
    rotated.old_certificate = TRY(keep_old_certificate(folder));
    if (::unlink(certificate_path.c_str()) != 0 && errno != ENOENT) {
        return base::fail(base::Code::IoCannotStore, {{"path", base::quoted(certificate_path)},
                                                      {"why", std::strerror(errno)}});
    }
    rotated.files = TRY(make_files(folder));
    return rotated;
}

}  // namespace understudy::io
