// The route table: a trie over path segments.
//
// A node has literal children (sorted, found by bisection), children with a parameter inside some
// text (`{sid}.json`, the ones with more text first), one plain parameter and one `{rest+}`. A walk
// tries them in that order and goes back where a branch ends in nothing or lacks the method, so the
// most literal route that takes the method wins. Parameter names belong to the route, not to the
// node: `/a/{id}` and `/a/{x}/b` share one.
//
// A walk never takes more than kMostSteps steps, whatever routes and path look like.
#include "pack/routes.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <span>

#include "base/text.hpp"
#include "http/url.hpp"
#include "pack/pack.hpp"

namespace understudy::pack {

namespace {

constexpr std::size_t kMostSteps = 20'000;
constexpr Index kRootNode = 0;

struct Part {  // a child with a parameter and text around it
    std::string before;
    std::string after;
    Index node = kNone;
};

struct Entry {
    std::string method;
    Index operation = kNone;
    Index route = 0;
    std::vector<std::string> parameters;  // in the order of the path
};

struct Node {
    std::vector<std::pair<std::string, Index>> literals;  // by text
    std::vector<Part> parts;                              // most text first
    Index parameter = kNone;
    Index rest = kNone;
    std::vector<Entry> entries;  // by method
};

struct Prefix {
    std::string host;
    std::string base;
    std::vector<RouteSegment> segments;
};

bool is_literal(const RouteSegment& segment) {
    return segment.parameter.empty();
}

// Of one segment: the part of it that the parameter takes. Nothing if the text does not fit; a
// parameter takes at least one character.
std::optional<std::string_view> inside(std::string_view segment, std::string_view before,
                                       std::string_view after) {
    if (segment.size() <= before.size() + after.size()) return std::nullopt;
    if (!segment.starts_with(before) || !segment.ends_with(after)) return std::nullopt;
    return segment.substr(before.size(), segment.size() - before.size() - after.size());
}

// A path in pieces. The pieces are views of the path itself, unless something in it is escaped.
class Pieces {
public:
    explicit Pieces(std::string_view path) {
        if (path.find('%') != std::string_view::npos) {
            unescaped_ = http::path_segments(path);
            views_.assign(unescaped_.begin(), unescaped_.end());
        } else {
            if (path.starts_with('/')) path.remove_prefix(1);
            views_.reserve(8);
            while (true) {
                const std::size_t slash = path.find('/');
                views_.push_back(path.substr(0, slash));
                if (slash == std::string_view::npos) break;
                path.remove_prefix(slash + 1);
            }
        }
    }

    // From `at` on; a lone slash is no segment.
    std::span<const std::string_view> from(std::size_t at) const {
        const std::span<const std::string_view> all(views_);
        const auto left = all.subspan(std::min(at, all.size()));
        return left.size() == 1 && left[0].empty() ? left.first(0) : left;
    }

private:
    std::vector<std::string> unescaped_;
    std::vector<std::string_view> views_;
};

struct Taken {  // what one parameter took: a part of one segment, or several segments
    std::string_view text;
    std::span<const std::string_view> several;
};

std::string to_text(const Taken& taken) {
    if (taken.several.empty()) return std::string(taken.text);
    std::string text(taken.several[0]);
    for (const std::string_view piece : taken.several.subspan(1)) {
        text += '/';
        text += piece;
    }
    return text;
}

std::optional<std::vector<Taken>> match_prefix(std::span<const RouteSegment> prefix,
                                               std::span<const std::string_view> path) {
    if (prefix.size() > path.size()) return std::nullopt;
    std::vector<Taken> taken;
    for (std::size_t i = 0; i < prefix.size(); ++i) {
        const RouteSegment& segment = prefix[i];
        if (is_literal(segment)) {
            if (segment.before != path[i]) return std::nullopt;
            continue;
        }
        const auto value = inside(path[i], segment.before, segment.after);
        if (!value) return std::nullopt;
        taken.push_back({*value, {}});
    }
    return taken;
}

}  // namespace

struct Routes::Table {
    std::vector<Node> nodes{1};
    std::vector<Prefix> prefixes;
    struct Declared {
        std::string path;
        std::vector<RouteSegment> segments;
    };
    std::vector<Declared> declared;  // each path once, in order

