// What a delivery is signed with, and the request that is made of it.
#pragma once

#include <string>

#include "base/result.hpp"
#include "world/impl/delivery.hpp"
#include "world/impl/turn.hpp"
#include "world/world.hpp"

namespace understudy::world {

// The secret of an endpoint of this kind, or of an object with a callback (whose URL is given).
base::Result<std::string> secret_of(const Turn& turn, pack::Index kind, const ObjectPtr& object);
std::string derived_secret(const pack::WebhookKind& kind, std::string_view key,
                           std::string_view url);

// Where a derived secret is kept: the URL may change, and a fork has another key.
std::string secret_note(const pack::Pack& pack, const Object& endpoint);
// Whose clock signs what goes to this endpoint: "wall" or, where it is noted, "world".
std::string time_note(const pack::Pack& pack, pack::Index resource, std::string_view key);

// The text of an expression that gives one; empty: anything else.
base::Result<std::string> text_at(const Eyes& eyes, const std::optional<pack::Expression>& of,
                                  const expr::Env& env);

base::Result<Outgoing> outgoing(const Turn& turn, const Delivery& delivery, base::Instant wall);

}  // namespace understudy::world
