// The places of a cassette that hold bytes of the outside, one after another: the order in which an
// exchange is taken apart and put together again.
//
//     Carriers carriers = carriers_of(exchange, 0);      // exchanges[0].input.args[2], ...
//     put_together(exchange, clean.carriers());          // the same places, in the same order
//
// The bytes of one stream are one carrier, so that a secret cut in two by a chunk border is found.
// A carrier that lost or gained bytes is cut into as many pieces as it came from.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "cassette/model.hpp"
#include "secret/scrub.hpp"

namespace understudy::cassette {

using Carriers = std::vector<secret::Carrier>;

Carriers carriers_of(const Exchange& exchange, std::size_t number);
void put_together(Exchange& exchange, std::span<const secret::Carrier> carriers);

// Of everything but the exchanges: notes, variables, reasons, what was pinned.
Carriers head_carriers_of(const Cassette& cassette);
void put_head_together(Cassette& cassette, std::span<const secret::Carrier> carriers);

// The same values beside the names they go by (NAME=value, Name: value, --option=value), which is
// where a secret gives itself away. Only to be learned from.
Carriers context_of(const Exchange& exchange, std::size_t number);

// exchanges[3].input.args[2] is exchanges[*].input.args[*] in a receipt.
std::string generalised(std::string_view place);

}  // namespace understudy::cassette
