// The shape of a TOML file: which key belongs to which table, and what may not be said twice.
#include "secret/impl/toml.hpp"

#include "base/text.hpp"
#include "secret/code.hpp"
#include "secret/impl/toml_table.hpp"
#include "secret/impl/toml_text.hpp"

namespace understudy::secret {

namespace {

using json::Value;
using Table = TomlTable;
using Keys = std::vector<std::string>;

class TomlReader {
public:
    explicit TomlReader(const base::Source& source) : text_(source) {}

    base::Result<Value> read() {
        static_cast<void>(text_.takes("\xEF\xBB\xBF"));
        while (true) {
            TRY_VOID(text_.skip_blank_lines());
            if (text_.is_at_end()) return root_.take();
            if (text_.sees("[")) {
                TRY_VOID(read_header());
            } else {
                TRY_VOID(read_pair(*section_, section_depth_));
            }
            TRY_VOID(text_.take_end_of_line());
        }
    }

private:
    // A place in the file that an error about a key points at.
    struct Span {
        std::size_t begin = 0;
        std::size_t end = 0;
    };

    base::Failure fail(const std::string& why, Span span) const {
        return text_.fail(why, span.begin, span.end);
    }

    base::Result<void> check_depth(std::size_t depth, Span span) const {
        if (depth <= kMaxTomlDepth) return {};
        return fail("it is nested deeper than " + std::to_string(kMaxTomlDepth) + " levels", span);
    }

    base::Result<void> count_value(Span span) {
        if (++values_ <= kMaxTomlValues) return {};
        return fail("it has more than " + base::with_thousands(kMaxTomlValues) + " values", span);
    }

    // --- tables

    base::Result<void> read_header() {
        const std::size_t begin = text_.at();
        const bool is_list = text_.takes("[[");
        if (!is_list) static_cast<void>(text_.takes("["));
        const Keys keys = TRY(text_.take_key());
        const std::string_view close = is_list ? "]]" : "]";
        if (!text_.takes(close)) {
            return text_.fail("`" + std::string(close) + "` must stand here");
        }
        const Span span{begin, text_.at()};
        TRY_VOID(count_value(span));
        section_ = &root_;
        section_depth_ = 1;
        for (std::size_t i = 0; i + 1 < keys.size(); ++i) TRY_VOID(enter(keys[i], span));
        TRY_VOID(is_list ? open_item(keys.back(), span) : open_table(keys.back(), span));
        return check_depth(section_depth_, span);
    }

    void go_into(Table& table, std::size_t deeper) {
        section_ = &table;
        section_depth_ += deeper;
    }

    // A part of a header before its last: made where it is missing.
    base::Result<void> enter(const std::string& key, Span span) {
        Table::Entry* found = section_->find(key);
        if (found == nullptr) {
            TRY_VOID(count_value(span));
            TRY_VOID(check_depth(section_depth_ + 1, span));
            go_into(add_table(*section_, key, Table::Made::OnTheWay), 1);
        } else if (auto* table = std::get_if<std::unique_ptr<Table>>(&found->is)) {
            go_into(**table, 1);
        } else if (auto* list = std::get_if<Table::List>(&found->is)) {
            go_into(*list->back(), 2);
        } else {
            return fail(base::quoted(key) + " is a value and no table", span);
        }
        return {};
    }

    base::Result<void> open_table(const std::string& key, Span span) {
        Table::Entry* found = section_->find(key);
        if (found == nullptr) {
            go_into(add_table(*section_, key, Table::Made::ByHeader), 1);
            return {};
        }
        auto* table = std::get_if<std::unique_ptr<Table>>(&found->is);
        if (table == nullptr || (*table)->made != Table::Made::OnTheWay) return twice(key, span);
        (*table)->made = Table::Made::ByHeader;
        go_into(**table, 1);
        return {};
    }

    base::Result<void> open_item(const std::string& key, Span span) {
        Table::Entry* found = section_->find(key);
        if (found == nullptr) {
            found = &section_->add(key);
            found->is = Table::List();
        }
        auto* list = std::get_if<Table::List>(&found->is);
        if (list == nullptr) return twice(key, span);
        list->push_back(std::make_unique<Table>(Table::Made::ByHeader));
        go_into(*list->back(), 2);
        return {};
    }

