#include "cassette/import/import_audit.hpp"

#include "base/text.hpp"
#include "cassette/audit.hpp"
#include "cassette/code.hpp"
#include "cassette/read.hpp"
#include "cassette/write.hpp"

namespace understudy::cassette {

namespace {

// The bodies of a cassette that lies on no disk yet.
class WrittenBodies final : public Bodies {
public:
    explicit WrittenBodies(const Written& written) : written_(written) {}
    base::Result<std::string> read(std::string_view digest) const override {
        const auto found = written_.bodies.find(std::string(digest));
        if (found != written_.bodies.end()) return found->second;
        return base::fail(code::Problem, {{"what", "body"}, {"why", "it is not there"}});
    }

private:
    const Written& written_;
};

}  // namespace

base::Result<std::vector<report::Finding>> audit_imported(const Sealed& sealed,
                                                          const std::string& file,
                                                          const Normalizers& known) {
    std::vector<report::Finding> findings;
    if (sealed.head().rules.empty()) return findings;
    const Written written = write(sealed, Form::Auto);
    const WrittenBodies bodies(written);
    const std::string name = sealed.head().name + (written.is_lines ? ".jsonl" : ".yaml");
    const Loaded loaded = TRY(read({name, written.text}, {.bodies = &bodies}));
    const AuditSubject subject{file, &loaded, TRY(Rules::make(known, loaded.cassette.rules)), {}};
    findings = audit({&subject, 1}, {.is_whole = false}).findings;
    for (report::Finding& finding : findings) {
        if (finding.severity == report::Severity::Error) {
            finding.severity = report::Severity::Warning;
        }
        finding.mark = base::Mark{file, 0, 0, 0, {}, 0};
    }
    return findings;
}

}  // namespace understudy::cassette
