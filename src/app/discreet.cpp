#include "app/discreet.hpp"

namespace understudy::app {

json::Value Discreet::value(const json::Value& held) {
    if (held.is_string()) return json::Value(text(held.as_string()));
    if (held.is_array()) {
        json::Value list = json::Value::array();
        for (const json::Value& item : held.items()) list.push_back(value(item));
        return list;
    }
    if (!held.is_object()) return held;
    json::Value map = json::Value::object();
    for (const json::Member& member : held.members()) {
        map.append(text(member.key()), value(member.value));
    }
    return map;
}

void Discreet::cover(report::Finding& finding) {
    for (std::string* words : {&finding.message, &finding.hint, &finding.pointer, &finding.subject,
                               &finding.mark.file}) {
        if (!words->empty()) *words = text(*words);
    }
    finding.mark.excerpt.clear();
    for (std::optional<json::Value>* held : {&finding.values.first, &finding.values.second}) {
        if (*held) *held = value(**held);
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
