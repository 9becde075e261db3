// Text in 16 bytes: short ones inside, long ones shared by all copies.
#pragma once

#include <string>
#include <string_view>

#include "json/value.hpp"

namespace understudy::world {

class SharedText {
public:
    SharedText() : text_("") {}
    SharedText(const char* text) : text_(text) {}
    explicit SharedText(std::string_view text) : text_(text) {}
    SharedText& operator=(std::string_view text) {
        text_ = json::Value(text);
        return *this;
    }

    bool empty() const { return view().empty(); }
    std::string_view view() const { return text_.as_string(); }
    operator std::string() const { return std::string(view()); }
    friend bool operator==(const SharedText& a, std::string_view b) { return a.view() == b; }

private:
    json::Value text_;  // a string
};

}  // namespace understudy::world
