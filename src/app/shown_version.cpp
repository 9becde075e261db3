// The process itself.
#include "app/shown_answers.hpp"
#include "app/shown_table.hpp"
#include "base/text.hpp"

namespace understudy::app {

using json::Value;

std::string shown_health(const Value& answer, const Look& /*look*/) {
    return plain_at(answer, "status") + '\n';
}

std::string shown_version(const Value& answer, const Look& look) {
    std::vector<std::string> packs;
    for (const Value& pack : items_at(answer, "packs")) {
        packs.push_back(plain_at(pack, "name") + '@' + plain_at(pack, "version"));
    }
    return block({{"server", plain_at(answer, "product") + ' ' + plain_at(answer, "version")},
                  {"contract", plain_at(answer, "contract")},
                  {"packs", packs.empty() ? "none" : base::join(packs, ", ")}},
                 look);
}

}  // namespace understudy::app
