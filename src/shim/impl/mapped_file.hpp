// A file in memory, as long as its owner lives.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace understudy::shim {

class MappedFile {
public:
    enum class Access : unsigned char { Read, Share };  // Share: what is written, all others see

    static base::Result<MappedFile> open(const std::string& path, Access access);
    MappedFile(MappedFile&& other) noexcept;
    MappedFile& operator=(MappedFile&&) = delete;
    ~MappedFile();

    std::string_view bytes() const { return {static_cast<const char*>(begin_), size_}; }
    void* data() { return begin_; }
    std::size_t size() const { return size_; }

private:
    MappedFile(void* begin, std::size_t size) : begin_(begin), size_(size) {}
    void* begin_;
    std::size_t size_;
};

}  // namespace understudy::shim
