#include "http/encoding.hpp"

#include <brotli/decode.h>
#include <brotli/encode.h>
#define ZLIB_CONST
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <functional>

#include "base/assert.hpp"
#include "base/text.hpp"

namespace understudy::http {

namespace {

using base::Code;
using base::Result;

constexpr std::size_t kChunkBytes = std::size_t{16} * 1024;
constexpr std::size_t kMostEncodings = 8;

base::Error bad_encoding(std::string_view encoding, std::string_view why) {
    return {Code::HttpBadEncoding,
            {{"encoding", std::string(encoding)}, {"why", std::string(why)}},
            {},
            {}};
}

constexpr std::string_view kDamaged = "the data is damaged";
constexpr std::string_view kCutShort = "it ends too early";
constexpr std::string_view kGoesOn = "there are bytes after its end";

// Takes what a stage made. Its views are good during the call only.
using Sink = std::function<Result<void>(std::string_view)>;

// One encoding being undone.
class Stage {
public:
    Stage() = default;
    Stage(const Stage&) = delete;
    Stage& operator=(const Stage&) = delete;
    virtual ~Stage() = default;

    virtual Result<void> feed(std::string_view bytes, const Sink& sink) = 0;
    virtual bool is_whole() const = 0;  // the input may end here
    virtual Encoding encoding() const = 0;

protected:
    base::Failure fail(std::string_view why) const {
        return base::fail(bad_encoding(name_of(encoding()), why));
    }
};

// gzip and deflate.
class Inflate final : public Stage {
public:
    explicit Inflate(Encoding encoding) : encoding_(encoding) {
        if (encoding == Encoding::Gzip) start(MAX_WBITS + 16);
    }
    ~Inflate() override {
        if (started_) inflateEnd(&stream_);
    }
    Inflate(const Inflate&) = delete;
    Inflate& operator=(const Inflate&) = delete;

    bool is_whole() const override { return ended_; }
    Encoding encoding() const override { return encoding_; }

    Result<void> feed(std::string_view bytes, const Sink& sink) override {
        if (!started_) {
            start_.append(bytes);
            if (start_.size() < 2) return {};
            start(is_zlib(start_) ? MAX_WBITS : -MAX_WBITS);
            const std::string fed = std::move(start_);
            return inflate_all(fed, sink);
        }
        return inflate_all(bytes, sink);
    }

private:
    // A zlib header names the method 8 and is a multiple of 31 as a number. Deflate without it
    // could begin like this only with a stored block whose unused bits are set, which nobody
    // writes.
    static bool is_zlib(std::string_view bytes) {
        const auto first = static_cast<unsigned char>(bytes[0]);
        const auto second = static_cast<unsigned char>(bytes[1]);
        return (first & 15U) == 8 && (first * 256U + second) % 31 == 0;
    }

    void start(int window_bits) {
        ASSERT(inflateInit2(&stream_, window_bits) == Z_OK, "zlib starts");
        started_ = true;
    }

    Result<void> inflate_all(std::string_view bytes, const Sink& sink) {
        constexpr std::size_t kMost = std::size_t{1} << 30U;  // zlib counts in 32 bits
        while (!bytes.empty()) {
            const std::string_view some = bytes.substr(0, kMost);
            TRY_VOID(inflate_some(some, sink));
            bytes.remove_prefix(some.size());
        }
        return {};
    }

