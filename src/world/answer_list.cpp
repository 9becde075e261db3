// list and search: which objects, which page of them, and how both are told.
//
// A page costs what it shows: positions are found by order, not by counting from the start. Only
// conditions no index can answer are looked at object by object.
#include <algorithm>

#include "base/text.hpp"
#include "http/query.hpp"
#include "world/impl/answer_form.hpp"
#include "world/impl/expand.hpp"
#include "world/impl/page.hpp"
#include "world/impl/query.hpp"

namespace understudy::world {

namespace {

using pack::PageStyle;

struct Asked {
    std::size_t limit = 0;
    std::size_t index = 0;  // of the page, from 0
    bool by_position = false;
    Position position;
};

std::optional<std::int64_t> whole_number(const json::Value& value) {
    if (value.is_number()) return value.to_int64();
    if (value.is_string()) return base::parse_int64(value.as_string());
    return std::nullopt;
}

class Listing {
public:
    Listing(Turn& turn, const Request& request, Account& account)
        : turn_(turn),
          request_(request),
          account_(account),
          pack_(turn.eyes.pack()),
          resource_(pack_.resources[request.operation->resource]),
          lists_(lists_of(pack_, *request.operation)) {
        where_.resource = request.operation->resource;
    }

    std::optional<Refusal> ask();
    base::Result<Answer> answer();

private:
    std::optional<Refusal> ask_which();
    std::optional<Refusal> ask_page();
    std::optional<Refusal> ask_position();
    bool is_there(const std::string& key) const;

    State::Slice take() const;
    std::size_t count() const;
    bool tells_total() const;
    base::Result<json::Value> render_items(const State::Slice& slice, pack::Index view);
    Paged describe(const State::Slice& slice, json::Value items) const;
    void link(Paged& page, const State::Slice& slice) const;
    std::string address(std::string_view number, std::string_view token, std::string_view after,
                        std::string_view before) const;

