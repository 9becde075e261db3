// Walks about lists: their order, their pages, and what their filters let through.
#include <algorithm>
#include <set>

#include "verify/impl/authoring.hpp"
#include "verify/impl/listing.hpp"

namespace understudy::verify {

namespace {

using json::Value;
using pack::Index;
using pack::kNone;

constexpr std::size_t kMostMade = 120;  // objects made to see a page's end

class Listing {
public:
    explicit Listing(Authoring& author) : author_(author), pack_(author.pack) {}

    void run() {
        for (Index i = 0; i < pack_.operations.size(); ++i) {
            const pack::Operation& operation = pack_.operations[i];
            if (operation.does != pack::Does::List || operation.resource == kNone) continue;
            if (!is_open(operation)) continue;
            order(i);
            params(i);
            for (const pack::Filter& filter : operation.filters) by(i, filter);
        }
        ends();
    }

private:
    // A list below another object is read with that object at hand; those stand in other walks.
    static bool is_open(const pack::Operation& operation) {
        return std::all_of(operation.routes.front().segments.begin(),
                           operation.routes.front().segments.end(),
                           [](const auto& each) { return each.parameter.empty(); });
    }

    void ask(Draft& draft, Index list, Value query,
             std::vector<std::pair<std::string, std::string>> captures = {}) {
        CallForm form;
        form.input = std::move(query);
        form.captures = std::move(captures);
        draft.call(list, nullptr, std::move(form));
    }

    // Objects of the kind, one a second. What has no calls of its own comes about by others' calls.
    std::vector<const Object*> some(Draft& draft, Index resource, std::size_t count) {
        std::vector<const Object*> made;
        const Recipe* recipe = author_.plainest(resource);
        if (recipe == nullptr) {
            for (Index i = 0; i < pack_.resources.size() && made.size() < count; ++i) {
                const Recipe* other = author_.plainest(i);
                if (other == nullptr || !other->refs.empty()) continue;
                draft.make(*other);
                if (author_.options.control) draft.advance({1, 0});
            }
            return made;
        }
        for (std::size_t i = 0; i < count; ++i) {
            if (i != 0 && author_.options.control) draft.advance({1, 0});
            made.push_back(&draft.make(*recipe));
        }
        return made;
    }

    void order(Index list) {
        const pack::Operation& operation = pack_.operations[list];
        Draft draft = author_.draft(operation.name + ": order");
        const auto made = some(draft, operation.resource, 3);
        ask(draft, list, Value::object());
        // A change is no new object; what is gone is not shown.
        if (made.size() > 1) {
            for (const pack::Does does : {pack::Does::Update, pack::Does::Delete}) {
                const Index change = operation_of(pack_, operation.resource, does);
                if (change == kNone) continue;
                CallForm form;
                if (has_body(pack_.operations[change])) {
                    form.input = draft.input_for(change, {}, Value::object());
                }
                draft.call(change, made[does == pack::Does::Update ? 0 : 1], std::move(form));
                ask(draft, list, Value::object());
            }
        }
        for (const Recipe* each : author_.states_of(operation.resource)) draft.make(*each);
        ask(draft, list, Value::object());
        author_.add(draft);
    }

    void params(Index list) {
        const pack::Operation& operation = pack_.operations[list];
        const pack::Page& page = lists_of(pack_, operation).page;
        Draft draft = author_.draft(operation.name + ": pages");
        draft.walk().is_loose = true;
        const auto made = some(draft, operation.resource, 4);
        const auto with = [&](std::initializer_list<std::pair<std::string, Value>> pairs) {
            Value query = Value::object();
            for (const auto& [name, value] : pairs) query.set(name, value);
            return query;
        };
        ask(draft, list, with({{"no_such_parameter", "x"}}));
        if (page.style == pack::PageStyle::None) return author_.add(draft);
        if (!page.limit.empty()) {
            const auto most = static_cast<std::int64_t>(page.most);
            for (const Value& limit :
                 {Value(1), Value(2), Value(3), Value(4), Value(5), Value(0), Value(-1),
                  Value("many"), Value(most), Value(most + 1), Value("1.5"), Value("")}) {
                ask(draft, list, with({{page.limit, limit}}));
            }
        }
        if (page.style == pack::PageStyle::Cursor) cursors(draft, list, page, made);
        if (page.style == pack::PageStyle::Number && !page.number.empty()) {
            for (const Value& number : {Value(1), Value(2), Value(3), Value(0), Value("x")}) {
                ask(draft, list, with({{page.limit, Value(2)}, {page.number, number}}));
            }
        }
        if (page.style == pack::PageStyle::Token && !page.token.empty()) tokens(draft, list, page);
        author_.add(draft);
    }