    Result<void> inflate_some(std::string_view bytes, const Sink& sink) {
        std::array<char, kChunkBytes> chunk;
        stream_.next_in = reinterpret_cast<const Bytef*>(bytes.data());
        stream_.avail_in = static_cast<uInt>(bytes.size());
        do {
            if (ended_) {
                if (stream_.avail_in == 0) return {};
                // Only a gzip member may follow, and it begins with this byte.
                if (encoding_ != Encoding::Gzip || *stream_.next_in != 0x1F) return fail(kGoesOn);
                ASSERT(inflateReset(&stream_) == Z_OK, "zlib starts again");
                ended_ = false;
            }
            stream_.next_out = reinterpret_cast<Bytef*>(chunk.data());
            stream_.avail_out = static_cast<uInt>(chunk.size());
            const int status = inflate(&stream_, Z_NO_FLUSH);
            ASSERT(status != Z_MEM_ERROR && status != Z_STREAM_ERROR, "zlib goes on");
            const std::size_t made = chunk.size() - stream_.avail_out;
            if (made > 0) TRY_VOID(sink(std::string_view(chunk.data(), made)));
            if (status == Z_DATA_ERROR || status == Z_NEED_DICT) return fail(kDamaged);
            ended_ = status == Z_STREAM_END;
        } while (stream_.avail_in > 0 || stream_.avail_out == 0);
        return {};
    }

    Encoding encoding_;
    z_stream stream_{};
    bool started_ = false;
    bool ended_ = false;
    std::string start_;  // of deflate: two bytes tell whether it is wrapped
};

class Brotli final : public Stage {
public:
    Brotli() : state_(BrotliDecoderCreateInstance(nullptr, nullptr, nullptr)) {
        ASSERT(state_ != nullptr, "brotli starts");
    }
    ~Brotli() override { BrotliDecoderDestroyInstance(state_); }
    Brotli(const Brotli&) = delete;
    Brotli& operator=(const Brotli&) = delete;

    bool is_whole() const override { return ended_; }
    Encoding encoding() const override { return Encoding::Brotli; }

    Result<void> feed(std::string_view bytes, const Sink& sink) override {
        std::array<char, kChunkBytes> chunk;
        std::size_t left = bytes.size();
        const auto* next = reinterpret_cast<const std::uint8_t*>(bytes.data());
        while (left > 0 || !ended_) {
            if (ended_) return fail(kGoesOn);
            std::size_t room = chunk.size();
            auto* out = reinterpret_cast<std::uint8_t*>(chunk.data());
            const auto status =
                BrotliDecoderDecompressStream(state_, &left, &next, &room, &out, nullptr);
            if (room < chunk.size()) {
                TRY_VOID(sink(std::string_view(chunk.data(), chunk.size() - room)));
            }
            if (status == BROTLI_DECODER_RESULT_ERROR) return fail(kDamaged);
            if (status == BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT) return {};
            ended_ = status == BROTLI_DECODER_RESULT_SUCCESS;
        }
        return {};
    }

private:
    BrotliDecoderState* state_;
    bool ended_ = false;
};

class Zstd final : public Stage {
public:
    Zstd() : context_(ZSTD_createDCtx()) {
        ASSERT(context_ != nullptr, "zstd starts");
        constexpr int kWindowLog = 23;  // 8 MiB: what RFC 9659 allows on the web
        const std::size_t status =
            ZSTD_DCtx_setParameter(context_, ZSTD_d_windowLogMax, kWindowLog);
        ASSERT(ZSTD_isError(status) == 0, "zstd takes a window limit");
    }
    ~Zstd() override { ZSTD_freeDCtx(context_); }
    Zstd(const Zstd&) = delete;
    Zstd& operator=(const Zstd&) = delete;

    bool is_whole() const override { return ended_; }
    Encoding encoding() const override { return Encoding::Zstd; }

