// One side made ready: parsed, viewed, marked, put in order, numbered.
#include <algorithm>
#include <map>

#include "cassette/impl/replacer.hpp"
#include "cassette/impl/timeline.hpp"

namespace understudy::cassette {

namespace {

bool is_from_bytes(const Part& part) {
    return !part.bytes.empty() || part.form == PartForm::Lines || part.form == PartForm::Bytes;
}

// Read as what it should have been. An empty text is compared as it is.
void read_like(Part& part, const SidePart* like) {
    if (like == nullptr || part.form == like->raw.form || !is_from_bytes(part)) return;
    part = parse_as(std::move(part.name), std::move(part.bytes), like->raw.form);
}

class SideMaker {
public:
    SideMaker(std::span<const Exchange> timeline, const Rules& rules, const CompareOptions& options)
        : replacer_(rules, timeline, options.roots), options_(options) {}

    // Only the recorded side has a view.
    void take(const Exchange& exchange, const SideExchange* like, bool is_recorded) {
        SideExchange made;
        made.exchange = &exchange;
        for (Part& part : parts_of(exchange, options_)) {
            read_like(part, like == nullptr ? nullptr : like->find(part.name));
            if (is_recorded) look(part);
            SidePart side{part, std::move(part), false};
            const std::size_t before = replacer_.hits().size();
            replacer_.mark(exchange, side.part);
            side.has_hits = replacer_.hits().size() != before;
            made.parts.push_back(std::move(side));
        }
        side_.exchanges.push_back(std::move(made));
    }

    Side finish() {
        if (side_.unknown.empty()) {
            side_.unknown = put_in_order(side_.exchanges, options_.unordered);
        }
        for (SideExchange& exchange : side_.exchanges) {
            for (SidePart& part : exchange.parts) replacer_.number(part.part);
        }
        side_.hits = replacer_.hits();
        side_.unrecognized = replacer_.unrecognized();
        if (leaves_ > 0)
            side_.ignored = static_cast<double>(ignored_) / static_cast<double>(leaves_);
        return std::move(side_);
    }

private:
    void look(Part& part) {
        if (options_.view.is_empty() || (part.name != "stdout" && part.name != "body")) return;
        if (part.form != PartForm::Json) return;
        Viewed viewed = view_of(part.value, options_.view);
        part.value = std::move(viewed.value);
        leaves_ += viewed.leaves;
        ignored_ += viewed.ignored;
        if (!viewed.trouble.empty()) side_.unknown = std::move(viewed.trouble);
    }

    Replacer replacer_;
    const CompareOptions& options_;
    Side side_;
    std::size_t leaves_ = 0;
    std::size_t ignored_ = 0;
};

}  // namespace

const SidePart* SideExchange::find(std::string_view name) const {
    const auto found = std::find_if(parts.begin(), parts.end(),
                                    [name](const SidePart& each) { return each.raw.name == name; });
    return found == parts.end() ? nullptr : &*found;
}

Side make_side(std::span<const Exchange> exchanges, const Rules& rules,
               const CompareOptions& options, const Side* like) {
    SideMaker maker(exchanges, rules, options);
    std::map<std::string_view, const SideExchange*> partners;
    if (like != nullptr) {
        for (const SideExchange& each : like->exchanges) partners.emplace(each.exchange->id, &each);
    }
    for (std::size_t i = 0; i < exchanges.size(); ++i) {
        const auto found = partners.find(exchanges[i].id);
        const SideExchange* partner = found == partners.end() ? nullptr : found->second;
        if (partner == nullptr && like != nullptr && i < like->exchanges.size()) {
            partner = &like->exchanges[i];
        }
        maker.take(exchanges[i], partner, like == nullptr);
    }
    return maker.finish();
}

}  // namespace understudy::cassette