    Turn& turn_;
    const Request& request_;
    Account& account_;
    const pack::Pack& pack_;
    const pack::Resource& resource_;
    const pack::Lists& lists_;
    Where where_;
    Asked asked_;
};

std::optional<Refusal> Listing::ask() {
    if (auto refusal = ask_which()) return refusal;
    return ask_page();
}

std::optional<Refusal> Listing::ask_which() {
    if (resource_.parent != pack::kNone && request_.parent &&
        request_.parent->resource == resource_.parent && resource_.parent_field != pack::kNone)
        where_.equal.push_back({resource_.parent_field, request_.parent->id});
    Query query;
    if (request_.operation->does == pack::Does::Search) {
        const bool github = request_.operation->syntax == "github";
        const std::string name = github ? "q" : "query";
        const json::Value* text = given_for(request_, name);
        if (text == nullptr || !text->is_string())
            return refuse_parameter(turn_, request_, "required", name, json::Value());
        auto read = github ? read_github_search(pack_, *request_.operation, text->as_string())
                           : read_stripe_search(pack_, *request_.operation, text->as_string());
        if (const auto* bad = std::get_if<BadQuery>(&read)) {
            Refusal refusal = refuse_parameter(turn_, request_, "invalid", name, *text);
            refusal.issue.limit = bad->why;
            return refusal;
        }
        query = std::move(std::get<Query>(read));
    } else {
        auto read = read_filters(turn_, request_, lists_);
        if (auto* refusal = std::get_if<Refusal>(&read)) return std::move(*refusal);
        query = std::move(std::get<Query>(read));
    }
    narrow(where_, turn_.eyes, std::move(query));
    return std::nullopt;
}

// How many, and from where. A size past the pack's bounds is brought into them: a vendor that
// refuses it declares the parameter with a schema, and then it never gets here.
std::optional<Refusal> Listing::ask_page() {
    const pack::Page& page = lists_.page;
    if (page.style == PageStyle::None) {
        asked_.limit = std::max<std::size_t>(turn_.state.count(where_.resource), 1);
        return std::nullopt;
    }
    asked_.limit = page.standard;
    if (!page.limit.empty()) {
        if (const json::Value* given = given_for(request_, page.limit);
            given && !given->is_null()) {
            const auto number = whole_number(*given);
            if (!number) return refuse_parameter(turn_, request_, "type", page.limit, *given);
            asked_.limit = static_cast<std::size_t>(
                std::clamp<std::int64_t>(*number, 1, std::max<std::int64_t>(page.most, 1)));
        }
    }
    if (!page.number.empty()) {
        if (const json::Value* given = given_for(request_, page.number);
            given && !given->is_null()) {
            const auto number = whole_number(*given);
            if (!number) return refuse_parameter(turn_, request_, "type", page.number, *given);
            const std::int64_t first = page.style == PageStyle::Number ? 1 : 0;
            asked_.index = static_cast<std::size_t>(
                std::clamp<std::int64_t>(*number - first, 0, 1'000'000'000));
        }
    }
    return ask_position();
}

std::optional<Refusal> Listing::ask_position() {
    const pack::Page& page = lists_.page;
    const auto given = [&](const std::string& name) -> const json::Value* {
        const json::Value* value = name.empty() ? nullptr : given_for(request_, name);
        return value != nullptr && value->is_null() ? nullptr : value;
    };
    const auto lost = [&](const std::string& name, const json::Value& value) {
        return refuse_parameter(turn_, request_, "cursor", name, value);
    };
    if (page.style == PageStyle::Token) {
        const json::Value* token = given(page.token);
        if (token == nullptr) return std::nullopt;
        const auto position = token->is_string() ? from_token(token->as_string()) : std::nullopt;
        if (!position || !is_there(position->key)) return lost(page.token, *token);
        asked_.by_position = true;
        asked_.position = *position;
        return std::nullopt;
    }
    if (page.style != PageStyle::Cursor) return std::nullopt;
    const json::Value* after = given(page.after);
    const json::Value* before = given(page.before);
    if (after != nullptr && before != nullptr && page.both) {
        Refusal refusal = refuse_parameter(turn_, request_, "invalid", page.before, *before);
        refusal.use = *page.both;
        return refusal;
    }
    if (after == nullptr && before == nullptr) return std::nullopt;
    const json::Value& cursor = after != nullptr ? *after : *before;
    const bool scalar = cursor.is_string() || cursor.is_number();
    asked_.by_position = true;
    asked_.position = {after == nullptr, scalar ? key_of(cursor) : std::string()};
    if (!scalar || !is_there(asked_.position.key))
        return lost(after != nullptr ? page.after : page.before, cursor);
    return std::nullopt;
}

// A cursor may name an object the filters leave out, but not one that is gone or lives elsewhere.
bool Listing::is_there(const std::string& key) const {
    Where anywhere;
    anywhere.resource = where_.resource;
    if (resource_.parent_field != pack::kNone && request_.parent && !where_.equal.empty() &&
        where_.equal.front().field == resource_.parent_field)
        anywhere.equal.push_back(where_.equal.front());
    return turn_.state.is_listed(anywhere, key);
}

State::Slice Listing::take() const {
    if (asked_.by_position) {
        return asked_.position.before
                   ? turn_.state.before(where_, asked_.position.key, asked_.limit)
                   : turn_.state.after(where_, asked_.position.key, asked_.limit);
    }
    if (asked_.index == 0) return turn_.state.at(where_, 0, asked_.limit);
    return turn_.state.at(where_, asked_.index * asked_.limit, asked_.limit);
}

bool tells(const pack::Template& shape, std::string_view what) {
    if (shape.expression && shape.expression->text().find(what) != std::string::npos) return true;
    for (const pack::TemplateMember& member : shape.members)
        if (tells(member.value, what)) return true;
    return std::any_of(shape.items.begin(), shape.items.end(),
                       [&](const pack::Template& item) { return tells(item, what); });
}

bool Listing::tells_total() const {
    if (tells(lists_.envelope, "page.total")) return true;
    return std::any_of(lists_.headers.begin(), lists_.headers.end(),
                       [](const auto& header) { return tells(header.second, "page.total"); });
}

std::size_t Listing::count() const {
    constexpr std::size_t kStride = 1'000;
    std::size_t total = 0;
    std::string key;
    while (true) {
        const State::Slice slice = turn_.state.after(where_, key, kStride);
        total += slice.items.size();
        if (!slice.more_after || slice.items.empty()) return total;
        key = key_of(slice.items.back()->id);
    }
}

base::Result<json::Value> Listing::render_items(const State::Slice& slice, pack::Index view) {
    const auto key = items_key(lists_, resource_);
    std::vector<std::string> expand;
    if (!request_.expand.empty() && key) {
        const Wanted wanted(request_.expand.begin(), request_.expand.end());
        if (const auto inside = wanted_below(wanted, *key))
            expand.assign(inside->begin(), inside->end());
    }
    const std::string prefix = key && !key->empty() ? *key + "." : std::string();
    const Renderer renderer(turn_.eyes, &request_);
    json::Value items = json::Value::array();
    for (std::size_t i = 0; i < slice.items.size(); ++i) {
        items.push_back(
            TRY(renderer.render(slice.items[i], view, {expand, pack_.serve.expand_depth},
                                prefix + std::to_string(i), key ? &account_ : nullptr)));
    }
    if (!key) account_.rest = Source::Derived;
    return items;
}

// The request's own query with the position replaced; keys are not repeated.
std::string Listing::address(std::string_view number, std::string_view token,
                             std::string_view after, std::string_view before) const {
    const pack::Page& page = lists_.page;
    const std::string_view target = request_.call->request.head.path_and_query();
    const std::size_t mark = target.find('?');
    std::vector<http::QueryPair> pairs;
    if (mark != std::string_view::npos) pairs = http::parse_query(target.substr(mark + 1));
    const auto is_position = [&](const std::string& name) {
        if (name == page.number || name == page.token || name == page.after || name == page.before)
            return true;
        return std::any_of(pack_.serve.auth.places.begin(), pack_.serve.auth.places.end(),
                           [&](const pack::AuthPlace& place) {
                               return place.kind == pack::AuthPlace::Kind::Query &&
                                      place.name == name;
                           });
    };
    std::erase_if(pairs, [&](const http::QueryPair& pair) { return is_position(pair.name); });
    const auto has = [&](const std::string& name) {
        return std::any_of(pairs.begin(), pairs.end(),
                           [&](const http::QueryPair& pair) { return pair.name == name; });
    };
    const auto add = [&](const std::string& name, std::string_view value) {
        if (!name.empty() && !value.empty()) pairs.push_back({name, std::string(value)});
    };
    if (page.style == PageStyle::Token && !has(page.limit))
        add(page.limit, std::to_string(asked_.limit));
    add(page.number, number);
    add(page.token, token);
    add(page.after, after);
    add(page.before, before);
    std::string path = link_path(turn_, request_, page.route);
    if (pairs.empty()) return path;
    return path + "?" + http::to_query(pairs, http::SpaceStyle::Plus);
}

void Listing::link(Paged& page, const State::Slice& slice) const {
    const bool forth = slice.more_after;
    const bool back = slice.more_before;
    const std::string first = slice.items.empty() ? "" : key_of(slice.items.front()->id);
    const std::string last = slice.items.empty() ? "" : key_of(slice.items.back()->id);
    page.here = std::string(request_.call->request.head.path_and_query());
    switch (lists_.page.style) {
        case PageStyle::None: return;
        case PageStyle::Cursor:
            if (forth) page.next = address({}, {}, last, {});
            if (back) page.prev = address({}, {}, {}, first);
            return;
        case PageStyle::Token: {
            if (forth) {
                page.token = to_token({false, last});
                page.next = address(std::to_string(asked_.index + 1), page.token, {}, {});
            }
            if (back) {
                const std::size_t index = asked_.index == 0 ? 0 : asked_.index - 1;
                page.prev = address(std::to_string(index), to_token({true, first}), {}, {});
            }
            page.first = address("0", {}, {}, {});
            return;
        }
        case PageStyle::Number: break;
    }
    // GH24: the first page tells next and last, the last one first and prev, others all four.
    const std::size_t number = asked_.index + 1;
    if (forth) page.next = address(std::to_string(number + 1), {}, {}, {});
    if (number > 1) {
        page.first = address("1", {}, {}, {});
        page.prev = address(std::to_string(number - 1), {}, {}, {});
    }
    if (forth && page.total) {
        const std::size_t pages = (*page.total + asked_.limit - 1) / asked_.limit;
        page.last = address(std::to_string(pages), {}, {}, {});
    }
}

Paged Listing::describe(const State::Slice& slice, json::Value items) const {
    Paged page;
    page.items = std::move(items);
    const bool backwards =
        lists_.page.style == PageStyle::Cursor && asked_.by_position && asked_.position.before;
    page.more = backwards ? slice.more_before : slice.more_after;
    page.size = lists_.page.style == PageStyle::None ? slice.items.size() : asked_.limit;
    page.number = asked_.index + (lists_.page.style == PageStyle::Token ? 0 : 1);
    page.total = slice.total;
    if (!page.total && tells_total()) page.total = count();
    page.origin = request_.call->origin;
    link(page, slice);
    return page;
}

base::Result<Answer> Listing::answer() {
    const pack::AnswerForm& form = *TRY(choose_form(turn_, request_, nullptr));
    const State::Slice slice = take();
    const pack::Index view = form.view == pack::kNone ? pack::kListView : form.view;
    json::Value items = TRY(render_items(slice, view));
    const json::Value page = to_json(describe(slice, std::move(items)));
    AnswerView seen(turn_, request_, nullptr);
    seen.env().set(pack::slot(pack::Name::Page), page);
    std::optional<json::Value> body;
    if (form.body) {
        body = TRY(turn_.eyes.build(*form.body, seen.env()));
        account_.parts.clear();
        account_for(*form.body, {}, account_);
    } else {
        body = TRY(turn_.eyes.build(lists_.envelope, seen.env()));
    }
    Answer answer = TRY(make_answer(turn_, request_, form, nullptr, body));
    if (!lists_.headers.empty()) TRY_VOID(set_headers(turn_, answer, lists_.headers, seen.env()));
    return answer;
}

}  // namespace

std::variant<Answer, Refusal, base::Error> answer_list(Turn& turn, const Request& request,
                                                       Account& account) {
    Listing listing(turn, request, account);
    if (auto refusal = listing.ask()) return std::move(*refusal);
    auto answer = listing.answer();
    if (!answer) return std::move(answer).error();
    return std::move(*answer);
}

}  // namespace understudy::world
