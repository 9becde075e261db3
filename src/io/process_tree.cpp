#include "io/impl/process_tree.hpp"

#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <mutex>
#include <set>
#include <vector>

#include "io/impl/pidfd.hpp"
#include "io/impl/process_table.hpp"

namespace understudy::io {

namespace {

using Deadline = std::chrono::steady_clock::time_point;

// A tree's processes, dead or alive, and their sessions. A session can only be made, never joined,
// so whoever is in a member's session descends from a member.
struct Kin {
    std::set<pid_t> ids;
    std::set<pid_t> sessions;

    bool includes(const ProcessRow& row) const {
        return ids.contains(row.id) || ids.contains(row.parent) || sessions.contains(row.session);
    }
    bool add(const ProcessRow& row) {
        const bool is_new = ids.insert(row.id).second;
        return sessions.insert(row.session).second || is_new;
    }
};

}  // namespace

// The trees that run. One for the process, because what it describes (our children, and whether we
// adopt orphans) the kernel keeps once for the process, too.
struct ProcessTrees {
    std::mutex mutex;
    ProcessTree* first = nullptr;
    std::uint64_t first_start = 0;  // of the first since there was none
    int adopted_before = 0;         // whether this process adopted orphans anyway

    void adopt();  // before a program is started: it may leave an orphan at once
    void stop_adopting();
    void add(ProcessTree& tree);
    void remove(const ProcessTree& tree);
    bool is_leader(pid_t id) const;
    bool is_orphan(const ProcessRow& row) const;
    bool owns_orphan(const ProcessTree& tree, const ProcessRow& row) const;
    Kin kin_of(const ProcessTree& tree, const std::vector<ProcessRow>& table) const;
    void reap_orphans(const std::vector<ProcessRow>& table) const;
    bool catch_runaways(const ProcessTree& tree, Kin& kin, const std::vector<ProcessRow>& table,
                        Deadline deadline) const;
};

namespace {

constinit ProcessTrees trees;

constexpr int kRounds = 100;
constexpr std::chrono::milliseconds kPatience{2000};

// A process held by a descriptor: if the number was given to another one since the table was read,
// that one's start differs.
Fd hold(const ProcessRow& row) {
    Fd held = open_process(row.id);
    if (!held) return held;
    const auto now = read_process_row(row.id);
    if (!now || now->started != row.started) return Fd();
    return held;
}

enum class Sent : std::uint8_t { Yes, Gone, Refused };

Sent send(const Fd& held, int number) {
    if (!held) return Sent::Gone;
    if (send_signal(held, number)) return Sent::Yes;
    return errno == ESRCH ? Sent::Gone : Sent::Refused;
}

void wait_for_ends(const std::vector<Fd>& dying, Deadline deadline) {
    for (const Fd& one : dying) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(
            deadline - std::chrono::steady_clock::now());
        pollfd wait{one.get(), POLLIN, 0};
        ::poll(&wait, 1, static_cast<int>(std::max<std::int64_t>(0, left.count())));
    }
}

void take_status(pid_t leader, int how, ProcessTree::Ended& ended) {
    siginfo_t info{};
    const int waited = ::waitid(P_PID, static_cast<id_t>(leader), &info, WEXITED | how);
    if (waited != 0 || info.si_pid == 0) {
        ended.signal = SIGKILL;  // was sent, and hangs in the kernel
        return;
    }
    if (info.si_code == CLD_EXITED) {
        ended.code = info.si_status;
    } else {
        ended.signal = info.si_status;
    }
}

}  // namespace

void ProcessTrees::adopt() {
    if (first != nullptr) return;
    ::prctl(PR_GET_CHILD_SUBREAPER, &adopted_before, 0, 0, 0);
    ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
}

void ProcessTrees::stop_adopting() {
    if (first == nullptr) ::prctl(PR_SET_CHILD_SUBREAPER, adopted_before, 0, 0, 0);
}

void ProcessTrees::add(ProcessTree& tree) {
    if (first == nullptr) first_start = tree.started_;
    tree.next_ = first;
    first = &tree;
}

void ProcessTrees::remove(const ProcessTree& tree) {
    ProcessTree** place = &first;
    while (*place != nullptr && *place != &tree) place = &(*place)->next_;
    if (*place != nullptr) *place = tree.next_;
    stop_adopting();
}

bool ProcessTrees::is_leader(pid_t id) const {
    for (const ProcessTree* tree = first; tree != nullptr; tree = tree->next_) {
        if (tree->leader_ == id) return true;
    }
    return false;
}

bool ProcessTrees::is_orphan(const ProcessRow& row) const {
    return row.parent == ::getpid() && row.session != ::getsid(0) && row.started >= first_start &&
           !is_leader(row.id);
}

bool ProcessTrees::owns_orphan(const ProcessTree& tree, const ProcessRow& row) const {
    if (is_leader(row.session)) return row.session == tree.leader_;
    if (first == &tree && tree.next_ == nullptr) return true;
    std::size_t possible = 0;
    for (const ProcessTree* other = first; other != nullptr; other = other->next_) {
        if (other->started_ <= row.started) ++possible;
    }
    return possible == 1 && tree.started_ <= row.started;
}

