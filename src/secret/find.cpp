#include "secret/find.hpp"

#include <algorithm>

#include "base/bytes.hpp"
#include "base/hash.hpp"
#include "base/text.hpp"
#include "secret/code.hpp"
#include "secret/impl/place.hpp"
#include "secret/impl/search.hpp"
#include "secret/impl/structure.hpp"

namespace understudy::secret {

std::string_view name_of(Layer layer) {
    constexpr std::string_view kNames[] = {"escapes", "percent", "base64", "gzip",
                                           "deflate", "brotli",  "zstd",   "colours",
                                           "frames",  "lines",   "UTF-16"};
    return kNames[static_cast<std::size_t>(layer)];
}

struct Finder::Impl {
    std::shared_ptr<const Policy> policy;
    std::string salt;
    Search search;
};

Finder::Finder(std::shared_ptr<const Policy> policy, std::string salt)
    : impl_(new Impl{policy, std::move(salt), Search(*policy)}) {}
Finder::Finder(Finder&&) noexcept = default;
Finder& Finder::operator=(Finder&&) noexcept = default;
Finder::~Finder() = default;

namespace {

Hit to_hit(const Item& item, const std::string& salt) {
    constexpr std::size_t kDigits = 12;
    Hit hit;
    hit.code = item.spot.code;
    hit.rule = item.spot.rule;
    hit.about = item.spot.about;
    hit.is_breaking = item.spot.is_breaking;
    hit.begin = item.begin;
    hit.end = item.end;
    hit.layers = item.layers;
    hit.length = item.spot.secret.size();
    if (hit.length > 0) {
        hit.digest = base::to_hex(base::hmac(base::Digest::Sha256, salt, item.spot.secret))
                         .substr(0, kDigits);
    }
    return hit;
}

}  // namespace

Found Finder::find(const Text& text) {
    Found found;
    std::vector<Item> items = impl_->search.look(text, {});
    judge_structure(text, *impl_->policy, items);
    for (const Item& item : items) found.hits.push_back(to_hit(item, impl_->salt));
    for (const NameRule& rule : impl_->policy->rules->names()) {
        if (!rule.path.is_found_in(text.name)) continue;
        Hit hit;
        hit.code = code::AuthFile;
        hit.rule = rule.id;
        hit.about = rule.about;
        found.hits.push_back(std::move(hit));
    }
    std::stable_sort(found.hits.begin(), found.hits.end(),
                     [](const Hit& a, const Hit& b) { return a.begin < b.begin; });
    return found;
}

namespace {

std::string inside(const std::vector<Layer>& layers) {
    std::string text;
    // From the inside out: base64 in gzip is unpacked first and decoded then.
    for (auto layer = layers.rbegin(); layer != layers.rend(); ++layer) {
        if (*layer == Layer::Escapes) continue;  // every JSON text has them; nobody is helped
        text += (text.empty() ? ", inside " : " in ") + std::string(name_of(*layer));
    }
    return text;
}

std::string help_for(const Hit& hit) {
    if (hit.code == code::Path) return "write <HOME> for the home folder";
    if (hit.code == code::AuthFile) return "such a file is never committed";
    return "revoke it if it is real, then `understudy scrub`; if it is none, see "
           "docs/guide/first-scan.md";
}

}  // namespace

std::vector<report::Finding> to_findings(const Found& found, const Text& text,
                                         std::uint32_t lines_before) {
    std::vector<report::Finding> findings;
    const Places places(text, found);
    for (std::size_t i = 0; i < found.hits.size(); ++i) {
        const Hit& hit = found.hits[i];
        const base::Error error{hit.code,
                                {{"about", hit.about},
                                 {"length", base::plural(hit.length, "character")},
                                 {"digest", hit.digest},
                                 {"inside", inside(hit.layers)},
                                 {"why", hit.about},
                                 {"help", help_for(hit)}},
                                {},
                                {}};
        report::Finding finding;
        finding.severity = hit.is_breaking ? report::Severity::Error : report::Severity::Warning;
        finding.code = base::name_of(hit.code);
        finding.message = base::message(error);
        finding.hint = base::hint(error);
        finding.mark = places.mark(i);
        finding.mark.line += finding.mark.is_known() ? lines_before : 0;
        finding.pointer = places.pointer(i);
        finding.constraint = hit.rule;
        findings.push_back(std::move(finding));
    }
    return findings;
}

std::string shown_name(Finder& finder, std::string_view name) {
    std::string shown;
    std::size_t at = 0;
    for (const Hit& hit : finder.find({"", name, Class::None}).hits) {
        if (hit.length == 0 || hit.begin < at) continue;
        shown += std::string(name.substr(at, hit.begin - at)) + "<secret>";
        at = hit.end;
    }
    return shown + std::string(name.substr(at));
}

}  // namespace understudy::secret