    void cursors(Draft& draft, Index list, const pack::Page& page,
                 const std::vector<const Object*>& made) {
        const auto query = [&](const std::string& name, Value at, std::int64_t limit) {
            Value made_query = Value::object();
            if (limit > 0 && !page.limit.empty()) made_query.set(page.limit, Value(limit));
            if (!name.empty()) made_query.set(name, std::move(at));
            return made_query;
        };
        for (const Object* object : made) {
            const Value at("${" + object->name + "}");
            for (const std::string& name : {page.after, page.before}) {
                if (name.empty()) continue;
                ask(draft, list, query(name, at, 0));
                ask(draft, list, query(name, at, 1));
                ask(draft, list, query(name, at, 2));
            }
        }
        for (const std::string& name : {page.after, page.before}) {
            if (!name.empty()) ask(draft, list, query(name, Value("nobody"), 0));
        }
        if (made.size() > 1 && !page.after.empty() && !page.before.empty()) {
            Value both = query(page.after, Value("${" + made[0]->name + "}"), 0);
            both.set(page.before, Value("${" + made[1]->name + "}"));
            ask(draft, list, std::move(both));
        }
    }

    void tokens(Draft& draft, Index list, const pack::Page& page) {
        const std::string place = place_of(lists_of(pack_, pack_.operations[list]).envelope,
                                           {"page.token", "page.next_path", "page.next_url"});
        if (!place.empty()) {
            for (const std::int64_t limit : {1, 2, 3}) {
                std::string before;
                for (int i = 0; i < 4; ++i) {
                    Value query = Value::object();
                    query.set(page.limit, Value(limit));
                    if (!before.empty()) query.set(page.token, Value("${" + before + "}"));
                    before = "page" + std::to_string(++pages_);
                    ask(draft, list, std::move(query), {{before, place}});
                }
            }
        }
        Value query = Value::object();
        query.set(page.token, Value("nobody"));
        ask(draft, list, std::move(query));
    }

    // Objects that differ in the field, then the filter with each value there is and one there is
    // not.
    void by(Index list, const pack::Filter& filter) {
        const pack::Operation& operation = pack_.operations[list];
        const pack::Resource& resource = author_.resource(operation.resource);
        if (filter.field == kNone) return;
        const pack::Field& field = resource.fields[filter.field];
        Draft draft = author_.draft(operation.name + " by " + filter.name);
        draft.walk().is_loose = true;
        std::vector<Value> values;
        const Recipe* plain = author_.plainest(operation.resource);
        if (field.from == pack::From::Lifecycle) {
            for (const Recipe* each : author_.states_of(operation.resource)) draft.make(*each);
            if (resource.lifecycle) {
                for (std::size_t i = 1; i < resource.lifecycle->states.size(); ++i) {
                    values.emplace_back(word(field, resource.lifecycle->states[i]));
                }
            }
        } else if (plain != nullptr && field.from == pack::From::Input && field.ref == kNone) {
            const Candidates tried =
                candidates(field.schema, mentioned_values(pack_, spelled(field), field.schema));
            for (const Value& value : tried.good) {
                if (values.size() == 4) break;
                if (value.is_array() || value.is_object() || value.is_null()) continue;
                Value input = Value::object();
                put_input(input, spelled(field), value);
                draft.make(*plain, input);
                values.push_back(value);
            }
            draft.make(*plain);
        } else if (field.ref != kNone && plain != nullptr) {
            references(draft, operation, filter.field, values);
        } else {
            for (const Object* object : some(draft, operation.resource, 3)) {
                // The value as the service tells it.
                const std::string name = object->name + "_value";
                const Index get = operation_of(pack_, object->resource, pack::Does::Get);
                if (get == kNone) continue;
                CallForm form;
                form.captures.emplace_back(name, "/" + base_pointer(field));
                draft.call(get, object, std::move(form));
                values.emplace_back("${" + name + "}");
            }
            if (plain == nullptr) events(draft, values);
        }
        ask_all(draft, list, filter, values);
        author_.add(draft);
    }

    static std::string base_pointer(const pack::Field& field) {
        std::string made;
        for (const std::string& each : field.segments) made += (made.empty() ? "" : "/") + each;
        return made;
    }

    static std::string word(const pack::Field& field, const std::string& state) {
        for (const auto& [of, printed] : field.words) {
            if (of == state) return printed;
        }
        return state;
    }

