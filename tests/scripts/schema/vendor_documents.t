# Schemas inside vendors' documents, loose YAML included, work as they stand.
# data: openapi
$ understudy schema check "$DATA/openapi/moby/v1.47.yaml#/definitions/Port" port.json
no findings in 1 place checked
$ understudy schema check "$DATA/openapi/moby/v1.47.yaml#/definitions/Port" bad_port.json
? 1
bad_port.json:1:32: error: /Type: "icmp" is not one of "tcp", "udp", "sctp" [schema.not_in_enum]
    {"PrivatePort": 70000, "Type": "icmp"}
                                   ^~~~~~
  at: /Type
  constraint: v1.47.yaml#/definitions/Port/properties/Type/enum
  expected ["tcp","udp","sctp"], actual "icmp"

1 error in 1 place checked
$ understudy schema check "$DATA/openapi/stripe-2022-11-15/openapi.yaml#/components/schemas/account_business_profile" profile.json
? 1
profile.json:1:35: error: /url: expected string, found number 5 [schema.wrong_type]
    {"mcc": null, "name": "x", "url": 5}
                                      ^
  at: /url
  constraint: openapi.yaml#/components/schemas/account_business_profile/properties/url/type
  expected "string", actual 5

1 error in 1 place checked
$ understudy schema check "$DATA/openapi/openai/openapi.json#/components/schemas/CompletionUsage" usage.json
? 1
usage.json:1:1: error: the value: the property "total_tokens" is missing [schema.missing]
    {"completion_tokens": 1, "prompt_tokens": 2}
    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
  constraint: openapi.json#/components/schemas/CompletionUsage/required
  expected ["prompt_tokens","completion_tokens","total_tokens"], actual {"completion_tokens":1,"prompt_tokens":2}

1 error in 1 place checked

-- port.json --
{"PrivatePort": 8080, "PublicPort": 80, "Type": "tcp"}
-- bad_port.json --
{"PrivatePort": 70000, "Type": "icmp"}
-- profile.json --
{"mcc": null, "name": "x", "url": 5}
-- usage.json --
{"completion_tokens": 1, "prompt_tokens": 2}
