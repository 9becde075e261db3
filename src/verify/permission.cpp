#include "verify/permission.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "http/url.hpp"
#include "plan/code.hpp"
#include "secret/policy.hpp"

namespace understudy::verify {

base::Result<void> allow_plan(const plan::Plan& plan, std::string_view url,
                              const Permission& permission) {
    const http::Url target = TRY(http::parse_url(url));
    const std::string named = target.host + ':' + std::to_string(http::port_of(target));
    const bool is_sandbox =
        http::is_this_machine(target.host) ||
        std::any_of(
            permission.sandbox.begin(), permission.sandbox.end(), [&](const std::string& glob) {
                return secret::fits_glob(glob, target.host) || secret::fits_glob(glob, named);
            });
    for (const auto* steps : {&plan.setup, &plan.steps, &plan.variations, &plan.teardown}) {
        for (const plan::Step& step : *steps) {
            const std::string effect(plan::name_of(step.effect));
            if (step.effect > plan::Effect::Read && !is_sandbox) {
                return base::fail(plan::code::NotSandbox,
                                  {{"id", base::quoted(step.id)},
                                   {"effect", effect},
                                   {"target", base::quoted(target.host)},
                                   {"service", base::quoted(permission.service)}},
                                  step.mark);
            }
            if (step.effect > permission.most) {
                return base::fail(plan::code::NotAllowed,
                                  {{"id", base::quoted(step.id)},
                                   {"effect", effect},
                                   {"allowed", std::string(plan::name_of(permission.most))},
                                   {"help", "`--allow-destructive` allows it"}},
                                  step.mark);
            }
        }
    }
    return {};
}

}  // namespace understudy::verify