    base::Failure twice(const std::string& key, Span span) const {
        return fail(base::quoted(key) + " is there already", span);
    }

    static Table& add_table(Table& table, const std::string& key, Table::Made made) {
        Table::Entry& entry = table.add(key);
        entry.is = std::make_unique<Table>(made);
        return *std::get<std::unique_ptr<Table>>(entry.is);
    }

    // --- keys and values

    // a.b = 1, at the cursor, into a table at that depth.
    base::Result<void> read_pair(Table& table, std::size_t depth) {
        const std::size_t begin = text_.at();
        const Keys keys = TRY(text_.take_key());
        const Span span{begin, text_.at()};
        if (!text_.takes("=")) return text_.fail("`=` must stand here");
        TRY_VOID(check_depth(depth + keys.size() - 1, span));
        Table* into = &table;
        for (std::size_t i = 0; i + 1 < keys.size(); ++i) {
            into = TRY(enter_by_dots(*into, keys[i], span));
        }
        if (into->find(keys.back()) != nullptr) return twice(keys.back(), span);
        text_.skip_blanks();
        Value value = TRY(read_value(depth + keys.size() - 1));
        into->add(keys.back()).is = std::move(value);
        return {};
    }

    base::Result<Table*> enter_by_dots(Table& table, const std::string& key, Span span) {
        Table::Entry* found = table.find(key);
        if (found == nullptr) {
            TRY_VOID(count_value(span));
            return &add_table(table, key, Table::Made::ByDots);
        }
        auto* inner = std::get_if<std::unique_ptr<Table>>(&found->is);
        if (inner == nullptr || (*inner)->made == Table::Made::ByHeader) return twice(key, span);
        (*inner)->made = Table::Made::ByDots;
        return inner->get();
    }

    // `depth` is that of the table or array the value stands in.
    base::Result<Value> read_value(std::size_t depth) {
        const Span here{text_.at(), text_.at()};
        TRY_VOID(count_value(here));
        if (text_.sees("\"") || text_.sees("'")) return Value(TRY(text_.take_string()));
        if (!text_.sees("[") && !text_.sees("{")) return text_.take_bare_value();
        TRY_VOID(check_depth(depth + 1, here));
        return text_.sees("[") ? read_array(depth + 1) : read_inline_table(depth + 1);
    }

    base::Result<Value> read_array(std::size_t depth) {
        static_cast<void>(text_.takes("["));
        Value array = Value::array();
        while (true) {
            TRY_VOID(text_.skip_blank_lines());
            if (text_.takes("]")) return array;
            array.push_back(TRY(read_value(depth)));
            TRY_VOID(text_.skip_blank_lines());
            if (text_.takes(",")) continue;
            if (!text_.sees("]")) return text_.fail("`,` or `]` must stand here");
        }
    }

    base::Result<Value> read_inline_table(std::size_t depth) {
        static_cast<void>(text_.takes("{"));
        Table table(Table::Made::ByHeader);
        text_.skip_blanks();
        if (text_.takes("}")) return table.take();
        while (true) {
            text_.skip_blanks();
            TRY_VOID(read_pair(table, depth));
            text_.skip_blanks();
            if (text_.takes("}")) return table.take();
            if (!text_.takes(",")) return text_.fail("`,` or `}` must stand here");
        }
    }

    TomlText text_;
    Table root_{Table::Made::ByHeader};
    Table* section_ = &root_;        // where `key = value` lines go
    std::size_t section_depth_ = 1;  // the root is at depth 1
    std::size_t values_ = 0;
};

}  // namespace

base::Result<Value> read_toml(const base::Source& source) {
    const auto refuse = [&](std::string_view why, std::size_t at) {
        return base::fail(code::BadToml, {{"why", std::string(why)}}, source.mark(at));
    };
    if (source.text.size() > kMaxTomlBytes) {
        return base::fail(code::BadToml, {{"why", "it is larger than 16 MiB"}}, source.whole());
    }
    if (const auto at = base::find_invalid_utf8(source.text)) {
        return refuse("it is not UTF-8", *at);
    }
    return TomlReader(source).read();
}

}  // namespace understudy::secret
