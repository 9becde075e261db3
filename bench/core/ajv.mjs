// Times Ajv on the cases that make_cases.py made, as bench/core/schema_bench does for us.
//
//     node ajv.mjs CASES.json [SECONDS] [all|whole]
//
// Prints {"validations_per_second", "validations_per_cpu_second", "compile_seconds", "cases",
// "values", "verdicts"}; the verdicts are one character per value, 1 valid, 0 invalid, so that two
// validators can be compared value by value.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { performance } from "node:perf_hooks";
import Ajv from "ajv";
import Ajv2020 from "ajv/dist/2020.js";

const [file, seconds = "2", which = "all"] = process.argv.slice(2);
const folder = dirname(file);
const { cases } = JSON.parse(readFileSync(file, "utf8"));

// OpenAPI 3.0 in the words of JSON Schema: what a user of Ajv does before handing it in.
// Documents that moved to 3.1 often kept `nullable` and boolean bounds; we read them there as well.
function rewrite(schema, old) {
  if (Array.isArray(schema)) return schema.map((each) => rewrite(each, old));
  if (schema === null || typeof schema !== "object") return schema;
  if (old && typeof schema.$ref === "string") return { $ref: schema.$ref };
  const out = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key === "nullable" || key === "example" || key === "examples") continue;
    out[key] = key === "enum" || key === "default" ? value : rewrite(value, old);
  }
  for (const [bound, flag] of [["minimum", "exclusiveMinimum"], ["maximum", "exclusiveMaximum"]]) {
    if (typeof out[flag] !== "boolean") continue;
    if (out[flag]) {
      out[flag] = out[bound];
      delete out[bound];
    } else {
      delete out[flag];
    }
  }
  if (schema.nullable !== true) return out;
  const simple = typeof out.type === "string" && !out.$ref && !out.allOf && !out.anyOf && !out.oneOf;
  if (simple) {
    out.type = [out.type, "null"];
    if (out.enum && !out.enum.includes(null)) out.enum = [...out.enum, null];
    return out;
  }
  if (out.anyOf && !out.$ref && !out.type && !out.allOf && !out.oneOf && !out.enum) {
    return { ...out, anyOf: [{ type: "null" }, ...out.anyOf] };
  }
  return { anyOf: [{ type: "null" }, out] };
}

const options = {
  strict: false,
  validateFormats: false,
  validateSchema: false,
  logger: false,
  inlineRefs: true,
};
const loaded = new Map();

function load(name, dialect) {
  if (loaded.has(name)) return loaded.get(name);
  let document = JSON.parse(readFileSync(join(folder, name), "utf8"));
  const ajv = dialect === "openapi-3.0" ? new Ajv(options) : new Ajv2020(options);
  if (dialect.startsWith("openapi")) document = rewrite(document, dialect === "openapi-3.0");
  const id = document.$id ?? name;
  ajv.addSchema(document, id);
  loaded.set(name, { ajv, id });
  return loaded.get(name);
}

const work = [];
const started = performance.now();
for (const each of cases) {
  const { ajv, id } = load(each.schema_file, each.dialect);
  const validate = ajv.compile({ $ref: `${id}#${encodeURI(each.schema_pointer)}` });
  const count = which === "whole" ? each.whole : each.instances.length;
  for (const value of each.instances.slice(0, count)) work.push([validate, value]);
}
const compiled = performance.now() - started;
const verdicts = work.map(([validate, value]) => (validate(value) ? "1" : "0")).join("");

function pass() {
  let valid = 0;
  for (const [validate, value] of work) if (validate(value)) ++valid;
  return valid;
}
const warm = process.cpuUsage();
while (process.cpuUsage(warm).user < 2e6) pass(); // two seconds of its own, however busy the machine
let passes = 0;
const begin = performance.now();
const cpuBegin = process.cpuUsage();
let now = begin;
while (now < begin + Number(seconds) * 1000) {
  pass();
  ++passes;
  now = performance.now();
}
const cpu = process.cpuUsage(cpuBegin);
console.log(JSON.stringify({
  validations_per_second: Math.round((passes * work.length * 1000) / (now - begin)),
  validations_per_cpu_second: Math.round((passes * work.length * 1e6) / (cpu.user + cpu.system)),
  compile_seconds: compiled / 1000,
  cases: cases.length,
  values: work.length,
  verdicts,
}));