    Index literal_child(Index node, std::string_view text) const;
    Index child_for(Index node, const RouteSegment& segment);
    bool add(Index operation, Index number, const Route& route, Clash& clash);
    std::vector<RouteSegment> segments_of(const Route& route) const;
};

Index Routes::Table::literal_child(Index node, std::string_view text) const {
    const auto& list = nodes[node].literals;
    const auto place =
        std::lower_bound(list.begin(), list.end(), text,
                         [](const auto& a, std::string_view b) { return a.first < b; });
    return place != list.end() && place->first == text ? place->second : kNone;
}

Index Routes::Table::child_for(Index node, const RouteSegment& segment) {
    const auto fresh = static_cast<Index>(nodes.size());
    Index found = fresh;
    if (is_literal(segment)) {
        found = literal_child(node, segment.before);
        if (found != kNone) return found;
        auto& list = nodes[node].literals;
        const auto place =
            std::lower_bound(list.begin(), list.end(), segment.before,
                             [](const auto& a, const std::string& b) { return a.first < b; });
        list.insert(place, {segment.before, fresh});
    } else if (segment.rest) {
        if (nodes[node].rest != kNone) return nodes[node].rest;
        nodes[node].rest = fresh;
    } else if (segment.before.empty() && segment.after.empty()) {
        if (nodes[node].parameter != kNone) return nodes[node].parameter;
        nodes[node].parameter = fresh;
    } else {
        auto& list = nodes[node].parts;
        for (const Part& part : list) {
            if (part.before == segment.before && part.after == segment.after) return part.node;
        }
        list.push_back({segment.before, segment.after, fresh});
        std::stable_sort(list.begin(), list.end(), [](const Part& a, const Part& b) {
            return a.before.size() + a.after.size() > b.before.size() + b.after.size();
        });
    }
    nodes.emplace_back();
    return fresh;
}

std::vector<RouteSegment> Routes::Table::segments_of(const Route& route) const {
    const bool is_root = route.segments.size() == 1 && is_literal(route.segments[0]) &&
                         route.segments[0].before.empty();
    return is_root ? std::vector<RouteSegment>{} : route.segments;
}

// False, with the other route in `clash.first`, if that place is taken.
bool Routes::Table::add(Index operation, Index number, const Route& route, Clash& clash) {
    const std::vector<RouteSegment> segments = segments_of(route);
    Index node = kRootNode;
    Entry entry{route.method, operation, number, {}};
    for (const RouteSegment& segment : segments) {
        node = child_for(node, segment);
        if (!is_literal(segment)) entry.parameters.push_back(segment.parameter);
    }
    auto& entries = nodes[node].entries;
    const auto place =
        std::lower_bound(entries.begin(), entries.end(), entry.method,
                         [](const Entry& a, const std::string& b) { return a.method < b; });
    if (place != entries.end() && place->method == entry.method) {
        clash = {{place->operation, place->route}, {operation, number}};
        return false;
    }
    if (entries.empty()) declared.push_back({route.path, segments});
    entries.insert(place, std::move(entry));
    return true;
}

namespace {

// One walk for one method. Keeps what the parameters on the way have taken, and every method of
// the paths it passed through in vain.
class Walk {
public:
    Walk(const std::vector<Node>& nodes, std::string_view method)
        : nodes_(nodes), method_(method) {}

    const Entry* find(Index at, std::span<const std::string_view> path) {
        if (++steps_ > kMostSteps) return nullptr;
        const Node& node = nodes_[at];
        if (path.empty()) return entry_of(node);
        const std::string_view segment = path[0];
        const auto further = path.subspan(1);
        if (const Index child = literal(node, segment); child != kNone) {
            if (const Entry* found = find(child, further)) return found;
        }
        for (const Part& part : node.parts) {
            const auto value = inside(segment, part.before, part.after);
            if (!value) continue;
            if (const Entry* found = take({*value, {}}, part.node, further)) return found;
        }
        if (node.parameter != kNone && !segment.empty()) {
            if (const Entry* found = take({segment, {}}, node.parameter, further)) return found;
        }
        for (std::size_t n = 1; node.rest != kNone && n <= path.size(); ++n) {
            if (path[0].empty() && n == 1) continue;
            // Where nothing follows the rest, only all of it will do.
            if (n < path.size() && is_leaf(nodes_[node.rest])) continue;
            const Taken all{{}, path.first(n)};
            if (const Entry* found = take(all, node.rest, path.subspan(n))) return found;
        }
        return nullptr;
    }

    const std::vector<Taken>& taken() const { return taken_; }
    const std::set<std::string, std::less<>>& methods() const { return methods_; }

private:
    static bool is_leaf(const Node& node) {
        return node.literals.empty() && node.parts.empty() && node.parameter == kNone &&
               node.rest == kNone;
    }

    static Index literal(const Node& node, std::string_view text) {
        const auto place =
            std::lower_bound(node.literals.begin(), node.literals.end(), text,
                             [](const auto& a, std::string_view b) { return a.first < b; });
        return place != node.literals.end() && place->first == text ? place->second : kNone;
    }

    const Entry* take(const Taken& what, Index child, std::span<const std::string_view> further) {
        taken_.push_back(what);
        if (const Entry* found = find(child, further)) return found;
        taken_.pop_back();
        return nullptr;
    }

    const Entry* entry_of(const Node& node) {
        for (const Entry& entry : node.entries) {
            if (entry.method == method_) return &entry;
        }
        for (const Entry& entry : node.entries) methods_.insert(entry.method);
        return nullptr;
    }

