// /git/NAME.git/...: git's smart HTTP, passed on to `git http-backend` as a web server would
// (RFC 3875). Bodies go in and come out piece by piece.
#include "base/text.hpp"
#include "http/codec.hpp"
#include "io/process.hpp"
#include "tests/server/stage.hpp"

namespace understudy::tests {

namespace {

class Backend final : public io::Handler, public io::Process::Listener {
public:
    Backend(const Stage& stage, ExchangePtr exchange) : exchange_(std::move(exchange)) {
        const http::RequestHead& request = exchange_->request();
        const std::string_view target = request.path_and_query();
        const std::size_t mark = std::min(target.find('?'), target.size());
        io::Program program;
        program.program = "git";
        program.arguments = {"http-backend"};
        program.input_kind = io::Program::Input::Open;
        program.environment = {
            "PATH=/usr/local/bin:/usr/bin:/bin",
            "HOME=" + stage.git_folder,
            "GIT_PROJECT_ROOT=" + stage.git_folder,
            "GIT_HTTP_EXPORT_ALL=1",
            "REMOTE_USER=tester",
            "REMOTE_ADDR=127.0.0.1",
            "REQUEST_METHOD=" + request.method,
            "PATH_INFO=" + std::string(target.substr(4, mark - 4)),
            "QUERY_STRING=" + std::string(target.substr(std::min(mark + 1, target.size()))),
            "CONTENT_TYPE=" + std::string(request.headers.get("content-type")),
            "HTTP_CONTENT_ENCODING=" + std::string(request.headers.get("content-encoding")),
            "GIT_PROTOCOL=" + std::string(request.headers.get("git-protocol"))};
        auto process = io::Process::start(exchange_->loop(), program, *this);
        if (process) process_ = std::move(*process);
    }

    void on_piece(std::string_view bytes) override {
        // A full pipe: read no more from the client until git has caught up.
        if (process_ && !process_->feed(bytes)) exchange_->hold(true);
    }
    void on_input_taken() override { exchange_->hold(false); }
    void on_end(const http::Headers& /*trailers*/) override {
        if (process_) {
            process_->close_input();
        } else {
            answer_text(*exchange_, 500, "text/plain", "git cannot be started\n");
        }
    }
    void on_gone() override { process_.reset(); }

    void on_output(io::Stream stream, std::string_view bytes,
                   std::chrono::microseconds /*at*/) override {
        if (stream != io::Stream::Output) return;
        if (begun_) {
            exchange_->piece(bytes);
            return;
        }
        head_ += bytes;
        const std::size_t end = head_.find("\r\n\r\n");
        if (end == std::string::npos) return;
        begun_ = true;
        exchange_->respond(read_head(std::string_view(head_).substr(0, end)), std::nullopt);
        exchange_->piece(std::string_view(head_).substr(end + 4));
    }
    void on_exit(const io::Exit& /*exit*/) override {
        if (begun_) {
            exchange_->finish();
        } else {
            answer_text(*exchange_, 500, "text/plain", "git gave no answer\n");
        }
    }

private:
    static http::ResponseHead read_head(std::string_view text) {
        http::ResponseHead head;
        for (const std::string_view line : base::split_lines(text)) {
            const std::size_t colon = line.find(':');
            const std::string_view name = line.substr(0, colon);
            const std::string_view value = base::trim(line.substr(colon + 1));
            if (name == "Status") {
                head.status = static_cast<int>(base::parse_int64(value.substr(0, 3)).value_or(500));
            } else {
                head.headers.add(name, value);
            }
        }
        return head;
    }

    ExchangePtr exchange_;
    std::unique_ptr<io::Process> process_;
    std::string head_;
    bool begun_ = false;
};

}  // namespace

HandlerPtr git_route(const Stage& stage, const ExchangePtr& exchange) {
    if (stage.git_folder.empty() || !path_of(*exchange).starts_with("/git/")) return nullptr;
    return std::make_unique<Backend>(stage, exchange);
}

}  // namespace understudy::tests
