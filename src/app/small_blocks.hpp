// Memory for small blocks: the program's own operator new and delete.
#pragma once

namespace understudy::app {

// Until then all memory is malloc's, which has less to set up: a process that ends at once is
// better off with it. To be called while there is one thread.
void begin_small_blocks();

}  // namespace understudy::app
