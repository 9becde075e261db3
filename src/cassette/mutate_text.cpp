// Mutations of ends, streams and text.
#include <algorithm>

#include "cassette/impl/mutations.hpp"
#include "cassette/impl/parsing.hpp"
#include "cassette/impl/stream_grammar.hpp"

namespace understudy::cassette {

namespace {

constexpr std::size_t kMostDrops = 64;  // tried, until one breaks the grammar

// The part that carries what a consumer reads.
const Part* main_part(const Ground& ground) {
    const Part* part = ground.find("stdout");
    return part != nullptr ? part : ground.find("body");
}

std::string joined(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) text += line;
    return text;
}

std::string line_path(std::size_t index) {
    return "line " + std::to_string(index + 1);
}

std::string of(const Part& part, const Ground& ground) {
    return part.name + " of " + ground.exchange.id;
}

bool is_blank(std::string_view line) {
    return line.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

Altered changed(const Ground& ground, const Part& part, std::string bytes, std::string about) {
    return {with_bytes(ground.exchange, *source_of_part(part.name), std::move(bytes)),
            std::move(about)};
}

bool is_noticeable(const Altered& altered, std::string_view part, const Ground& ground) {
    if (ground.grammar.empty()) return true;
    for (const Part& each : parts_of(altered.exchange, {})) {
        if (each.name != part) continue;
        const auto breaks =
            breaks_of(ground.grammar, each.events, ending_of(altered.exchange.output));
        return !breaks || !breaks->empty();
    }
    return true;
}

}  // namespace

std::vector<Altered> change_exit(const Ground& ground) {
    Altered change{ground.exchange, {}};
    Output& output = change.exchange.output;
    if (output.ended) {
        const bool was_fine = *output.ended == Ended{};
        output.ended = Ended{Ended::How::Exit, was_fine ? 1 : 0, {}};
        change.about = ground.exchange.id + " ends with " + (was_fine ? "1" : "0");
    } else if (output.answer) {
        output.answer->status = output.answer->status < 400 ? 500 : 200;
        change.about = ground.exchange.id + " answers " + std::to_string(output.answer->status);
    } else {
        return {};
    }
    return {std::move(change)};
}

std::vector<Altered> drop_event(const Ground& ground) {
    const Part* part = main_part(ground);
    const bool is_stream =
        part != nullptr && (part->form == PartForm::Jsonl || part->form == PartForm::Sse);
    if (!is_stream || part->events.size() < 2) return {};
    // The lines up to a blank one are one event of SSE; of JSON Lines each is.
    std::vector<std::string> blocks;
    for (std::string& line : lines_with_ends(part->bytes)) {
        const bool goes_on =
            part->form == PartForm::Sse && !blocks.empty() && !blocks.back().ends_with("\n\n");
        if (goes_on) {
            blocks.back() += line;
        } else {
            blocks.push_back(std::move(line));
        }
    }
    // From the middle on, and round: one that the grammar lets stay away would be no mutation.
    const std::size_t tries = std::min(blocks.size(), kMostDrops);
    for (std::size_t tried = 0; tried < tries; ++tried) {
        const std::size_t index = (blocks.size() / 2 + tried) % blocks.size();
        std::vector<std::string> left = blocks;
        left.erase(left.begin() + static_cast<std::ptrdiff_t>(index));
        Altered altered =
            changed(ground, *part, joined(left),
                    of(*part, ground) + " without event " + std::to_string(index + 1));
        if (is_noticeable(altered, part->name, ground)) return {std::move(altered)};
    }
    return {};
}

std::vector<Altered> cut_last_line(const Ground& ground) {
    const Part* part = main_part(ground);
    if (part == nullptr) return {};
    std::vector<std::string> lines = lines_with_ends(part->bytes);
    if (lines.empty() || ground.is_covered(part->name, line_path(lines.size() - 1))) return {};
    std::string& last = lines.back();
    last.resize(last.size() / 2);
    return {changed(ground, *part, joined(lines), of(*part, ground) + " with half its last line")};
}

std::vector<Altered> empty_output(const Ground& ground) {
    const Part* part = main_part(ground);
    if (part == nullptr || part->bytes.empty()) return {};
    return {changed(ground, *part, {}, of(*part, ground) + " empty")};
}

std::vector<Altered> change_stderr(const Ground& ground) {
    const Part* part = ground.find("stderr");
    if (part == nullptr) return {};
    if (part->bytes.empty()) {
        return {changed(ground, *part, "warning: something is odd\n",
                        of(*part, ground) + " with a line that was not there")};
    }
    return change_line(ground, *part);
}

std::vector<Altered> change_line(const Ground& ground, const Part& part) {
    std::vector<Altered> changes;
    const std::vector<std::string> lines = lines_with_ends(part.bytes);
    for (std::size_t i = 0; i < lines.size() && changes.size() < ground.most; ++i) {
        if (is_blank(lines[i]) || ground.is_covered(part.name, line_path(i))) continue;
        std::vector<std::string> copy = lines;
        char& first = copy[i][lines[i].find_first_not_of(" \t")];
        first = first == 'x' ? 'y' : 'x';
        changes.push_back(changed(ground, part, joined(copy),
                                  of(part, ground) + " otherwise in " + line_path(i)));
    }
    return changes;
}

std::vector<Altered> swap_lines(const Ground& ground, const Part& part) {
    std::vector<std::string> lines = lines_with_ends(part.bytes);
    for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
        const bool is_covered = ground.is_covered(part.name, line_path(i)) ||
                                ground.is_covered(part.name, line_path(i + 1));
        if (is_covered || lines[i] == lines[i + 1]) continue;
        std::swap(lines[i], lines[i + 1]);
        return {changed(ground, part, joined(lines),
                        of(part, ground) + " with " + line_path(i) + " and the next swapped")};
    }
    return {};
}

}  // namespace understudy::cassette
