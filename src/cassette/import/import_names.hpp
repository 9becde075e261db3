// Names of cassettes and services, made of what foreign files have: paths and hosts.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cassette/import/importer.hpp"

namespace understudy::cassette {

// A path without its ending as the name of a cassette: `a b/x:y.yml` gives `a_b/x_y`. What is too
// long is cut and keeps a part of its digest.
std::string name_of_path(std::string_view path);
// A host as the name of a service: `api.github.com`, `localhost` of `localhost:8080`. Empty: there
// is nothing in it that could be a name.
std::string service_of_host(std::string_view host);

// Gives every cassette that has none its service and its name. Equal names of several files get
// their endings, or numbers, in the order of the files.
void give_names(std::vector<Imported>& cassettes, const ImportOptions& options,
                std::string_view format);

}  // namespace understudy::cassette
