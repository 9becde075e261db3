// The authority in use: minting, and keeping what was minted. Its files are authority_files.cpp's.
#include "io/authority.hpp"

#include <chrono>
#include <cstdlib>
#include <list>
#include <map>
#include <mutex>

#include "base/text.hpp"
#include "io/impl/authority_files.hpp"
#include "io/impl/certificate.hpp"

namespace understudy::io {

namespace {

constexpr std::int64_t kDay = 86400;
// Clients refuse more than 398 days; a day is given to clocks that run behind.
constexpr std::int64_t kLeafDays = 397;
constexpr std::size_t kMostKept = 1000;

// Without slashes at its end: what they would make of "ca/" is a folder made twice.
std::string plain_folder(std::string folder) {
    while (folder.size() > 1 && folder.ends_with('/')) folder.pop_back();
    return folder.empty() ? "." : folder;
}

std::int64_t now_seconds() {
    const auto since = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::seconds>(since).count();
}

}  // namespace

struct Authority::State {
    std::string folder;
    AuthorityFiles files;
    std::string pem;
    Validity validity;

    std::mutex mutex;
    using Leaves = std::list<std::shared_ptr<const Leaf>>;
    Leaves leaves;  // the last used first
    std::map<std::string, Leaves::iterator, std::less<>> by_host;

    std::shared_ptr<const Leaf> find(const std::string& host);
    void keep(const std::shared_ptr<const Leaf>& leaf);
    base::Result<std::shared_ptr<const Leaf>> make(const HostName& host);
    static std::unique_ptr<State> of(std::string folder, AuthorityFiles files);
};

std::unique_ptr<Authority::State> Authority::State::of(std::string folder, AuthorityFiles files) {
    auto state = std::make_unique<State>();
    state->folder = std::move(folder);
    state->files = std::move(files);
    state->pem = to_pem(*state->files.certificate);
    state->validity = validity_of(*state->files.certificate);
    return state;
}

std::shared_ptr<const Leaf> Authority::State::find(const std::string& host) {
    const std::lock_guard lock(mutex);
    const auto found = by_host.find(host);
    if (found == by_host.end()) return nullptr;
    if ((*found->second)->not_after.seconds < now_seconds() + kDay) {
        leaves.erase(found->second);
        by_host.erase(found);
        return nullptr;
    }
    leaves.splice(leaves.begin(), leaves, found->second);
    return leaves.front();
}

// Two threads may have made one for the same host; the later one is kept.
void Authority::State::keep(const std::shared_ptr<const Leaf>& leaf) {
    const std::lock_guard lock(mutex);
    const auto [place, is_new] = by_host.try_emplace(leaf->host);
    if (!is_new) leaves.erase(place->second);
    leaves.push_front(leaf);
    place->second = leaves.begin();
    if (leaves.size() <= kMostKept) return;
    by_host.erase(leaves.back()->host);
    leaves.pop_back();
}

base::Result<std::shared_ptr<const Leaf>> Authority::State::make(const HostName& host) {
    const std::int64_t now = now_seconds();
    if (validity.until.seconds <= now) {
        return base::fail(base::Code::IoAuthorityUnreadable,
                          {{"path", base::quoted(folder)},
                           {"why", "it ended " + base::to_rfc3339(validity.until)}});
    }
    const std::int64_t from = now - kDay;
    const base::Instant until{std::min(from + kLeafDays * kDay, validity.until.seconds), 0};
    auto leaf = std::make_shared<Leaf>();
    leaf->host = host.text;
    leaf->not_after = until;
    leaf->key = TRY(make_key());
    leaf->certificate =
        TRY(make_leaf(*leaf->key, host, {{from, 0}, until}, *files.certificate, *files.key));
    X509_up_ref(files.certificate.get());
    leaf->issuer.reset(files.certificate.get());
    return leaf;
}

base::Result<std::string> default_authority_folder() {
    const char* data = std::getenv("XDG_DATA_HOME");
    // The specification of these folders wants a relative one to be ignored.
    if (data != nullptr && data[0] == '/') return std::string(data) + "/understudy/ca";
    const char* home = std::getenv("HOME");
    if (home != nullptr && home[0] == '/') return std::string(home) + "/.local/share/understudy/ca";
    return base::fail(base::Code::IoCannotStore,
                      {{"path", "~/.local/share/understudy/ca"}, {"why", "HOME is not set"}});
}

Authority::Authority(std::unique_ptr<State> state) : state_(std::move(state)) {}
Authority::Authority(Authority&&) noexcept = default;
Authority& Authority::operator=(Authority&&) noexcept = default;
Authority::~Authority() = default;

base::Result<Authority> Authority::open(const std::string& folder) {
    const std::string plain = plain_folder(folder);
    return Authority(State::of(plain, TRY(open_authority(plain))));
}

base::Result<Authority> Authority::read(const std::string& folder) {
    const std::string plain = plain_folder(folder);
    return Authority(State::of(plain, TRY(read_authority(plain))));
}

base::Result<Authority::Rotated> Authority::rotate(const std::string& folder) {
    const std::string plain = plain_folder(folder);
    RotatedFiles rotated = TRY(rotate_authority(plain));
    return Rotated{Authority(State::of(plain, std::move(rotated.files))),
                   std::move(rotated.old_certificate)};
}

const std::string& Authority::certificate_pem() const {
    return state_->pem;
}

std::string Authority::certificate_path() const {
    return certificate_path_in(state_->folder);
}

std::string Authority::fingerprint() const {
    return fingerprint_of(*state_->files.certificate);
}

std::string Authority::name() const {
    return name_of(*state_->files.certificate);
}

base::Instant Authority::not_before() const {
    return state_->validity.from;
}

base::Instant Authority::not_after() const {
    return state_->validity.until;
}

base::Result<std::shared_ptr<const Leaf>> Authority::mint(std::string_view host) const {
    const HostName name = TRY(parse_host_name(host));
    if (auto kept = state_->find(name.text)) return kept;
    auto leaf = TRY(state_->make(name));
    state_->keep(leaf);
    return leaf;
}

std::size_t Authority::count_kept() const {
    const std::lock_guard lock(state_->mutex);
    return state_->leaves.size();
}

}  // namespace understudy::io
