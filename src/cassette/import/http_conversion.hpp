// What the readers of all HTTP formats share: a document on its way to a cassette, exchange by
// exchange, with everything that was told on the way.
//
//     HttpConversion made(file, std::move(document), "VCR");
//     for (const json::Node& each : made.list(interactions, "http_interactions")) {
//         made.begin(each);
//         ForeignMap request = made.map(each.member("request"), "request");
//         made.set_url(request.get("uri"));
//         ...
//         made.end(time);
//     }
//     return made.finish({.recorder = {"VCR", "6.0.0", ""}});
//
// An exchange with a problem is left out and told; the others are taken. What nobody asked a
// ForeignMap for is kept in the notes, so nothing is dropped silently. No value is ever executed.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.hpp"
#include "cassette/import/import_findings.hpp"
#include "cassette/import/importer.hpp"
#include "json/reader.hpp"
#include "yaml/read.hpp"

namespace understudy::cassette {

// JSON or YAML, whichever the text is, in the reader's foreign mode.
base::Result<yaml::ForeignDocument> read_foreign_text(const base::Source& source);
// The same, or the file that says why not.
struct OpenedFile {
    std::optional<yaml::ForeignDocument> document;
    ImportedFile refused;
};
OpenedFile open_foreign(const base::Source& source);

// A map of a foreign file. Remembers which keys were read.
class ForeignMap {
public:
    ForeignMap() = default;
    explicit ForeignMap(json::Node node) : node_(std::move(node)) {}

    bool is_map() const { return node_.value != nullptr && node_.value->is_object(); }
    const json::Node& node() const { return node_; }
    json::Node get(std::string_view key);  // null counts as not there
    bool has(std::string_view key) const;  // null counts as not there
    void pass(std::string_view key) {
        read_.emplace(key);
    }                          // says nothing that is not said elsewhere
    json::Value rest() const;  // what was never asked for; not what says nothing

private:
    json::Node node_;
    std::set<std::string, std::less<>> read_;
};

class HttpConversion {
public:
    // `format` as people call it: "VCR", "HAR".
    HttpConversion(const ForeignFile& file, yaml::ForeignDocument document, std::string format);

    json::Node root() const { return {&document_.document.root, {}}; }
    const std::string& file_name() const { return file_.source.name; }

    // --- reading
    // Each reports what is not as it should be; an empty node gives the empty value silently.
    ForeignMap map(const json::Node& node, std::string_view what);
    std::vector<json::Node> list(const json::Node& node, std::string_view what);
    std::string text(const json::Node& node, std::string_view what);  // also of a number or a flag
    std::optional<std::string> bytes(const json::Node& node, std::string_view what);
    bool is_binary(const json::Node& node) const {  // tagged so in YAML
        return node.value != nullptr && document_.binary_at(node.at) != nullptr;
    }
    std::optional<std::int64_t> whole(const json::Node& node, std::string_view what);
    Pairs header_map(const json::Node& node, std::string_view what);  // name: value, or [values]

    // --- one exchange
    void begin(const json::Node& at);
    Exchange& exchange() { return exchange_; }
    HttpInput& input() { return input_; }
    void set_method(const json::Node& node);
    // Scheme, host, path and query. False: it is no address of HTTP.
    bool set_url(const json::Node& node);
    void set_request_body(std::optional<std::string> bytes) {
        if (bytes) input_.body = Body{std::move(*bytes), {}};
    }
    void set_status(const json::Node& code, const json::Node& reason);
    void set_reason(std::string reason);  // after the status; the usual one goes without saying
    void set_protocol(const json::Node& node, std::string_view what);
    // All of the answer's body; its head has to be there. `at` is where it stands in the file.
    void set_answer_body(std::string bytes, const json::Node& at, bool was_text);
    // False: it has a problem and was left out.
    bool end(std::optional<base::Instant> time);
    void add_caused(Exchange exchange);  // by the exchange that ended last
    // The exchange is none that a cassette could hold: told, and kept in the notes.
    void leave_out(const json::Node& at, std::string what, std::string why);

    // --- telling
    void problem(const json::Node& at, std::string_view what, std::string why);
    void approximated(const json::Node& at, std::string what, std::string why);
    // Into the notes, with the value itself.
    void not_carried(const json::Node& at, std::string what, std::string why);
    void keep_rest(const ForeignMap& map, std::string_view what);
    void keep(const json::Value& value, const std::string& of);  // in the notes
    base::Mark mark(const json::Node& at) const { return document_.document.mark(at.at); }

    // --- the file
    ImportedFile other_format(std::string_view name);
    struct Head {
        Recorder recorder = {};
        Origin origin = Origin::Derived;
        std::string hand_written = {};  // of Authored
        Match match = {};
        bool in_order_of_time = false;  // else in the order of the file
    };
    ImportedFile finish(Head head);

private:
    Loss loss(const json::Node& at, std::string what, std::string why) const;
    void set_user(const json::Node& node, std::string_view user);
    void tell_losses();
    void tell_reader_notes(std::vector<report::Finding>& findings) const;
    void tell_fidelity(std::vector<report::Finding>& findings) const;
    void put_into_time(bool in_order_of_time);
    std::string why_not_runnable() const;
    Imported imported(Head head, bool is_damaged);
    Provenance provenance_of(Recorder recorder) const;

    const ForeignFile& file_;
    yaml::ForeignDocument document_;
    std::string format_;
    std::vector<report::Finding> problems_;
    Fidelity fidelity_;
    std::vector<std::string> notes_;

    // Of the exchange that is being read; told when it ends.
    Exchange exchange_;
    HttpInput input_;
    json::Node start_;
    std::string url_authorization_;
    std::vector<std::pair<Carried, Loss>> losses_;
    std::vector<std::string> pending_notes_;
    bool has_problem_ = false;
    bool is_inside_ = false;

    std::size_t seen_ = 0;
    std::size_t lost_ = 0;
    std::vector<Exchange> exchanges_;
    std::vector<std::optional<base::Instant>> times_;  // of exchanges_
    std::optional<base::Instant> first_;
};

// "Sat, 10 Aug 2024 16:47:53 GMT", "2024-08-10 16:47:53 UTC", "2024-08-10T16:47:53": the forms that
// tools write. Without a zone it is UTC.
std::optional<base::Instant> parse_tool_time(std::string_view text);
// "VCR 6.0.0", "betamax/0.9.0"
Recorder recorder_named(std::string_view text);

}  // namespace understudy::cassette