    const std::vector<Node>& nodes_;
    std::string_view method_;
    std::size_t steps_ = 0;
    std::vector<Taken> taken_;
    std::set<std::string, std::less<>> methods_;
};

std::string joined(std::span<const std::string_view> path) {
    std::string text;
    for (const std::string_view piece : path) text.append("/").append(piece);
    return text;
}

// The declared path with what stands at the places of its parameters.
std::string filled(std::span<const RouteSegment> declared,
                   std::span<const std::string_view> given) {
    std::string text;
    for (std::size_t i = 0; i < declared.size(); ++i) {
        const RouteSegment& segment = declared[i];
        text.append("/").append(segment.before);
        if (is_literal(segment)) continue;
        const auto value = inside(given[i], segment.before, segment.after);
        text.append(value ? *value : segment.parameter).append(segment.after);
    }
    return text;
}

bool answers_to(const Prefix& prefix, std::string_view host, bool own_listener) {
    return own_listener || prefix.host == "*" || base::equal_ignoring_case(prefix.host, host);
}

}  // namespace

Routes::Routes() = default;
Routes::~Routes() = default;
Routes::Routes(const Routes&) = default;
Routes::Routes(Routes&&) noexcept = default;
Routes& Routes::operator=(const Routes&) = default;
Routes& Routes::operator=(Routes&&) noexcept = default;

std::vector<Routes::Clash> Routes::build(const Pack& pack) {
    auto table = std::make_shared<Table>();
    for (const Host& host : pack.serve.hosts) {
        table->prefixes.push_back({host.host, host.base == "/" ? "" : host.base, host.segments});
    }
    if (table->prefixes.empty()) table->prefixes.push_back({"*", "", {}});
    std::stable_sort(
        table->prefixes.begin(), table->prefixes.end(),
        [](const Prefix& a, const Prefix& b) { return a.segments.size() > b.segments.size(); });

    std::vector<Clash> clashes;
    for (std::size_t op = 0; op < pack.operations.size(); ++op) {
        const Operation& operation = pack.operations[op];
        for (std::size_t number = 0; number < operation.routes.size(); ++number) {
            Clash clash;
            if (!table->add(static_cast<Index>(op), static_cast<Index>(number),
                            operation.routes[number], clash)) {
                clashes.push_back(clash);
            }
        }
    }
    table_ = std::move(table);
    return clashes;
}

Routes::Answer Routes::find(std::string_view method, std::string_view path, std::string_view host,
                            bool own_listener) const {
    Answer answer;
    if (!table_) return answer;
    const Pieces pieces(path);
    for (const std::string_view wanted : {method, std::string_view("GET")}) {
        if (wanted != method && method != "HEAD") break;  // HEAD falls back on GET
        for (const Prefix& prefix : table_->prefixes) {
            if (!answers_to(prefix, host, own_listener)) continue;
            const auto before = match_prefix(prefix.segments, pieces.from(0));
            if (!before) continue;
            Walk walk(table_->nodes, wanted);
            const Entry* found = walk.find(kRootNode, pieces.from(prefix.segments.size()));
            if (found == nullptr) {
                if (walk.methods().empty() || !answer.allowed.empty()) continue;
                answer.why = NoRoute::Method;
                answer.allowed.assign(walk.methods().begin(), walk.methods().end());
                continue;
            }
            answer = {{found->operation, found->route, {}}, NoRoute::Path, {}};
            auto& captured = answer.match.captured;
            captured.reserve(before->size() + found->parameters.size());
            std::size_t next = 0;
            for (const RouteSegment& segment : prefix.segments) {
                if (!is_literal(segment)) {
                    captured.emplace_back(segment.parameter, to_text((*before)[next++]));
                }
            }
            for (std::size_t i = 0; i < found->parameters.size(); ++i) {
                captured.emplace_back(found->parameters[i], to_text(walk.taken()[i]));
            }
            return answer;
        }
    }
    return answer;
}

// A declared path of as many segments is compared with its parameters filled in from the path, so
// that only what is literal counts. A path that lacks the prefix is near to the one with it.
std::string Routes::nearest(std::string_view path) const {
    if (!table_) return {};
    const Pieces pieces(path.size() > 1 && path.ends_with('/') ? path.substr(0, path.size() - 1)
                                                               : path);
    const auto given = pieces.from(0);
    std::vector<std::string> candidates;
    std::vector<std::string> shown;
    for (const Prefix& prefix : table_->prefixes) {
        for (const Table::Declared& declared : table_->declared) {
            const std::string full = prefix.base + (declared.segments.empty() ? "" : declared.path);
            std::vector<RouteSegment> all = prefix.segments;
            all.insert(all.end(), declared.segments.begin(), declared.segments.end());
            for (const std::size_t shift : {std::size_t{0}, prefix.segments.size()}) {
                if (all.size() - shift != given.size() || given.empty()) continue;
                candidates.push_back(filled(std::span(all).subspan(shift), given));
                shown.push_back(full);
                if (candidates.back() == joined(given)) return full;
                if (prefix.segments.empty()) break;
            }
        }
    }
    const std::string best = base::nearest(joined(given), std::span<const std::string>(candidates));
    const auto place = std::find(candidates.begin(), candidates.end(), best);
    if (best.empty() || place == candidates.end()) return {};
    return shown[static_cast<std::size_t>(place - candidates.begin())];
}

}  // namespace understudy::pack
