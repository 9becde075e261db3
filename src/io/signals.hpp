// Waiting to be told to stop.
#pragma once

namespace understudy::io {

// Before the first thread is started: SIGINT and SIGTERM no longer end the process by themselves,
// they are kept for wait_for_stop_signal(). SIGPIPE is ignored.
void hold_stop_signals();

// Waits for one of them and returns it. A second one, while the program winds down, ends it at
// once.
int wait_for_stop_signal();

}  // namespace understudy::io