    Result<void> feed(std::string_view bytes, const Sink& sink) override {
        std::array<char, kChunkBytes> chunk;
        ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
        bool full = false;
        while (in.pos < in.size || full) {
            ZSTD_outBuffer out{chunk.data(), chunk.size(), 0};
            const std::size_t status = ZSTD_decompressStream(context_, &out, &in);
            if (out.pos > 0) TRY_VOID(sink(std::string_view(chunk.data(), out.pos)));
            if (ZSTD_isError(status) != 0) return fail(kDamaged);
            ended_ = status == 0;
            full = out.pos == out.size && !ended_;
        }
        return {};
    }

private:
    ZSTD_DCtx* context_;
    bool ended_ = false;
};

std::unique_ptr<Stage> make_stage(Encoding encoding) {
    switch (encoding) {
        case Encoding::Brotli: return std::make_unique<Brotli>();
        case Encoding::Zstd: return std::make_unique<Zstd>();
        case Encoding::Gzip:
        case Encoding::Deflate:
        case Encoding::Identity: break;
    }
    return std::make_unique<Inflate>(encoding);
}

std::string deflated(std::string_view bytes, int window_bits) {
    z_stream stream{};
    constexpr int kMemory = 8;
    ASSERT(deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, window_bits, kMemory,
                        Z_DEFAULT_STRATEGY) == Z_OK,
           "zlib starts");
    std::string out;
    std::array<char, kChunkBytes> chunk;
    constexpr std::size_t kMost = std::size_t{1} << 30U;
    int status = Z_OK;
    do {
        const std::string_view some = bytes.substr(0, kMost);
        bytes.remove_prefix(some.size());
        stream.next_in = reinterpret_cast<const Bytef*>(some.data());
        stream.avail_in = static_cast<uInt>(some.size());
        do {
            stream.next_out = reinterpret_cast<Bytef*>(chunk.data());
            stream.avail_out = static_cast<uInt>(chunk.size());
            status = deflate(&stream, bytes.empty() ? Z_FINISH : Z_NO_FLUSH);
            out.append(chunk.data(), chunk.size() - stream.avail_out);
        } while (stream.avail_out == 0);
    } while (!bytes.empty());
    ASSERT(status == Z_STREAM_END, "zlib ends what it is told to end");
    deflateEnd(&stream);
    return out;
}

std::string brotli_packed(std::string_view bytes) {
    constexpr int kQuality = 5;  // the best one takes a hundred times as long
    std::size_t size = BrotliEncoderMaxCompressedSize(bytes.size());
    ASSERT(size > 0, "brotli can take it");
    std::string out(size, '\0');
    const auto status =
        BrotliEncoderCompress(kQuality, BROTLI_DEFAULT_WINDOW, BROTLI_MODE_GENERIC, bytes.size(),
                              reinterpret_cast<const std::uint8_t*>(bytes.data()), &size,
                              reinterpret_cast<std::uint8_t*>(out.data()));
    ASSERT(status == BROTLI_TRUE, "brotli has room");
    out.resize(size);
    return out;
}

std::string zstd_packed(std::string_view bytes) {
    constexpr int kLevel = 3;
    std::string out(ZSTD_compressBound(bytes.size()), '\0');
    const std::size_t size =
        ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), kLevel);
    ASSERT(ZSTD_isError(size) == 0, "zstd has room");
    out.resize(size);
    return out;
}

}  // namespace

std::string_view name_of(Encoding encoding) {
    switch (encoding) {
        case Encoding::Identity: return "identity";
        case Encoding::Gzip: return "gzip";
        case Encoding::Deflate: return "deflate";
        case Encoding::Brotli: return "br";
        case Encoding::Zstd: return "zstd";
    }
    return "identity";
}

std::optional<Encoding> encoding_named(std::string_view name) {
    for (const Encoding encoding : {Encoding::Identity, Encoding::Gzip, Encoding::Deflate,
                                    Encoding::Brotli, Encoding::Zstd}) {
        if (base::equal_ignoring_case(name_of(encoding), name)) return encoding;
    }
    if (base::equal_ignoring_case(name, "x-gzip")) return Encoding::Gzip;
    return std::nullopt;
}

Result<std::vector<Encoding>> parse_encodings(std::string_view header) {
    std::vector<Encoding> encodings;
    for (const std::string_view word : words_of(header)) {
        const auto encoding = encoding_named(word);
        if (!encoding) {
            return base::fail(Code::HttpUnknownEncoding, {{"encoding", base::quoted(word)}});
        }
        if (*encoding == Encoding::Identity) continue;
        if (encodings.size() == kMostEncodings) {
            return base::fail(bad_encoding(name_of(*encoding), "more than 8 encodings are listed"));
        }
        encodings.push_back(*encoding);
    }
    return encodings;
}

