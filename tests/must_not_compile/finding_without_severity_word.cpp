// A severity is one of three; a word typed by hand could be a fourth.
// expect: cannot convert
#include "report/finding.hpp"

void raise(understudy::report::Finding& finding) {
#ifdef MENDED
    finding.severity = understudy::report::Severity::Warning;
#else
    finding.severity = "warning";
#endif
}
