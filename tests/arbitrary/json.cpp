// The generators of json.hpp.
#include "tests/arbitrary/json.hpp"

#include <ostream>
#include <vector>

#include "base/text.hpp"
#include "json/write.hpp"

namespace understudy::arbitrary {

rc::Gen<std::string> text() {
    const auto point = rc::gen::weightedOneOf<std::uint32_t>({
        {8, rc::gen::inRange<std::uint32_t>(0x20, 0x7F)},
        {2, rc::gen::inRange<std::uint32_t>(0x00, 0x20)},
        {1, rc::gen::element<std::uint32_t>('"', '\\', '/', 0x7F, 0xE9, 0x2028, 0xFEFF, 0xFFFD)},
        {1, rc::gen::inRange<std::uint32_t>(0x80, 0xD800)},
        {1, rc::gen::inRange<std::uint32_t>(0xE000, 0x110000)},
    });
    return rc::gen::map(rc::gen::container<std::vector<std::uint32_t>>(point),
                        [](const auto& points) {
                            return base::to_utf8(std::u32string(points.begin(), points.end()));
                        });
}

rc::Gen<std::string> number_text() {
    return rc::gen::map(rc::gen::tuple(rc::gen::arbitrary<bool>(), rc::gen::inRange(0, 5),
                                       rc::gen::arbitrary<std::uint32_t>(),
                                       rc::gen::inRange(0, 100), rc::gen::inRange(-400, 400)),
                        [](const auto& parts) {
                            const auto& [negative, form, whole, fraction, exponent] = parts;
                            std::string number = (negative ? "-" : "") + std::to_string(whole);
                            if (form == 1 || form == 3)
                                number += "." + std::to_string(fraction) + "0";
                            if (form == 2 || form == 3)
                                number += (fraction % 2 == 0 ? "e" : "E+") +
                                          std::to_string(std::abs(exponent));
                            if (form == 4)
                                number += std::to_string(whole) + std::to_string(whole) + "7";
                            return number;
                        });
}

rc::Gen<json::Value> value(int depth) {
    using json::Value;
    const auto scalar = rc::gen::oneOf(
        rc::gen::just(Value()),
        rc::gen::map(rc::gen::arbitrary<bool>(), [](bool b) { return Value(b); }),
        rc::gen::map(number_text(), [](const std::string& t) { return Value::number(t); }),
        rc::gen::map(text(), [](const std::string& t) { return Value(t); }));
    if (depth == 0) return scalar;
    const auto below = rc::gen::lazy([depth] { return value(depth - 1); });
    const auto list =
        rc::gen::map(rc::gen::resize(6, rc::gen::container<std::vector<Value>>(below)),
                     [](const std::vector<Value>& items) {
                         Value array = Value::array();
                         for (const Value& item : items) array.push_back(item);
                         return array;
                     });
    const auto key =
        rc::gen::oneOf(rc::gen::element<std::string>("a", "b", "id", "amount"), text());
    const auto map = rc::gen::map(
        rc::gen::resize(6, rc::gen::container<std::vector<std::pair<std::string, Value>>>(
                               rc::gen::pair(key, below))),
        [](const std::vector<std::pair<std::string, Value>>& members) {
            Value object = Value::object();
            for (const auto& [name, content] : members) object.set(name, content);
            return object;
        });
    return rc::gen::weightedOneOf<Value>({{3, scalar}, {2, list}, {2, map}});
}

}  // namespace understudy::arbitrary

namespace understudy::json {

void showValue(const Value& value, std::ostream& os) {
    os << write(value);
}

}  // namespace understudy::json
