// Steps, spelled shortly: what the kinds of faults append.
#pragma once

#include "http/fault.hpp"

namespace understudy::http {

void add_head(Steps& out, ResponseHead head, Length length);
void add_body(Steps& out, std::string_view bytes);  // nothing for no bytes
void add_raw(Steps& out, std::string bytes);
void add_wait(Steps& out, std::chrono::microseconds wait);  // nothing for no time
void add_reset_stream(Steps& out, std::uint32_t code);
void add_plain(Steps& out, StepKind kind);  // Hang, Close, Reset

void forward(const Part& part, Steps& out);  // the part as it is

// A head that announces this length and no chunks.
ResponseHead announcing(ResponseHead head, std::uint64_t length);

inline constexpr std::string_view kNotReached =
    "the answer ended before the place of the fault, and was sent unharmed";
inline constexpr std::string_view kCannotCount =
    "the body is encoded, so its events cannot be counted; it was sent unharmed";

}  // namespace understudy::http
