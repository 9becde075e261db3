#include "world/impl/kept_timer.hpp"

#include "world/impl/byte_form.hpp"

namespace understudy::world {

KeptTimer KeptTimer::of(const Timer& timer) {
    const pack::Words none;
    ByteWriter out(none);
    out.number(timer.number);
    out.instant(timer.due);
    out.instant(timer.start);
    out.number(timer.duration);
    out.number(timer.resource);
    out.number(timer.move);
    out.number(timer.sequence);
    out.text(timer.key);
    return KeptTimer(ByteBlock::of(out.bytes()));
}

Timer KeptTimer::unpack() const {
    const pack::Words none;
    ByteReader in(block_.bytes(), none);
    Timer timer;
    timer.number = in.number();
    timer.due = in.instant();
    timer.start = in.instant();
    timer.duration = static_cast<pack::Index>(in.number());
    timer.resource = static_cast<pack::Index>(in.number());
    timer.move = static_cast<pack::Index>(in.number());
    timer.sequence = in.number();
    timer.key = in.text();
    return timer;
}

}  // namespace understudy::world
