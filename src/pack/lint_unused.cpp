// Warnings about what is written and does nothing. Where a name can stand inside an expression it
// is looked for as a word in the texts of the pack: better to miss a warning than to give a wrong
// one.
#include <algorithm>
#include <set>

#include "base/text.hpp"
#include "pack/code.hpp"
#include "pack/impl/lint.hpp"
#include "pack/impl/lint_warnings.hpp"
#include "pack/impl/shape_schema.hpp"
#include "pack/impl/walk.hpp"

namespace understudy::pack {

namespace {

constexpr std::size_t kMostNamed = 5;

bool is_word_part(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// The files that make up the pack, as one text each.
std::vector<const base::Source*> pack_files(const Folder& folder) {
    std::vector<const base::Source*> files;
    for (const base::Source& file : folder.files) {
        if (file.name == "pack.yaml" || file.name.starts_with("resources/")) files.push_back(&file);
    }
    return files;
}

// Where a name first stands in the pack's files, after `after`.
base::Mark mark_of_word(const Folder& folder, std::string_view after, std::string_view word) {
    for (const base::Source* file : pack_files(folder)) {
        const std::string_view text = file->text;
        std::size_t at = text.find(after);
        if (at == std::string_view::npos) continue;
        while ((at = text.find(word, at)) != std::string_view::npos) {
            const std::size_t end = at + word.size();
            const bool whole = (at == 0 || !is_word_part(text[at - 1])) &&
                               (end == text.size() || !is_word_part(text[end]));
            if (whole) {
                base::Mark mark = file->mark(at, end);
                if (!folder.name.empty()) mark.file = folder.name + "/" + file->name;
                return mark;
            }
            at = end;
        }
    }
    return {folder.name, 0, 0, 0, {}, 0};
}

bool is_in_texts(const Folder& folder, std::string_view piece) {
    const auto files = pack_files(folder);
    return std::any_of(files.begin(), files.end(), [&](const base::Source* file) {
        return file->text.find(piece) != std::string::npos;
    });
}

bool is_read(const Folder& folder, std::string_view path) {
    const auto files = pack_files(folder);
    return std::any_of(files.begin(), files.end(),
                       [&](const base::Source* file) { return has_word(file->text, path); });
}

// Some errors no model brings about (a service that fails, a lock that is held): the pack has them
// for faults, and a plan that arms one shows it.
bool is_armed(const Folder& folder, const std::string& error) {
    for (const base::Source& file : folder.files) {
        if (!file.name.starts_with("plans/tests/")) continue;
        for (const std::string_view line : base::split(file.text, '\n')) {
            if (line.find("post: faults") != std::string_view::npos &&
                has_word(line, "code: " + error)) {
                return true;
            }
        }
    }
    return false;
}

void warn_errors(const Pack& pack, const Folder& folder, std::vector<Problem>& problems) {
    std::set<Index> used;
    each_error_use(pack, [&](const ErrorUse& use) { used.insert(use.code); });
    for (std::size_t i = 0; i < pack.errors.codes.size(); ++i) {
        const ErrorCode& error = pack.errors.codes[i];
        if (used.contains(static_cast<Index>(i)) || is_armed(folder, error.name)) continue;
        add_warning(problems, code::Unused,
                    {{"what", "the error code"}, {"name", base::quoted(error.name)}}, error.mark);
    }
}

void warn_events(const Pack& pack, const Folder& folder, std::vector<Problem>& problems) {
    if (!pack.events) return;
    std::set<std::string> emitted;
    bool is_open = false;  // some name depends on more than the arm
    each_emit(pack, [&](const Emit& emit, const Move* move) {
        const auto names = names_of(emit, move);
        is_open = is_open || names.empty();
        emitted.insert(names.begin(), names.end());
    });
    if (is_open) return;
    for (const std::string& type : pack.events->types) {
        const auto& never = pack.events->never;
        if (emitted.contains(type) || std::find(never.begin(), never.end(), type) != never.end()) {
            continue;
        }
        add_warning(problems, code::Unused,
                    {{"what", "the event type"}, {"name", base::quoted(type)}},
                    mark_of_word(folder, "types", type));
    }
}

void warn_durations(const Pack& pack, std::vector<Problem>& problems) {
    std::set<Index> used;
    for (const Schedule& schedule : pack.schedules) {
        used.insert(schedule.steps.begin(), schedule.steps.end());
    }
    if (pack.idempotency) used.insert(pack.idempotency->lifetime);
    for (const Resource& resource : pack.resources) {
        if (!resource.lifecycle) continue;
        for (const Move& move : resource.lifecycle->moves) used.insert(move.after);
    }
    each_steps(pack, [&](const Resource&, const Move&, const Arm*, const Steps& steps) {
        if (steps.again) used.insert(steps.again->after);
    });
    for (const Operation& operation : pack.operations) {
        if (operation.stream) used.insert(operation.stream->pace);
    }
    for (std::size_t i = 0; i < pack.durations.size(); ++i) {
        const NamedDuration& duration = pack.durations[i];
        if (used.contains(static_cast<Index>(i)) || duration.name == kWebhookDelay) continue;
        add_warning(problems, code::Unused,
                    {{"what", "the duration"}, {"name", base::quoted(duration.name)}},
                    duration.mark);
    }
}

void warn_tables(const Pack& pack, const Folder& folder, std::vector<Problem>& problems) {
    for (const auto& [name, table] : pack.tables) {
        if (is_in_texts(folder, "\"" + name + "\"") || is_in_texts(folder, "'" + name + "'")) {
            continue;
        }
        add_warning(problems, code::Unused, {{"what", "the table"}, {"name", base::quoted(name)}},
                    mark_of_word(folder, "tables", name));
    }
}

void warn_views(const Pack& pack, const Folder& folder, std::vector<Problem>& problems) {
    for (std::size_t r = 0; r < pack.resources.size(); ++r) {
        const Resource& resource = pack.resources[r];
        std::set<Index> used = {kRestView, kListView, kEventView, resource.tombstone};
        for (const Operation& operation : pack.operations) {
            if (operation.resource != r) continue;
            for (const auto& answer : operation.answers) used.insert(answer.what.view);
        }
        for (std::size_t v = 0; v < resource.views.size(); ++v) {
            const View& view = resource.views[v];
            if (used.contains(static_cast<Index>(v))) continue;
            // `view(x, "name")`, and `view: name` of an emitted event.
            if (is_in_texts(folder, "\"" + view.name + "\"") ||
                is_in_texts(folder, "view: " + view.name)) {
                continue;
            }
            add_warning(
                problems, code::Unused,
                {{"what", "the view"}, {"name", base::quoted(resource.name + "." + view.name)}},
                view.mark);
        }
    }
}

// The parameters by which an operation pages; the list itself reads them.
std::set<std::string, std::less<>> paging_of(const Pack& pack, const Operation& operation) {
    if (operation.resource == kNone) return {};
    const Resource& resource = pack.resources[operation.resource];
    const Page& page = operation.lists  ? operation.lists->page
                       : resource.lists ? resource.lists->page
                                        : pack.lists.page;
    return {page.after, page.before, page.limit, page.number, page.token};
}

// What the pack says it ignores, and which of that is ever sent to anything.
class Ignoring {
public:
    explicit Ignoring(const Pack& pack) : pack_(pack) {}

    bool knows(Index operation, const std::string& param) {
        bool known = false;
        for (std::size_t i = 0; i < pack_.ignores.size(); ++i) {
            const Ignored& entry = pack_.ignores[i];
            const auto& of = entry.limited_to;
            if (!of.empty() && std::find(of.begin(), of.end(), operation) == of.end()) continue;
            const auto at = std::find(entry.params.begin(), entry.params.end(), param);
            if (at == entry.params.end()) continue;
            used_.insert({i, param});
            known = true;
        }
        return known;
    }

    void warn_unused(std::vector<Problem>& problems) const {
        for (std::size_t i = 0; i < pack_.ignores.size(); ++i) {
            for (const std::string& param : pack_.ignores[i].params) {
                if (used_.contains({i, param})) continue;
                add_warning(problems, code::Unused,
                            {{"what", "the ignored parameter"}, {"name", base::quoted(param)}},
                            pack_.ignores[i].mark);
            }
        }
    }

private:
    const Pack& pack_;
    std::set<std::pair<std::size_t, std::string>> used_;
};

void warn_params(const Pack& pack, const Folder& folder, Ignoring& ignoring,
                 std::vector<Problem>& problems) {
    const auto look = [&](const std::vector<Param>& params, const std::string& owner,
                          Index operation = kNone,
                          const std::set<std::string, std::less<>>& read = {}) {
        for (const Param& param : params) {
            if (param.sets != kNone || param.in == Param::In::Path) continue;
            if (read.contains(param.spelled)) continue;
            if (is_read(folder, "params." + param.name) ||
                is_read(folder, "input." + param.spelled) ||
                is_in_texts(folder, "params[\"" + param.name + "\"]") ||
                ignoring.knows(operation, param.spelled)) {
                continue;
            }
            add_warning(
                problems, code::Unused,
                {{"what", "the parameter"}, {"name", base::quoted(owner + "." + param.name)}},
                param.mark);
        }
    };
    look(pack.serve.params, "serve");
    for (std::size_t number = 0; number < pack.operations.size(); ++number) {
        const Operation& operation = pack.operations[number];
        const bool lists = operation.does == Does::List || operation.does == Does::Search;
        const auto read = lists ? paging_of(pack, operation) : std::set<std::string, std::less<>>();
        if (operation.does == Does::Shape) continue;
        look(operation.params, operation.name, static_cast<Index>(number), read);
    }
    for (const Resource& resource : pack.resources) {
        if (!resource.lifecycle) continue;
        for (const Move& move : resource.lifecycle->moves) {
            look(move.params, resource.name + "." + move.name);
        }
    }
}

void warn_filters(const Pack& pack, std::vector<Problem>& problems) {
    for (const Operation& operation : pack.operations) {
        // Whoever searches says whether a piece of a text is looked for.
        if (operation.does == Does::Search) continue;
        for (const Filter& filter : operation.filters) {
            if (filter.kind != FilterKind::Contains || filter.scans) continue;
            add_warning(problems, code::FilterScans,
                        {{"name", base::quoted(operation.name + "." + filter.name)}}, filter.mark);
        }
    }
}

// Inputs a shape declares for an operation the pack models, and that the pack takes nowhere.
void warn_dropped(const Pack& pack, Ignoring& ignoring, std::vector<Problem>& problems) {
    for (std::size_t number = 0; number < pack.operations.size(); ++number) {
        const Operation& operation = pack.operations[number];
        if (operation.does == Does::Shape || operation.described == kNone) continue;
        if (operation.resource == kNone) continue;
        const Resource& resource = pack.resources[operation.resource];
        const Description& described = pack.descriptions[operation.described];
        std::set<std::string, std::less<>> taken = {pack.serve.expand};
        const auto take_params = [&](const std::vector<Param>& params) {
            for (const Param& param : params) taken.insert(param.spelled);
        };
        take_params(operation.params);
        take_params(pack.serve.params);
        if (operation.does == Does::Move && operation.move != kNone) {
            take_params(resource.lifecycle->moves[operation.move].params);
        }
        for (const Index field : operation.writes) {
            const std::string& name = resource.fields[field].param;
            taken.insert(name.substr(0, name.find_first_of(".[")));
        }
        for (const Filter& filter : operation.filters) {
            taken.insert(filter.name.substr(0, filter.name.find_first_of(".[")));
            if (filter.kind != FilterKind::Range) continue;
            // Where operators are part of names (`DateSent>`), documents list them one by one.
            for (const char* sign : {"<", ">", "<=", ">="}) taken.insert(filter.name + sign);
        }
        taken.merge(paging_of(pack, operation));
        // Which of the two it is, the search language decides.
        if (operation.does == Does::Search) taken.insert({"query", "q"});
        std::vector<std::string> dropped;
        for (const DescribedParameter& parameter : described.parameters) {
            if (parameter.in == "query" && !taken.contains(parameter.name)) {
                dropped.push_back(parameter.name);
            }
        }
        for (const ShapeFile& shape : pack.shapes) {
            if (!shape.document) continue;
            for (const auto& [name, schema] :
                 properties_of(*shape.document, described.body.written)) {
                if (!taken.contains(name) &&
                    std::find(dropped.begin(), dropped.end(), name) == dropped.end()) {
                    dropped.push_back(name);
                }
            }
        }
        dropped.erase(std::remove_if(dropped.begin(), dropped.end(),
                                     [&](const std::string& name) {
                                         return ignoring.knows(static_cast<Index>(number), name);
                                     }),
                      dropped.end());
        if (dropped.empty()) continue;
        std::string names;
        for (std::size_t i = 0; i < dropped.size() && i < kMostNamed; ++i) {
            names += (i > 0 ? ", " : "") + dropped[i];
        }
        if (dropped.size() > kMostNamed) {
            names += " and " + std::to_string(dropped.size() - kMostNamed) + " more";
        }
        add_warning(problems, code::InputDropped, {{"operation", operation.name}, {"param", names}},
                    operation.mark);
    }
}

void warn_rest(const Pack& pack, std::vector<Problem>& problems) {
    for (const Resource& resource : pack.resources) {
        std::size_t made_up = 0;
        for (const Field& field : resource.fields) {
            const bool is_example = field.from_rest && field.from == From::Constant &&
                                    !field.value.is_null() &&
                                    !(field.value.is_array() && field.value.size() == 0);
            made_up += is_example ? 1 : 0;
        }
        if (made_up == 0) continue;
        add_warning(problems, code::RestExample,
                    {{"count", base::plural(made_up, "field")}, {"resource", resource.name}},
                    resource.mark);
    }
}

}  // namespace

void add_warning(std::vector<Problem>& problems, base::Code code, std::vector<base::Arg> args,
                 const base::Mark& mark) {
    problems.push_back({Level::Warning, base::Error{code, std::move(args), mark, {}}});
}

bool has_word(std::string_view text, std::string_view word) {
    for (std::size_t at = 0; (at = text.find(word, at)) != std::string_view::npos; ++at) {
        const std::size_t end = at + word.size();
        if ((at == 0 || !is_word_part(text[at - 1])) &&
            (end == text.size() || !is_word_part(text[end]))) {
            return true;
        }
    }
    return false;
}

void warn_unused(const Pack& pack, const Folder& folder, std::vector<Problem>& problems) {
    warn_errors(pack, folder, problems);
    warn_events(pack, folder, problems);
    warn_durations(pack, problems);
    warn_tables(pack, folder, problems);
    warn_views(pack, folder, problems);
    Ignoring ignoring(pack);
    warn_params(pack, folder, ignoring, problems);
    warn_filters(pack, problems);
    warn_dropped(pack, ignoring, problems);
    ignoring.warn_unused(problems);
    warn_rest(pack, problems);
}

void warn(const Pack& pack, const Folder& folder, std::vector<Problem>& problems) {
    warn_unused(pack, folder, problems);
    warn_untested(pack, folder, problems);
}

}  // namespace understudy::pack
