// Guard, events, composer: the three steps of reading, put together.
#include "yaml/read.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "yaml/impl/compose.hpp"
#include "yaml/impl/event.hpp"
#include "yaml/impl/guard.hpp"

namespace understudy::yaml {

using base::Code;
using base::fail;
using base::Result;

namespace {

enum class Count : std::uint8_t { One, Any };

class Documents final : public EventSink {
public:
    Documents(std::shared_ptr<const base::Source> source, const ReadOptions& options, Count count)
        : source_(source), options_(options), count_(count), composer_(source, options) {}

    Result<void> take(const Event& event) override {
        if (event.kind == EventKind::DocumentStart) TRY_VOID(check_count(event));
        TRY_VOID(composer_.take(event));
        if (composer_.is_complete()) documents_.push_back(composer_.finish());
        return {};
    }

    Result<std::vector<ForeignDocument>> finish() {
        TRY_VOID(composer_.problems());
        if (documents_.empty() && count_ == Count::One) {
            documents_.push_back(composer_.finish());
            documents_.back().document.marks.rows.emplace_back();
        }
        return std::move(documents_);
    }

private:
    Result<void> check_count(const Event& event) {
        const auto place = [&] { return source_->mark(event.range.begin, event.range.end); };
        if (count_ == Count::One && !documents_.empty()) {
            TRY_VOID(composer_.problems());
            return fail(Code::YamlDocuments, {}, place());
        }
        if (documents_.size() >= options_.limits.documents)
            return fail(Code::YamlDocumentCount,
                        {{"limit", base::with_thousands(options_.limits.documents)}}, place());
        return {};
    }

    std::shared_ptr<const base::Source> source_;
    ReadOptions options_;
    Count count_;
    Composer composer_;
    std::vector<ForeignDocument> documents_;
};

Result<std::vector<ForeignDocument>> read_documents(base::Source given, const ReadOptions& options,
                                                    Count count) {
    const auto source = std::make_shared<const base::Source>(std::move(given));
    const std::size_t offset = TRY(check_text(*source, options.limits));
    Documents sink(source, options, count);
    TRY_VOID(read_events(
        *source, offset,
        {.loose_indent = options.mode == Mode::Foreign, .depth = options.limits.depth}, sink));
    auto documents = TRY(sink.finish());
    if (offset > 0 && !documents.empty()) {
        auto& notes = documents.front().document.notes;
        notes.insert(notes.begin(),
                     base::Error{Code::YamlByteOrderMark, {}, source->mark(0, offset), {}});
    }
    return documents;
}

}  // namespace

Result<json::Document> read(base::Source source, const ReadOptions& options) {
    auto documents = TRY(read_documents(std::move(source), options, Count::One));
    return std::move(documents.front().document);
}

Result<std::vector<json::Document>> read_all(base::Source source, const ReadOptions& options) {
    auto documents = TRY(read_documents(std::move(source), options, Count::Any));
    std::vector<json::Document> out;
    out.reserve(documents.size());
    for (ForeignDocument& document : documents) out.push_back(std::move(document.document));
    return out;
}

Result<ForeignDocument> read_foreign(base::Source source, const ReadOptions& options) {
    ReadOptions foreign = options;
    foreign.mode = Mode::Foreign;
    auto documents = TRY(read_documents(std::move(source), foreign, Count::One));
    return std::move(documents.front());
}

Result<std::vector<ForeignDocument>> read_foreign_all(base::Source source,
                                                      const ReadOptions& options) {
    ReadOptions foreign = options;
    foreign.mode = Mode::Foreign;
    return read_documents(std::move(source), foreign, Count::Any);
}

const std::string* ForeignDocument::binary_at(const json::Pointer& pointer) const {
    const json::Marks::Row* row = document.marks.find(document.root, pointer);
    if (row == nullptr) return nullptr;
    const auto at = static_cast<std::uint32_t>(row - document.marks.rows.data());
    const auto found = std::lower_bound(
        binaries.begin(), binaries.end(), at,
        [](const Binary& binary, std::uint32_t wanted) { return binary.row < wanted; });
    return found != binaries.end() && found->row == at ? found->bytes.get() : nullptr;
}

}  // namespace understudy::yaml