    void events(Draft&, std::vector<Value>& values) const {
        if (!pack_.events) return;
        for (const std::string& type : pack_.events->types) {
            if (values.size() == 12) break;
            values.emplace_back(type);
        }
    }

    void references(Draft& draft, const pack::Operation& operation, Index field,
                    std::vector<Value>& values) {
        const Index ref = author_.resource(operation.resource).fields[field].ref;
        for (const Recipe& recipe : author_.reach.recipes) {
            if (recipe.resource != operation.resource || !recipe.refs.contains(field) ||
                !recipe.actions.empty() || recipe.through != kNone) {
                continue;
            }
            for (int i = 0; i < 2; ++i) {
                const Object& object = draft.make(recipe);
                const auto found = object.refs.find(field);
                if (found != object.refs.end()) {
                    values.emplace_back("${" + found->second->name + "}");
                }
            }
            break;
        }
        if (const Recipe* plain = author_.plainest(operation.resource)) draft.make(*plain);
        if (const Recipe* lone = author_.plainest(ref)) {
            values.emplace_back("${" + draft.make(*lone).name + "}");
        }
    }

    void ask_all(Draft& draft, Index list, const pack::Filter& filter,
                 const std::vector<Value>& values) {
        const auto with = [&](Value value) {
            Value query = Value::object();
            query.set(filter.name, std::move(value));
            ask(draft, list, std::move(query));
        };
        for (const Value& value : values) {
            with(value);
            if (filter.kind == pack::FilterKind::Range) ranges(draft, list, filter, value);
            const bool is_part = filter.kind == pack::FilterKind::Prefix ||
                                 filter.kind == pack::FilterKind::Contains;
            if (is_part && value.is_string() && value.as_string().size() > 2) {
                const std::string text(value.as_string());
                with(Value(text.substr(0, 2)));
                with(Value(text.substr(1)));
            }
        }
        if (values.size() > 1) {
            with(Value::array({values[0], values[1]}));
            if (values[0].is_string() && values[1].is_string()) {
                with(Value(std::string(values[0].as_string()) + ',' +
                           std::string(values[1].as_string())));
            }
        }
        for (Value value : {Value("nobody"), Value(""), Value(1)}) with(std::move(value));
    }

    void ranges(Draft& draft, Index list, const pack::Filter& filter, const Value& value) {
        const bool brackets =
            lists_of(pack_, pack_.operations[list]).range == pack::RangeSpelling::Brackets;
        if (brackets) {
            for (const char* how : {"gt", "gte", "lt", "lte"}) {
                Value query = Value::object();
                query.set(filter.name, Value::object({{how, value}}));
                ask(draft, list, std::move(query));
            }
            Value query = Value::object();
            query.set(filter.name, Value::object({{"gte", value}, {"lt", value}}));
            ask(draft, list, std::move(query));
            return;
        }
        for (const char* how : {">", "<"}) {
            Value query = Value::object();
            query.set(filter.name + how, value);
            ask(draft, list, std::move(query));
        }
    }

    // More objects than fit on a page: of the first list of each form that has few demands.
    void ends() {
        std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
        for (Index i = 0; i < pack_.operations.size(); ++i) {
            const pack::Operation& operation = pack_.operations[i];
            if (operation.does != pack::Does::List || operation.resource == kNone) continue;
            const Recipe* recipe = author_.plainest(operation.resource);
            if (!is_open(operation) || recipe == nullptr || !recipe->refs.empty()) continue;
            const pack::Page& page = lists_of(pack_, operation).page;
            if (page.style == pack::PageStyle::None ||
                !seen.insert({page.standard, page.most}).second) {
                continue;
            }
            for (const std::uint32_t size : {page.standard, page.most}) {
                if (size + 1 > kMostMade) continue;
                Draft draft =
                    author_.draft(operation.name + ": more than a page of " + std::to_string(size));
                for (std::uint32_t n = 0; n < size + 1; ++n) draft.make(*recipe);
                ask(draft, i, Value::object());
                Value query = Value::object();
                query.set(page.limit, Value(static_cast<std::int64_t>(size)));
                if (!page.limit.empty()) ask(draft, i, query);
                query.set(page.limit, Value(static_cast<std::int64_t>(size) + 1));
                if (!page.limit.empty()) ask(draft, i, query);
                author_.add(draft);
            }
        }
    }

    Authoring& author_;
    const pack::Pack& pack_;
    int pages_ = 0;
};

}  // namespace

void write_lists(Authoring& author) {
    Listing(author).run();
}

}  // namespace understudy::verify
