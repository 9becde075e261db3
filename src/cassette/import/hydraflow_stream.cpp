// One JSON Lines file of the ADR-0047 layout: what a tool wrote to standard output, line by line.
// The file does not say how the tool was called.
#include "base/text.hpp"
#include "cassette/code.hpp"
#include "cassette/impl/names.hpp"
#include "cassette/import/hydraflow_parts.hpp"
#include "cassette/import/import_findings.hpp"
#include "json/parse.hpp"

namespace understudy::cassette::hydraflow {

namespace {

constexpr std::size_t kMostLineFindings = 100;

bool is_object(std::string_view line) {
    const auto value = json::parse(line);
    return value && value->is_object();
}

// `claude_streams/ping.jsonl` and `samples/claude_ping.jsonl` are both of claude; where no known
// adapter is named, the folder is taken.
std::string service_of(std::string_view path) {
    const std::string_view folder = folder_of(path);
    for (const std::string_view word : {folder, stem_of(path)}) {
        if (const std::string_view adapter = adapter_in(word); !adapter.empty()) {
            return std::string(adapter);
        }
    }
    return std::string(folder);
}

report::Finding problem(const base::Source& source, std::string what, std::string why) {
    return import_finding(report::Severity::Error, code::ImportProblem,
                          {{"what", std::move(what)}, {"why", std::move(why)}}, source.whole());
}

struct Lines {
    std::vector<Piece> pieces;
    std::vector<report::Finding> findings;
    StreamEnd end = StreamEnd::Complete;
};

// Every byte of the file is in a piece; a line is one.
Lines read_lines(const base::Source& source) {
    Lines lines;
    const std::string_view text = source.text;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t feed = text.find('\n', begin);
        const std::size_t end = feed == std::string_view::npos ? text.size() : feed + 1;
        const std::string_view line = text.substr(begin, end - begin);
        lines.pieces.push_back({0, From::Stdout, std::string(line)});
        const std::string_view said = base::trim(line);
        if (!said.empty() && !is_object(said)) {
            if (lines.findings.size() < kMostLineFindings) {
                const base::Mark mark = source.mark(begin);
                lines.findings.push_back(
                    import_finding(report::Severity::Warning, code::ImportMalformedLine,
                                   {{"pointer", ""}, {"line", std::to_string(mark.line)}}, mark));
            }
            if (feed == std::string_view::npos) lines.end = StreamEnd::Cut;
        }
        begin = end;
    }
    return lines;
}

}  // namespace

ImportedFile read_stream(const base::Source& source) {
    ImportedFile file;
    Imported made;
    made.file = source.name;
    made.cassette.service = service_of(source.name);
    made.cassette.name = stem_of(source.name);
    if (!is_service_name(made.cassette.service) || !is_cassette_name(made.cassette.name)) {
        file.findings.push_back(problem(source, "the name of the file",
                                        "neither it nor its folder says which service it is of"));
        return file;
    }
    if (source.text.empty()) {
        file.findings.push_back(problem(source, "the stream", "it is empty"));
        return file;
    }
    Lines lines = read_lines(source);
    file.findings = std::move(lines.findings);

    made.not_runnable = "the stream does not say how the tool was called";
    made.hand_written = "a stream without its call shows no tool at work";
    made.identity = identity_in(source.text);
    made.cassette.origin = Origin::Authored;
    made.cassette.notes =
        "Imported from the ADR-0047 layout.\nNot runnable: " + made.not_runnable + ".";
    Exchange exchange;
    exchange.id = "stream";
    exchange.kind = Kind::Stream;
    exchange.carrier = Carrier::Command;
    exchange.framing = Framing::Jsonl;
    CommandInput input;
    input.program = program_of(made.cassette.service);
    exchange.input = std::move(input);
    exchange.output.pieces = std::move(lines.pieces);
    exchange.output.end = lines.end;
    made.cassette.exchanges.push_back(std::move(exchange));
    file.cassettes.push_back(std::move(made));
    return file;
}

}  // namespace understudy::cassette::hydraflow
