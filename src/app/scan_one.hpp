// One thread's search: a text or a part of one in, findings out.
#pragma once

#include <string>

#include "app/scan_crew.hpp"
#include "secret/find.hpp"

namespace understudy::app {

class TextScanner {
public:
    explicit TextScanner(const Ground& ground);

    ScanPart scan(ScanJob job);

private:
    void look(const ScanJob& job, const Window& window, ScanPart& part);
    static void tell_name(const secret::Found& found, const ScanJob& job, ScanPart& part);

    secret::Finder finder_;
    Window buffer_;  // of the file at hand; kept for its memory
};

}  // namespace understudy::app
