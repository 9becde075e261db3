// `snapshot export ID [FILE]`: the file is written whole or not at all.
#include "app/control_talk.hpp"
#include "app/control_verbs.hpp"
#include "app/files.hpp"

namespace understudy::app {

base::Result<ExitCode> export_snapshot(ControlTalk& talk) {
    const std::string bytes = TRY(talk.ask(TRY(talk.request())));
    const std::string file(talk.arguments().value("FILE"));
    if (file.empty() || file == "-") {
        talk.terminal().out(bytes);
    } else {
        TRY_VOID(write_file(file, bytes));
    }
    return ExitCode::Done;
}

}  // namespace understudy::app
