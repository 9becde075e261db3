#include "app/opened_authority.hpp"

namespace understudy::app {

namespace {

base::Result<std::shared_ptr<io::Authority>> open(std::string folder) {
    if (folder.empty()) folder = TRY(io::default_authority_folder());
    return std::make_shared<io::Authority>(TRY(io::Authority::open(folder)));
}

}  // namespace

base::Result<std::shared_ptr<io::Authority>> opened_authority(const Arguments& arguments,
                                                              bool is_needed, Terminal& terminal) {
    auto authority = open(std::string(arguments.value("--ca-folder")));
    if (authority || is_needed || arguments.has("--ca-folder")) return authority;
    terminal.error("no TLS, and no proxy for https: " + base::message(authority.error()) + '\n');
    return std::shared_ptr<io::Authority>();
}

}  // namespace understudy::app
