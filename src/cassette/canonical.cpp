// One text for one content: keys sorted, white space gone, numbers as written.
#include <algorithm>
#include <map>

#include "base/text.hpp"
#include "cassette/impl/parsing.hpp"
#include "cassette/parsed.hpp"
#include "json/write.hpp"

namespace understudy::cassette {

namespace {

using json::Value;

Value to_value(const Event& event) {
    if (event.is_malformed) return Value::object({{"$malformed", text_value(event.raw)}});
    return event.value;
}

// Columns of one name are told apart: `NAME`, `NAME 2`.
std::vector<std::string> unique_names(const std::vector<std::string>& header) {
    std::map<std::string, std::size_t> counts;
    std::vector<std::string> names;
    for (const std::string& name : header) {
        const std::size_t count = ++counts[name];
        names.push_back(count == 1 ? name : name + ' ' + std::to_string(count));
    }
    return names;
}

Value to_value(const Table& table) {
    const std::vector<std::string> names = unique_names(table.header);
    Value columns = Value::array();
    for (const std::string& name : table.header) columns.push_back(name);
    Value rows = Value::array();
    for (const auto& cells : table.rows) {
        Value row = Value::object();
        for (std::size_t i = 0; i < std::min(cells.size(), names.size()); ++i) {
            row.append(names[i], cells[i]);
        }
        rows.push_back(std::move(row));
    }
    return Value::object({{"columns", std::move(columns)}, {"rows", std::move(rows)}});
}

std::string joined(const std::vector<std::string>& lines) {
    return base::join(lines, "");
}

std::string canonical_events(const std::vector<Event>& events) {
    std::string text;
    for (const Event& event : events) {
        text += json::write_canonical(to_value(event));
        if (!event.about.is_null()) text += ' ' + json::write_canonical(event.about);
        text += '\n';
    }
    return text;
}

}  // namespace

Value value_of(const Part& part) {
    switch (part.form) {
        case PartForm::Json: return part.value;
        case PartForm::Table: return to_value(part.table);
        case PartForm::Jsonl:
        case PartForm::Sse: {
            Value all = Value::array();
            for (const Event& event : part.events) all.push_back(to_value(event));
            return all;
        }
        case PartForm::Lines:
        case PartForm::Bytes: break;
    }
    return {};
}

std::string canonical(const Part& part) {
    switch (part.form) {
        case PartForm::Jsonl:
        case PartForm::Sse: return canonical_events(part.events);
        case PartForm::Lines: return joined(part.lines);
        case PartForm::Bytes: return part.bytes;
        case PartForm::Json:
        case PartForm::Table: break;
    }
    return json::write_canonical(value_of(part));
}

Value input_value(const Exchange& exchange) {
    Value value = Value::object({{"kind", name_of(exchange.kind)}});
    const auto texts = [](const std::vector<std::string>& list) {
        Value all = Value::array();
        for (const std::string& each : list) all.push_back(text_value(each));
        return all;
    };
    const auto pairs = [](const Pairs& list) {
        Value all = Value::array();
        for (const auto& [name, text] : list) {
            all.push_back(Value::array({text_value(name), text_value(text)}));
        }
        return all;
    };
    // Null, empty and something are three: a body that was not there is no key.
    const auto set_body = [&value](std::string_view key, const std::optional<Body>& body) {
        if (body) value.set(key, text_value(body->bytes));
    };
    if (const CommandInput* call = exchange.command()) {
        value.set("program", text_value(call->program));
        value.set("args", texts(call->args));
        value.set("cwd", text_value(call->cwd));
        value.set("env", pairs(call->env));
        value.set("tty", call->tty);
        set_body("stdin", call->stdin_body);
    } else if (const HttpInput* request = exchange.http()) {
        value.set("method", text_value(request->method));
        value.set("host", text_value(request->host));
        value.set("path", text_value(request->path));
        value.set("query", pairs(request->query));
        value.set("headers", pairs(request->headers));
        set_body("body", request->body);
    } else {
        value.set("method", text_value(exchange.webhook()->method));
        value.set("path", text_value(exchange.webhook()->path));
    }
    return value;
}

}  // namespace understudy::cassette
