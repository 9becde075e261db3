// What `lint` asks of a project as a whole: how old its families are, what is said to be seen live
// only, what documents speak of, and what lies beside cassettes. Each adds its findings to a list.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/lint_ground.hpp"
#include "base/result.hpp"
#include "fixture/consumer.hpp"
#include "fixture/lint.hpp"
#include "report/finding.hpp"

namespace understudy::app {

void add_all(std::vector<report::Finding>& findings, std::vector<report::Finding> more);

// `policy` is the digest of the policy in force. The summaries learn when each was reconciled last.
void judge_age(const std::vector<fixture::Linted>& all, const std::string& policy,
               std::vector<fixture::FamilySummary>& summaries,
               std::vector<report::Finding>& findings);

// Records of what only a live run can show; how many there are.
base::Result<std::size_t> judge_live_only(const LintGround& ground,
                                          const std::vector<fixture::Linted>& all,
                                          std::vector<report::Finding>& findings);

// Names in documents that nothing else knows; and the jobs among them, which a workflow must have.
base::Result<void> judge_documents(LintGround& ground, std::vector<report::Finding>& findings);
base::Result<std::vector<fixture::NamedJob>> jobs_in_documents(const LintGround& ground);

// What lies beside cassettes. What is wrong with the services themselves, the verbs about cassettes
// say.
base::Result<std::vector<report::Finding>> judge_cassettes(std::string_view config);

}  // namespace understudy::app