Kin ProcessTrees::kin_of(const ProcessTree& tree, const std::vector<ProcessRow>& table) const {
    Kin kin;
    kin.ids.insert(tree.leader_);
    kin.sessions.insert(tree.leader_);
    for (const ProcessRow& row : table) {
        if (is_orphan(row) && owns_orphan(tree, row)) kin.add(row);
    }
    for (bool grew = true; grew;) {
        grew = false;
        for (const ProcessRow& row : table) {
            if (kin.includes(row) && kin.add(row)) grew = true;
        }
    }
    return kin;
}

void ProcessTrees::reap_orphans(const std::vector<ProcessRow>& table) const {
    for (const ProcessRow& row : table) {
        if (!row.is_dead() || !is_orphan(row)) continue;
        siginfo_t info{};
        ::waitid(P_PID, static_cast<id_t>(row.id), &info, WEXITED | WNOHANG);
    }
}

// A chain in which each process starts the next in a new session and ends is always somewhere else
// by the time the whole table is read. So after reading it, only what is new is looked at, which is
// quicker than starting a process. True: there was something, and there may be more.
bool ProcessTrees::catch_runaways(const ProcessTree& tree, Kin& kin,
                                  const std::vector<ProcessRow>& table, Deadline deadline) const {
    std::set<pid_t> seen;
    for (const ProcessRow& row : table) seen.insert(row.id);
    bool found_any = false;
    for (bool found = true; found && std::chrono::steady_clock::now() < deadline;) {
        found = false;
        for (const pid_t id : list_processes()) {
            if (!seen.insert(id).second) continue;
            const auto row = read_process_row(id);
            if (row && !kin.includes(*row) && !(is_orphan(*row) && owns_orphan(tree, *row))) {
                continue;
            }
            // One that has ended meanwhile counts, too: it may have started the next.
            found = true;
            found_any = true;
            if (!row) continue;
            kin.add(*row);
            send(hold(*row), SIGKILL);
        }
    }
    return found_any;
}

base::Result<std::unique_ptr<ProcessTree>> ProcessTree::start(
    const std::function<base::Result<pid_t>()>& spawn) {
    const std::lock_guard lock(trees.mutex);
    trees.adopt();
    auto leader = spawn();
    if (!leader) {
        trees.stop_adopting();
        return base::fail(std::move(leader).error());
    }
    std::unique_ptr<ProcessTree> tree(new ProcessTree(*leader));
    const auto row = read_process_row(*leader);
    if (row) tree->started_ = row->started;
    trees.add(*tree);
    return tree;
}

ProcessTree::~ProcessTree() {
    end();
}

void ProcessTree::signal(int number) const {
    const std::lock_guard lock(trees.mutex);
    if (ended_) return;
    const std::vector<ProcessRow> table = read_process_table();
    const Kin kin = trees.kin_of(*this, table);
    for (const ProcessRow& row : table) {
        if (kin.includes(row) && !row.is_dead()) send(hold(row), number);
    }
}

ProcessTree::Ended ProcessTree::leave() {
    if (ended_) return *ended_;
    const std::lock_guard lock(trees.mutex);
    Ended ended;
    take_status(leader_, 0, ended);
    trees.remove(*this);
    ended_ = ended;
    return ended;
}

ProcessTree::Ended ProcessTree::end() {
    if (ended_) return *ended_;
    Ended ended;
    const auto deadline = std::chrono::steady_clock::now() + kPatience;
    for (int round = 0;; ++round) {
        std::vector<Fd> dying;
        {
            const std::lock_guard lock(trees.mutex);
            const std::vector<ProcessRow> table = read_process_table();
            Kin kin = trees.kin_of(*this, table);
            ended.survivors = 0;
            for (const ProcessRow& row : table) {
                if (!kin.includes(row) || row.is_dead()) continue;
                Fd held = hold(row);
                const Sent sent = send(held, SIGKILL);
                if (sent == Sent::Refused) ++ended.survivors;
                if (sent == Sent::Yes) dying.push_back(std::move(held));
            }
            // Without /proc, or without a descriptor to read it: at least those that stayed.
            const bool is_blind = table.empty() && ::kill(-leader_, SIGKILL) == 0;
            trees.reap_orphans(table);
            const bool is_running_away = trees.catch_runaways(*this, kin, table, deadline);
            // Decided and struck off the list in one go, so that of several that end at once the
            // last one sees what the others could not call theirs.
            const bool is_late = std::chrono::steady_clock::now() >= deadline;
            if ((dying.empty() && !is_running_away) || round == kRounds || is_late) {
                ended.survivors += dying.size();
                take_status(leader_, is_blind ? 0 : WNOHANG, ended);
                trees.remove(*this);
                ended_ = ended;
                return ended;
            }
        }
        wait_for_ends(dying, deadline);
    }
}

}  // namespace understudy::io