std::string content_encoding(const Headers& headers) {
    std::string joined;
    for (const std::string_view value : headers.all("Content-Encoding")) {
        if (!joined.empty()) joined += ", ";
        joined += value;
    }
    return joined;
}

struct Decoder::State {
    struct Step {
        std::unique_ptr<Stage> stage;
        std::uint64_t made = 0;
        bool fed = false;
    };
    std::vector<Step> steps;  // the last encoding applied is the first undone
    std::uint64_t limit = 0;
    std::uint64_t plain = 0;  // where there is no step
    std::optional<base::Error> error;

    Result<void> count(std::uint64_t& made, std::size_t more) const {
        if (more > limit - made) {
            return base::fail(Code::HttpDecodedTooLarge, {{"limit", base::with_thousands(limit)}});
        }
        made += more;
        return {};
    }

    // What a step makes goes to the next one at once, so that no more than a chunk waits anywhere.
    Result<void> feed(std::size_t at, std::string_view bytes, std::string& out) {
        if (at == steps.size()) {
            out += bytes;
            return {};
        }
        Step& step = steps[at];
        step.fed = step.fed || !bytes.empty();
        return step.stage->feed(bytes, [&](std::string_view made) -> Result<void> {
            TRY_VOID(count(step.made, made.size()));
            return feed(at + 1, made, out);
        });
    }

    Result<void> run(std::string_view bytes, std::string& out) {
        if (bytes.empty()) return {};
        if (steps.empty()) TRY_VOID(count(plain, bytes.size()));
        return feed(0, bytes, out);
    }

    Result<void> end() const {
        for (const Step& step : steps) {
            if (!step.fed || step.stage->is_whole()) continue;
            return base::fail(bad_encoding(name_of(step.stage->encoding()), kCutShort));
        }
        return {};
    }
};

Decoder::Decoder(std::unique_ptr<State> state) : state_(std::move(state)) {}
Decoder::Decoder(Decoder&&) noexcept = default;
Decoder& Decoder::operator=(Decoder&&) noexcept = default;
Decoder::~Decoder() = default;

Result<Decoder> Decoder::make(std::string_view header, std::uint64_t limit) {
    const auto encodings = TRY(parse_encodings(header));
    auto state = std::make_unique<State>();
    state->limit = limit;
    for (auto encoding = encodings.rbegin(); encoding != encodings.rend(); ++encoding) {
        state->steps.push_back({make_stage(*encoding)});
    }
    return Decoder(std::move(state));
}

Result<void> Decoder::feed(std::string_view bytes, std::string& out) {
    if (!state_->error) {
        auto fed = state_->run(bytes, out);
        if (fed) return {};
        state_->error = std::move(fed.error());
    }
    return base::fail(*state_->error);
}

Result<void> Decoder::end() {
    if (!state_->error) {
        auto ended = state_->end();
        if (ended) return {};
        state_->error = std::move(ended.error());
    }
    return base::fail(*state_->error);
}

Result<std::string> decode(std::string_view header, std::string_view bytes, std::uint64_t limit) {
    Decoder decoder = TRY(Decoder::make(header, limit));
    std::string out;
    TRY_VOID(decoder.feed(bytes, out));
    TRY_VOID(decoder.end());
    return out;
}

namespace {

// What every compressed message of a WebSocket would end with, and leaves out.
constexpr std::string_view kMessageTail("\x00\x00\xff\xff", 4);

}  // namespace

struct MessageInflater::State {
    explicit State(bool keeps) : keeps_context(keeps) {
        ASSERT(inflateInit2(&stream, -MAX_WBITS) == Z_OK, "zlib starts");
    }
    ~State() { inflateEnd(&stream); }
    State(const State&) = delete;
    State& operator=(const State&) = delete;

