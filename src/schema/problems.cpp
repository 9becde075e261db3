// Problems as errors with place and mark.
#include "schema/impl/problems.hpp"

#include "base/text.hpp"
#include "json/pointer.hpp"

namespace understudy::schema {

void Problems::add(base::Code code, std::uint32_t at, std::string_view keyword,
                   std::vector<base::Arg> args, std::vector<base::Error> because) {
    if (is_full()) {
        ++left_out_;
        return;
    }
    std::string path = pointer_text(program_, at);
    if (!keyword.empty()) path.append("/").append(keyword);  // no keyword needs escaping
    const Location& location = program_.locations[at];
    base::Mark mark;
    if (location.document == 0 && marked_ != nullptr) {
        if (const base::Result<json::Pointer> pointer = json::Pointer::parse(path)) {
            mark = marked_->mark(*pointer);
        }
    } else {
        mark.file = program_.documents[location.document]->uri;
    }
    args.push_back({"at", path.empty() ? "the root" : path});
    for (const base::Error& known : errors_) {
        if (known.code == code && known.args == args && known.where == mark) return;
    }
    errors_.push_back({code, std::move(args), std::move(mark), std::move(because)});
}

base::Error Problems::take() {
    if (errors_.size() == 1) return std::move(errors_.front());
    base::Error group;
    group.code = base::Code::SchemaProblems;
    group.args.push_back({"count", base::plural(errors_.size() + left_out_, "problem")});
    group.where.file = errors_.empty() ? std::string() : errors_.front().where.file;
    group.because = std::move(errors_);
    return group;
}

}  // namespace understudy::schema
