// `trace last`: lists are oldest first, so the traces are paged through to the end.
#include "app/code.hpp"
#include "app/control_talk.hpp"
#include "app/control_verbs.hpp"
#include "app/shown_table.hpp"
#include "base/text.hpp"

namespace understudy::app {

base::Result<ExitCode> show_last_trace(ControlTalk& talk) {
    std::string last;
    std::string cursor;
    do {
        ControlRequest list;
        list.method = "GET";
        list.path = std::string(kControlPrefix) + "/traces";
        list.query = {{"limit", "1000"}};
        if (!cursor.empty()) list.query.push_back({"cursor", cursor});
        const json::Value page = TRY(talk.parse(TRY(talk.ask(list))));
        for (const json::Value& trace : items_at(page, "data")) last = plain_at(trace, "id");
        const json::Value* next = page.find("next");
        cursor =
            next != nullptr && next->is_string() ? std::string(next->as_string()) : std::string();
    } while (!cursor.empty());
    if (last.empty()) return base::fail(code::NoTrace);
    ControlRequest request = TRY(talk.request());
    request.path = std::string(kControlPrefix) + "/trace/" + last;
    return talk.show(TRY(talk.ask(request)));
}

}  // namespace understudy::app