    Result<void> run(std::string_view bytes, std::uint64_t limit, std::string& out) {
        std::array<char, kChunkBytes> chunk;
        stream.next_in = reinterpret_cast<const Bytef*>(bytes.data());
        stream.avail_in = static_cast<uInt>(bytes.size());
        do {
            stream.next_out = reinterpret_cast<Bytef*>(chunk.data());
            stream.avail_out = static_cast<uInt>(chunk.size());
            const int status = ::inflate(&stream, Z_SYNC_FLUSH);
            const std::size_t made = chunk.size() - stream.avail_out;
            if (made > limit - out.size()) {
                return base::fail(Code::HttpDecodedTooLarge,
                                  {{"limit", base::with_thousands(limit)}});
            }
            out.append(chunk.data(), made);
            if (status == Z_DATA_ERROR || status == Z_NEED_DICT) {
                return base::fail(bad_encoding("permessage-deflate", kDamaged));
            }
            // A last block is allowed, and says nothing about the messages to come.
            if (status == Z_STREAM_END) ASSERT(inflateReset(&stream) == Z_OK, "zlib starts again");
        } while (stream.avail_in > 0 || stream.avail_out == 0);
        return {};
    }

    z_stream stream{};
    bool keeps_context;
    std::optional<base::Error> error;
};

MessageInflater::MessageInflater(bool keeps_context)
    : state_(std::make_unique<State>(keeps_context)) {}
MessageInflater::MessageInflater(MessageInflater&&) noexcept = default;
MessageInflater& MessageInflater::operator=(MessageInflater&&) noexcept = default;
MessageInflater::~MessageInflater() = default;

Result<std::string> MessageInflater::inflate(std::string_view message, std::uint64_t limit) {
    if (state_->error) return base::fail(*state_->error);
    constexpr std::size_t kMost = std::size_t{1} << 30U;  // zlib counts in 32 bits
    std::string out;
    for (std::string_view left = message; !left.empty();) {
        const std::string_view some = left.substr(0, kMost);
        left.remove_prefix(some.size());
        if (auto made = state_->run(some, limit, out); !made) state_->error = made.error();
        if (state_->error) return base::fail(*state_->error);
    }
    if (auto made = state_->run(kMessageTail, limit, out); !made) state_->error = made.error();
    if (state_->error) return base::fail(*state_->error);
    if (!state_->keeps_context) {
        ASSERT(inflateReset(&state_->stream) == Z_OK, "zlib starts again");
    }
    return out;
}

std::string deflate_message(std::string_view message) {
    z_stream stream{};
    constexpr int kMemory = 8;
    ASSERT(deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -MAX_WBITS, kMemory,
                        Z_DEFAULT_STRATEGY) == Z_OK,
           "zlib starts");
    std::string out;
    std::array<char, kChunkBytes> chunk;
    ASSERT(message.size() <= std::size_t{1} << 30U, "zlib counts in 32 bits");
    stream.next_in = reinterpret_cast<const Bytef*>(message.data());
    stream.avail_in = static_cast<uInt>(message.size());
    do {
        stream.next_out = reinterpret_cast<Bytef*>(chunk.data());
        stream.avail_out = static_cast<uInt>(chunk.size());
        deflate(&stream, Z_SYNC_FLUSH);
        out.append(chunk.data(), chunk.size() - stream.avail_out);
    } while (stream.avail_out == 0);
    deflateEnd(&stream);
    if (out.ends_with(kMessageTail)) out.resize(out.size() - kMessageTail.size());
    return out;
}

Result<std::string> encode(std::string_view header, std::string_view bytes) {
    std::string out(bytes);
    for (const Encoding encoding : TRY(parse_encodings(header))) out = encode(encoding, out);
    return out;
}

std::string encode(Encoding encoding, std::string_view bytes) {
    switch (encoding) {
        case Encoding::Identity: break;
        case Encoding::Gzip: return deflated(bytes, MAX_WBITS + 16);
        case Encoding::Deflate: return deflated(bytes, MAX_WBITS);
        case Encoding::Brotli: return brotli_packed(bytes);
        case Encoding::Zstd: return zstd_packed(bytes);
    }
    return std::string(bytes);
}

}  // namespace understudy::http
