// What an outcome leaves on disk: the day in a fixture's sidecar, or the scrubbed capture in place
// of the fixture. A change set to be looked at and committed by somebody; nothing is committed
// here.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "fixture/fixture.hpp"
#include "fixture/reconcile.hpp"
#include "fixture/tree.hpp"

namespace understudy::app {

// `reconciled` of the metadata, made of the record of an outcome.
json::Value reconciled_metadata(const json::Value& record);

// Sets it in the sidecar of each fixture; a sidecar is made where there is none. Gives the names of
// the files that were written.
base::Result<std::vector<std::string>> write_reconciled(
    const std::filesystem::path& root, const fixture::Tree& tree,
    const std::vector<const fixture::Fixture*>& fixtures, const json::Value& record);

// Replaces the files of a fixture by those of the capture, and what its sidecar says of where it
// comes from. Files that the capture has not got are deleted.
base::Result<std::vector<std::string>> write_update(
    const std::filesystem::path& root, const fixture::Tree& tree, const fixture::Fixture& committed,
    const fixture::Tree& capture_tree, const fixture::Fixture& capture, const json::Value& record);

}  // namespace understudy::app
