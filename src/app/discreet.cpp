#include "app/discreet.hpp"

namespace understudy::app {

void Discreet::cover(report::Finding& finding) {
    for (std::string* words : {&finding.message, &finding.hint, &finding.pointer, &finding.subject,
                               &finding.mark.file}) {
        if (!words->empty()) *words = text(*words);
    }
    finding.mark.excerpt.clear();
    for (std::optional<json::Value>* value : {&finding.values.first, &finding.values.second}) {
        if (*value && (*value)->is_string()) *value = json::Value(text((*value)->as_string()));
    }
    for (report::Place& place : finding.related) {
        place.mark.file = text(place.mark.file);
        place.mark.excerpt.clear();
        place.note = text(place.note);
        place.pointer = text(place.pointer);
    }
}

base::Error Discreet::cover(base::Error error) {
    for (base::Arg& arg : error.args) arg.text = text(arg.text);
    if (text(error.where.excerpt) != error.where.excerpt) error.where.excerpt.clear();
    error.where.file = text(error.where.file);
    for (base::Error& reason : error.because) reason = cover(std::move(reason));
    return error;
}

}  // namespace understudy::app
