// How lists are asked for and told.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "pack/error_use.hpp"

namespace understudy::pack {

enum class PageStyle : std::uint8_t { None, Cursor, Number, Token };

struct Page {
    PageStyle style = PageStyle::None;
    std::string after;  // parameters, as the vendor spells them; empty: there is none
    std::string before;
    std::string limit;
    std::string number;
    std::string token;
    std::uint32_t standard = 10;   // `default`
    std::uint32_t most = 100;      // `max`
    std::optional<ErrorUse> both;  // after and before at once
    std::uint32_t route = 1;       // which route links are made with, from 1
};

enum class RangeSpelling : std::uint8_t { Brackets, Operators };

struct Lists {
    Page page;
    RangeSpelling range = RangeSpelling::Brackets;
    Template envelope;  // names: page, plural, request
    std::vector<std::pair<std::string, Template>> headers;
};

}  // namespace understudy::pack
