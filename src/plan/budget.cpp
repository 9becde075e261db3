#include "plan/impl/budget.hpp"

#include "base/text.hpp"
#include "plan/code.hpp"

namespace understudy::plan {

std::optional<base::Error> over_budget(const Plan& plan, const Step& step, const Spent& spent) {
    const Budget& budget = plan.budget;
    std::string used_up;
    if (!step.request.control && budget.calls && spent.calls >= *budget.calls) {
        used_up = base::plural(*budget.calls, "call");
    } else if (budget.time && spent.time && *spent.time >= *budget.time) {
        used_up = base::to_text(*budget.time);
    } else if (budget.money) {
        const Money& money = *budget.money;
        // Nothing is a budget too: what costs nothing may go on.
        const bool is_spent =
            spent.cost > money.amount || (money.amount > 0 && spent.cost >= money.amount);
        if (is_spent) used_up = base::shortest(money.amount) + " " + money.currency;
    }
    if (used_up.empty()) return std::nullopt;
    return base::Error{code::OverBudget, {{"budget", used_up}}, step.mark, {}};
}

}  // namespace understudy::plan
