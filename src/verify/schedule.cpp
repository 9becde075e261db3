#include "verify/schedule.hpp"

#include "base/hash.hpp"

namespace understudy::verify {

namespace {

std::string two_digits(std::uint64_t number) {
    return (number < 10 ? "0" : "") + std::to_string(number);
}

// In single quotes for a shell.
std::string quoted_word(std::string_view text) {
    std::string quoted = "'";
    for (const char c : text) {
        if (c == '\'') {
            quoted += "'\\''";
        } else {
            quoted += c;
        }
    }
    return quoted + "'";
}

// systemd reads % and \ in paths for itself.
std::string unit_path(std::string_view text) {
    std::string path;
    for (const char c : text) {
        if (c == '%' || c == '\\') path += c;
        path += c;
    }
    return path;
}

}  // namespace

std::string schedule_text(std::string_view command, std::string_view folder) {
    const std::uint64_t at = base::fast_hash(folder);
    const std::string hour = std::to_string(2 + at % 4);
    const std::uint64_t minute = (at / 4) % 60;
    const std::string words(command);
    // cron takes a % for the end of the line.
    std::string place;
    for (const char c : quoted_word(folder)) {
        if (c == '%') place += '\\';
        place += c;
    }
    std::string text = "# --- cron: add this line with `crontab -e`\n";
    text += std::to_string(minute) + " " + hour + " * * * cd " + place + " && " + words + "\n";
    text += "\n# --- systemd: ~/.config/systemd/user/understudy.service\n";
    text += "[Unit]\nDescription=" + words +
            "\n\n[Service]\nType=oneshot\nWorkingDirectory=" + unit_path(folder) +
            "\nExecStart=/usr/bin/env " + words + "\n";
    text += "\n# --- systemd: ~/.config/systemd/user/understudy.timer\n";
    text += "# systemctl --user enable --now understudy.timer\n";
    text += "[Unit]\nDescription=daily: " + words + "\n\n[Timer]\nOnCalendar=*-*-* 0" + hour + ":" +
            two_digits(minute) + ":00\nPersistent=true\n\n[Install]\nWantedBy=timers.target\n";
    text += "\n# --- GitHub Actions: .github/workflows/understudy.yml\n";
    text += "name: understudy\non:\n  schedule:\n    - cron: \"" + std::to_string(minute) + " " +
            hour +
            " * * *\"\n  workflow_dispatch:\npermissions:\n  contents: read\njobs:\n"
            "  understudy:\n    runs-on: ubuntu-latest\n    steps:\n"
            "      - uses: actions/checkout@v4\n"
            "      - uses: actions/cache@v4\n        with:\n          path: .understudy\n"
            "          key: understudy-${{ github.run_id }}\n"
            "          restore-keys: understudy-\n"
            "      - run: " +
            words +
            "\n"
            "      - uses: actions/upload-artifact@v4\n        if: always()\n        with:\n"
            "          name: understudy\n          path: .understudy/refresh\n"
            "          include-hidden-files: true\n          if-no-files-found: ignore\n";
    return text;
}

}  // namespace understudy::verify
