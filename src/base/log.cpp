// The home of spdlog: one logger to standard error, made by start_log and kept to the end of the
// process. Foreign text in a line cannot forge another one: control characters go out escaped.
#include "base/log.hpp"

#include <spdlog/logger.h>
#include <spdlog/sinks/ansicolor_sink.h>

#include <atomic>

namespace understudy::base {

namespace {

using Sink = spdlog::sinks::ansicolor_stderr_sink_mt;

std::atomic<LogLevel> least_level = LogLevel::Off;

spdlog::level::level_enum to_spdlog(LogLevel level) {
    switch (level) {
        case LogLevel::Debug: return spdlog::level::debug;
        case LogLevel::Info: return spdlog::level::info;
        case LogLevel::Warning: return spdlog::level::warn;
        case LogLevel::Error: return spdlog::level::err;
        case LogLevel::Off: return spdlog::level::off;
    }
    return spdlog::level::off;
}

struct Output {
    Output() : sink(std::make_shared<Sink>()), logger("understudy", sink) {
        logger.set_formatter(std::make_unique<spdlog::pattern_formatter>(
            "%Y-%m-%dT%H:%M:%S.%eZ %^%l%$ %v", spdlog::pattern_time_type::utc));
        logger.set_level(spdlog::level::trace);
        logger.flush_on(spdlog::level::warn);
    }
    std::shared_ptr<Sink> sink;
    spdlog::logger logger;
};

Output& output() {
    static Output* const kept = new Output;  // never destroyed: threads may log to the very end
    return *kept;
}

std::string on_one_line(std::string_view line) {
    constexpr std::string_view kHex = "0123456789abcdef";
    std::string out;
    out.reserve(line.size());
    for (const char c : line) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '\t' || (byte >= 0x20 && byte != 0x7F)) {
            out += c;
        } else {
            out += "\\x";
            out += kHex[byte / 16];
            out += kHex[byte % 16];
        }
    }
    return out;
}

}  // namespace

void start_log(LogLevel least, bool colour) {
    output().sink->set_color_mode(colour ? spdlog::color_mode::always : spdlog::color_mode::never);
    least_level = least;
}

bool logs(LogLevel level) {
    return level != LogLevel::Off && level >= least_level.load(std::memory_order_relaxed);
}

void log(LogLevel level, std::string_view line) {
    if (logs(level)) output().logger.log(to_spdlog(level), on_one_line(line));
}

}  // namespace understudy::base
