#include "report/found.hpp"

#include <utility>

namespace understudy::report {

Finding found(base::Code code, std::vector<base::Arg> args, base::Mark mark, Severity severity) {
    const base::Error error{code, std::move(args), std::move(mark), {}};
    Finding finding;
    finding.severity = severity;
    finding.code = base::name_of(code);
    finding.message = base::message(error);
    finding.hint = base::hint(error);
    finding.mark = error.where;
    return finding;
}

}  // namespace understudy::report
