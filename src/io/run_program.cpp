// A program run to its end on a loop of its own, its pieces collected within a bound.
#include "io/process.hpp"

namespace understudy::io {

namespace {

class Collector final : public Process::Listener {
public:
    Collector(Loop& loop, std::size_t limit) : loop_(loop), left_(limit) {}

    void on_output(Stream stream, std::string_view bytes,
                   std::chrono::microseconds since_start) override {
        if (finished.output_cut) return;
        // Each piece counts for what it occupies: a program that writes byte by byte is bounded,
        // too.
        const std::size_t cost = sizeof(Piece) + bytes.size();
        if (cost > left_) {
            finished.output_cut = true;
            process->stop();
            return;
        }
        left_ -= cost;
        finished.pieces.push_back({stream, std::string(bytes), since_start});
    }
    void on_exit(const Exit& exit) override {
        finished.exit = exit;
        loop_.stop();
    }

    Finished finished;
    Process* process = nullptr;

private:
    Loop& loop_;
    std::size_t left_;
};

}  // namespace

std::string Finished::all_of(Stream stream) const {
    std::string all;
    for (const Piece& piece : pieces) {
        if (piece.stream == stream) all += piece.bytes;
    }
    return all;
}

base::Result<Finished> run_program(const Program& program, std::size_t output_limit) {
    Loop loop;
    Collector collector(loop, output_limit);
    Program closed = program;
    if (closed.input_kind == Program::Input::Open) closed.input_kind = Program::Input::Bytes;
    const std::unique_ptr<Process> process = TRY(Process::start(loop, closed, collector));
    collector.process = process.get();
    loop.run();
    return std::move(collector.finished);
}

}  // namespace understudy::io
