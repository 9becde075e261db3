// A list read page by page, one object a page: how each page is asked for, and what a service that
// has pages must keep to.
//
//     const auto walk = PageWalk::of(pack, list);                 // nothing: it has no small pages
//     std::optional<std::string> query = walk->first();           // "limit=1"
//     query = walk->behind(body, 1);                              // "limit=1&after=ch_1"
//     walk->drift(bodies);                                        // the second page is the first
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "json/value.hpp"
#include "pack/pack.hpp"
#include "verify/shape_drift.hpp"

namespace understudy::verify {

class PageWalk {
public:
    // Nothing: it is no list, needs a name in its path, or cannot be asked for in pages of one.
    static std::optional<PageWalk> of(const pack::Pack& pack, const pack::Operation& operation);

    const std::string& path() const { return path_; }
    const std::string& operation() const { return operation_; }

    // The query of the first page, and of the one behind page `number` (from 1) with this body.
    // Nothing: there is none behind it, or the page does not say how to ask for it.
    std::string first() const;
    std::optional<std::string> behind(const json::Value& page, std::size_t number) const;

    // The objects of a page; nullptr: it has no list where the pack has one.
    const json::Value* objects(const json::Value& page) const;

    // Without what it says about the objects: a service shows other people's too, and in states
    // that the fake never had. They are compared where they are read one by one.
    std::vector<ShapeChange> around_objects(std::vector<ShapeChange> changes) const;

    // What the pages in their order show: more objects than were asked for, or the same page again.
    std::vector<ShapeChange> drift(const std::vector<json::Value>& pages) const;

private:
    PageWalk() = default;

    pack::Page page_;
    std::string path_, operation_;
    std::string objects_;  // pointers into a page
    std::string token_;    // empty: no page tells one
    std::string id_;       // into an object
};

}  // namespace understudy::verify
