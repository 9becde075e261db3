// A fault that is written wrongly says how.
#include <gtest/gtest.h>

#include "http/fault.hpp"
#include "json/parse.hpp"

namespace understudy::http {
namespace {

struct Case {
    std::string_view spec;
    base::Code code;
    std::string_view message;
    std::string_view hint = {};
};

constexpr auto kShape = base::Code::HttpFaultShape;
constexpr auto kBad = base::Code::HttpBadFaultParameter;
constexpr auto kMissing = base::Code::HttpMissingFaultParameter;
constexpr auto kExclusive = base::Code::HttpExclusiveFaultParameters;
constexpr auto kUnknown = base::Code::HttpUnknownFaultParameter;

const Case kCases[] = {
    {"[]", kShape, "a wire fault is an object with a kind, not a value of type array"},
    {R"("reset")", kShape, "a wire fault is an object with a kind, not a value of type string"},
    {R"({"at":"body"})", kShape,
     "a wire fault is an object with a kind, not an object without one"},
    {R"({"kind":7})", kShape,
     "a wire fault is an object with a kind, not an object whose kind is no text"},
    {R"({"kind":"rest"})", base::Code::HttpUnknownFault, "there is no wire fault \"rest\"",
     "did you mean \"reset\"? the kinds are latency, reset, truncate, malformed_chunk, drip, "
     "stall, wrong_length, stream_cut, malformed_event, missing_event, duplicate_event, "
     "changed_event, error_event, empty, garbage, goaway, rst_stream"},
    {R"({"kind":"reset","att":"body"})", kUnknown, "the wire fault reset has no parameter \"att\"",
     "did you mean \"at\"? it takes: at, after_bytes"},
    {R"({"kind":"empty","bytes":1})", kUnknown, "the wire fault empty has no parameter \"bytes\"",
     "it takes: none"},
    {R"({"kind":"reset","at":"body","at":"headers"})", kBad,
     "the parameter at of the wire fault reset must be given once, not again"},
    {R"({"kind":"reset"})", kMissing, "the wire fault reset needs at"},
    {R"({"kind":"reset","at":"bodi"})", kBad,
     R"(the parameter at of the wire fault reset must be one of "request", "headers", "body", not "bodi")",
     "did you mean \"body\"?"},
    {R"({"kind":"reset","at":null})", kBad,
     R"(the parameter at of the wire fault reset must be one of "request", "headers", "body", not null)"},
    {R"({"kind":"reset","at":"headers","after_bytes":3})", kExclusive,
     R"(the wire fault reset takes one of at: "headers" and after_bytes, not both)"},
    {R"({"kind":"reset","at":"body","after_bytes":-1})", kBad,
     "the parameter after_bytes of the wire fault reset must be an integer from 0, not -1"},
    {R"({"kind":"reset","at":"body","after_bytes":1.5})", kBad,
     "the parameter after_bytes of the wire fault reset must be an integer from 0, not 1.5"},
    {R"({"kind":"reset","at":"body","after_bytes":1e300})", kBad,
     "the parameter after_bytes of the wire fault reset must be an integer from 0, not 1e300"},
    {R"({"kind":"latency"})", kMissing, "the wire fault latency needs delay or hang"},
    {R"({"kind":"latency","hang":false})", kMissing, "the wire fault latency needs delay"},
    {R"({"kind":"latency","hang":"yes"})", kBad,
     "the parameter hang of the wire fault latency must be true or false, not \"yes\""},
    {R"({"kind":"latency","hang":true,"delay":"1s"})", kExclusive,
     "the wire fault latency takes one of hang and delay, not both"},
    {R"({"kind":"latency","hang":true,"jitter":"1s"})", kExclusive,
     "the wire fault latency takes one of hang and jitter, not both"},
    {R"({"kind":"latency","delay":250})", kBad,
     R"(the parameter delay of the wire fault latency must be a duration of at most 24h, as in "250ms" or "PT2S", not 250)"},
    {R"({"kind":"latency","delay":"1s","jitter":[]})", kBad,
     R"(the parameter jitter of the wire fault latency must be a duration of at most 24h, as in "250ms" or "PT2S", not an array)"},
    {R"({"kind":"truncate"})", kMissing, "the wire fault truncate needs after_bytes or fraction"},
    {R"({"kind":"truncate","after_bytes":1,"fraction":0.5})", kExclusive,
     "the wire fault truncate takes one of after_bytes and fraction, not both"},
    {R"({"kind":"truncate","fraction":1})", kBad,
     "the parameter fraction of the wire fault truncate must be a number from 0 to below 1, not 1"},
    {R"({"kind":"truncate","fraction":{}})", kBad,
     "the parameter fraction of the wire fault truncate must be a number from 0 to below 1, not an "
     "object"},
    {R"({"kind":"malformed_chunk"})", kMissing, "the wire fault malformed_chunk needs at_chunk"},
    {R"({"kind":"malformed_chunk","at_chunk":0})", kBad,
     "the parameter at_chunk of the wire fault malformed_chunk must be an integer from 1, not 0"},
    {R"({"kind":"drip","every":"1s"})", kMissing, "the wire fault drip needs bytes"},
    {R"({"kind":"drip","bytes":1})", kMissing, "the wire fault drip needs every"},
    {R"({"kind":"drip","bytes":0,"every":"1s"})", kBad,
     "the parameter bytes of the wire fault drip must be an integer from 1, not 0"},
    {R"({"kind":"stall"})", kMissing, "the wire fault stall needs after_bytes or after_events"},
    {R"({"kind":"stall","after_bytes":1,"after_events":1})", kExclusive,
     "the wire fault stall takes one of after_bytes and after_events, not both"},
    {R"({"kind":"stall","after_events":"2"})", kBad,
     "the parameter after_events of the wire fault stall must be an integer from 0, not \"2\""},
    {R"({"kind":"wrong_length"})", kMissing, "the wire fault wrong_length needs delta"},
    {R"({"kind":"wrong_length","delta":0})", kBad,
     "the parameter delta of the wire fault wrong_length must be an integer other than 0, not 0"},
    {R"({"kind":"wrong_length","delta":-1e18})", kBad,
     "the parameter delta of the wire fault wrong_length must be an integer other than 0, not "
     "-1e18"},
    {R"({"kind":"malformed_event"})", kMissing, "the wire fault malformed_event needs at_event"},
    {R"({"kind":"malformed_event","at_event":0})", kBad,
     "the parameter at_event of the wire fault malformed_event must be an integer from 1, not 0"},
    {R"({"kind":"missing_event"})", kMissing,
     "the wire fault missing_event needs at_event or last"},
    {R"({"kind":"missing_event","last":false})", kMissing,
     "the wire fault missing_event needs at_event"},
    {R"({"kind":"missing_event","last":true,"at_event":1})", kExclusive,
     "the wire fault missing_event takes one of at_event and last, not both"},
    {R"({"kind":"duplicate_event","at_event":0})", kBad,
     "the parameter at_event of the wire fault duplicate_event must be an integer from 1, not 0"},
    {R"({"kind":"changed_event","last":true})", kMissing,
     "the wire fault changed_event needs field"},
    {R"({"kind":"changed_event","last":true,"field":"/a"})", kMissing,
     "the wire fault changed_event needs value"},
    {R"({"kind":"changed_event","last":true,"field":"a","value":1})", kBad,
     R"(the parameter field of the wire fault changed_event must be a JSON Pointer, as in "/index", not "a")"},
    {R"({"kind":"changed_event","last":true,"field":1,"value":1})", kBad,
     R"(the parameter field of the wire fault changed_event must be a JSON Pointer, as in "/index", not 1)"},
    {R"({"kind":"error_event","data":{}})", kMissing,
     "the wire fault error_event needs after_events"},
    {R"({"kind":"error_event","after_events":1})", kMissing,
     "the wire fault error_event needs data"},
    {R"({"kind":"error_event","after_events":1,"data":{},"event":1})", kBad,
     "the parameter event of the wire fault error_event must be a text, not 1"},
    {R"({"kind":"stream_cut","clean":true})", kMissing,
     "the wire fault stream_cut needs after_bytes or after_events"},
    {R"({"kind":"stream_cut","after_events":1,"clean":1})", kBad,
     "the parameter clean of the wire fault stream_cut must be true or false, not 1"},
    {R"({"kind":"garbage"})", kMissing, "the wire fault garbage needs bytes"},
    {R"({"kind":"garbage","bytes":1048577})", kBad,
     "the parameter bytes of the wire fault garbage must be an integer from 1 to 1,048,576, not "
     "1048577"},
    {R"({"kind":"goaway","last_stream":"that"})", kBad,
     R"(the parameter last_stream of the wire fault goaway must be one of "this", "before", not "that")"},
    {R"({"kind":"goaway","error_code":"CANCEL_"})", kBad,
     "the parameter error_code of the wire fault goaway must be the name or number of an HTTP/2 "
     "error code, not \"CANCEL_\"",
     "did you mean \"CANCEL\"?"},
    {R"({"kind":"rst_stream","error_code":4294967296})", kBad,
     "the parameter error_code of the wire fault rst_stream must be the name or number of an "
     "HTTP/2 error code, not 4294967296"},
};

TEST(FaultParameters, EveryMistakeIsNamed) {
    for (const Case& one : kCases) {
        SCOPED_TRACE(one.spec);
        const auto fault = make_fault(json::parse(one.spec).value(), {});
        ASSERT_FALSE(fault);
        EXPECT_EQ(base::name_of(fault.error().code), base::name_of(one.code));
        EXPECT_EQ(base::message(fault.error()), one.message);
        if (!one.hint.empty()) {
            EXPECT_EQ(base::hint(fault.error()), one.hint);
        }
    }
}

TEST(FaultParameters, AreTheSameForEveryProtocol) {
    for (const Case& one : kCases) {
        FaultContext context;
        context.version = Version::Http2;
        EXPECT_FALSE(make_fault(json::parse(one.spec).value(), context)) << one.spec;
    }
}

TEST(FaultParameters, IntegersMayBeWrittenInAnyWay) {
    EXPECT_TRUE(make_fault(json::parse(R"({"kind":"garbage","bytes":1e3})").value(), {}));
    EXPECT_TRUE(make_fault(json::parse(R"({"kind":"garbage","bytes":10.0})").value(), {}));
}

}  // namespace
}  // namespace understudy::http
