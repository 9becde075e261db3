"""Which conformance program reads which folder of the outside test data. One line per suite."""

SUITES: dict[str, str] = {
    "json_suite": "json-parsing/test_parsing",
    "yaml_suite": "yaml-suite/src",
    "schema_suite": "json-schema-suite",
    "cel_suite": "cel/testdata",
    "http_suite": "llhttp",
}
