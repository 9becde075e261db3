// Streams of documents: markers, directives, what may stand between them. And the small steps over
// characters and lines that all parts share.
#include <algorithm>

#include "base/text.hpp"
#include "yaml/impl/syntax.hpp"

namespace understudy::yaml {

using base::Code;
using base::Result;

namespace {

constexpr std::size_t kMostHandles = 100;

}  // namespace

Result<void> read_events(const base::Source& source, std::size_t offset,
                         const EventOptions& options, EventSink& sink) {
    return Syntax(source, offset, options, sink).read_stream();
}

Syntax::Syntax(const base::Source& source, std::size_t offset, const EventOptions& options,
               EventSink& sink)
    : source_(source),
      offset_(offset),
      text_(std::string_view(source.text).substr(offset)),
      options_(options),
      sink_(sink) {
    options_.depth = std::min(options_.depth, kMostDepth);
}

Result<void> Syntax::read_stream() {
    bool has_more = true;
    while (has_more) {
        if (!document(has_more)) return base::fail(*std::move(error_));
    }
    Event event;
    event.range = {in_source(text_.size()), in_source(text_.size())};
    return sink_.take(event);
}

bool Syntax::document(bool& has_more) {
    // A byte-order mark may stand before any document.
    skip_to_content();
    while (text_.substr(at_).starts_with("\xEF\xBB\xBF")) {
        at_ += 3;
        line_ = at_;
        skip_to_content();
    }
    if (at_ == line_ && is_marker(at_) && peek(at_) == '.') return document_end();
    bool has_directives = false;
    handles_.clear();
    has_version_ = false;
    if (!directives(has_directives)) return false;
    if (is_end(at_)) {
        if (has_directives) return fail_at(at_, "a document must follow its directives");
        has_more = false;
        return true;
    }

    Event start;
    start.kind = EventKind::DocumentStart;
    start.is_explicit = at_ == line_ && is_marker(at_);
    if (has_directives && (!start.is_explicit || peek(at_) == '.'))
        return fail_at(at_, "expected `---` after the directives");
    start.range = {in_source(at_), in_source(start.is_explicit ? at_ + 3 : at_)};
    if (!give(start, nullptr)) return false;
    if (start.is_explicit) at_ += 3;
    last_ = at_;
    if (!block_node(-1, start.is_explicit ? Place::AfterMarker : Place::Fresh)) return false;

    skip_to_content();
    const bool at_marker = at_ == line_ && is_marker(at_);
    if (!is_end(at_) && !at_marker) return fail_at(at_, "expected the end of the document");
    Event end;
    end.kind = EventKind::DocumentEnd;
    end.is_explicit = at_marker && peek(at_) == '.';
    end.range = {in_source(at_), in_source(end.is_explicit ? at_ + 3 : at_)};
    if (!give(end, nullptr)) return false;
    return !end.is_explicit || document_end();
}

// `...` and the rest of its line.
bool Syntax::document_end() {
    at_ += 3;
    return end_of_leaf();
}

bool Syntax::directives(bool& has_any) {
    while (at_ == line_ && peek(at_) == '%' && !is_end(at_)) {
        has_any = true;
        if (!directive()) return false;
        skip_to_content();
    }
    return true;
}

bool Syntax::directive() {
    const std::size_t end = std::min(text_.find_first_of("\r\n", at_), text_.size());
    std::string_view line = text_.substr(at_ + 1, end - at_ - 1);
    for (std::size_t at = 1; at < line.size(); ++at) {
        if (line[at] == '#' && (line[at - 1] == ' ' || line[at - 1] == '\t')) {
            line = line.substr(0, at);
            break;
        }
    }
    const std::size_t name_end = std::min(line.find_first_of(" \t"), line.size());
    const std::string_view name = line.substr(0, name_end);
    const std::string_view rest = base::trim(line.substr(name_end));
    if (name == "YAML" && !version_directive(rest)) return false;
    if (name == "TAG" && !tag_directive(rest)) return false;
    at_ = end;
    return true;
}

bool Syntax::version_directive(std::string_view rest) {
    if (has_version_) return fail_at(at_, "a second %YAML directive");
    has_version_ = true;
    const std::size_t point = rest.find('.');
    const auto is_number = [](std::string_view digits) {
        return !digits.empty() && digits.find_first_not_of("0123456789") == digits.npos;
    };
    if (point == rest.npos || !is_number(rest.substr(0, point)) ||
        !is_number(rest.substr(point + 1)))
        return fail_at(at_, "%YAML must be followed by one version number");
    if (rest.substr(0, point) != "1") return fail_at(at_, "a version of YAML that is not known");
    return true;
}

bool Syntax::tag_directive(std::string_view rest) {
    const std::size_t end = std::min(rest.find_first_of(" \t"), rest.size());
    const std::string_view handle = rest.substr(0, end);
    const std::string_view prefix = base::trim(rest.substr(end));
    if (!handle.starts_with('!') || !handle.ends_with('!') || prefix.empty() ||
        prefix.find_first_of(" \t") != prefix.npos)
        return fail_at(at_, "%TAG must be followed by a handle such as !e! and a prefix");
    for (const auto& [known, unused] : handles_) {
        if (known == handle) return fail_at(at_, "a second %TAG directive for the same handle");
    }
    if (handles_.size() >= kMostHandles) return fail_at(at_, "too many %TAG directives");
    handles_.emplace_back(handle, prefix);
    return true;
}

// --- characters and lines

bool Syntax::is_marker(std::size_t at) const {
    const std::string_view start = text_.substr(at, 3);
    return (start == "---" || start == "...") && is_space(at + 3);
}

bool Syntax::is_comment(std::size_t at) const {
    return peek(at) == '#' && (at == line_ || is_space(at - 1));
}

void Syntax::skip_blanks() {
    while (is_blank(at_)) ++at_;
}

void Syntax::skip_break() {
    if (peek(at_) == '\r' && peek(at_ + 1) == '\n' && !is_end(at_ + 1)) ++at_;
    ++at_;
    line_ = at_;
}

// Past blanks, comments and line breaks.
void Syntax::skip_to_content() {
    while (!is_end(at_)) {
        if (is_blank(at_)) {
            ++at_;
        } else if (is_break(at_)) {
            skip_break();
        } else if (is_comment(at_)) {
            at_ = std::min(text_.find_first_of("\r\n", at_), text_.size());
        } else {
            break;
        }
    }
}

int Syntax::indent() const {
    std::size_t at = line_;
    while (peek(at) == ' ') ++at;
    return static_cast<int>(at - line_);
}

bool Syntax::has_tab_before() const {
    return at_ != line_ + static_cast<std::size_t>(indent());
}

// --- giving

bool Syntax::fail_at(std::size_t at, std::string_view reason, std::string_view help) {
    const std::size_t place = std::min(at, text_.size()) + offset_;
    error_ = base::Error{Code::YamlSyntax,
                         {{"reason", std::string(reason)}, {"help", std::string(help)}},
                         source_.mark(place),
                         {}};
    return false;
}

bool Syntax::enter() {
    if (++depth_ <= options_.depth) return true;
    error_ = base::Error{Code::YamlDepth,
                         {{"limit", base::with_thousands(options_.depth)}},
                         source_.mark(at_ + offset_),
                         {}};
    return false;
}

bool Syntax::give(Event& event, const Properties* properties) {
    event.properties = event.range.begin;
    if (properties != nullptr) {
        event.anchor = properties->anchor;
        event.tag = properties->tag;
        if (properties->begin) event.properties = in_source(*properties->begin);
    }
    auto taken = sink_.take(event);
    if (taken) return true;
    error_ = std::move(taken).error();
    return false;
}

bool Syntax::give_scalar(Style style, std::string_view text, std::size_t begin, std::size_t end,
                         const Properties& properties) {
    Event event;
    event.kind = EventKind::Scalar;
    event.style = style;
    event.text = text;
    event.range = {in_source(begin), in_source(end)};
    last_ = end;
    return give(event, &properties);
}

bool Syntax::give_empty(std::size_t at, const Properties& properties) {
    return give_scalar(Style::Plain, {}, at, at, properties);
}

bool Syntax::give_start(EventKind kind, bool is_flow, std::size_t begin,
                        const Properties& properties) {
    Event event;
    event.kind = kind;
    event.is_flow = is_flow;
    event.range = {in_source(begin), in_source(begin)};
    return give(event, &properties);
}

bool Syntax::give_end(EventKind kind, bool is_flow) {
    Event event;
    event.kind = kind;
    event.is_flow = is_flow;
    event.range = {in_source(last_), in_source(last_)};
    return give(event, nullptr);
}

}  // namespace understudy::yaml
