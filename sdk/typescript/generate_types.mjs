// Makes src/control_types.ts from the OpenAPI document of the control plane: one interface a record, and one map of
// routes with what each takes and answers. The client is typed by that map, so a call that the server does not know
// does not compile.
//
//     generate_types.mjs --binary PATH [--check]     --check: says whether the file is up to date, and writes nothing
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const TARGET = fileURLToPath(new URL("./src/control_types.ts", import.meta.url));
const PREFIX = "/__admin__";

const isName = (text) => /^[A-Za-z_]\w*$/.test(text);
const nameOf = (text) => (isName(text) ? text : JSON.stringify(text));
const about = (schema, indent) => (schema.description ? `${indent}/** ${schema.description.replaceAll("*/", "* /")} */\n` : "");

function union(types) {
  return [...new Set(types)].join(" | ");
}

function objectType(schema, indent) {
  const properties = schema.properties ?? {};
  const required = schema.required ?? [];
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(
    ([name, member]) => `${about(member, inner)}${inner}${nameOf(name)}${required.includes(name) ? "" : "?"}: ${typeOf(member, inner)};\n`,
  );
  for (const name of required) if (!(name in properties)) lines.push(`${inner}${nameOf(name)}: unknown;\n`);
  const more = schema.additionalProperties;
  if (more !== false) {
    const type = typeof more === "object" && lines.length === 0 ? typeOf(more, inner) : "unknown";
    lines.push(`${inner}[name: string]: ${type};\n`);
  }
  return `{\n${lines.join("")}${indent}}`;
}

function typeOf(schema, indent = "") {
  if (schema === true || schema === undefined) return "unknown";
  if (schema.$ref) return schema.$ref.split("/").pop();
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)));
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  return union(
    types.map((type) => {
      switch (type) {
        case "integer":
        case "number":
          return "number";
        case "string":
        case "boolean":
        case "null":
          return type;
        case "array": {
          const item = typeOf(schema.items, indent);
          return /[ |]/.test(item) && !item.startsWith("{") ? `(${item})[]` : `${item}[]`;
        }
        case "object":
          return schema.properties || schema.additionalProperties !== undefined ? objectType(schema, indent) : "Record<string, unknown>";
        default:
          return "unknown";
      }
    }),
  );
}

function routeType(operation) {
  const query = (operation.parameters ?? []).filter((one) => one.in === "query");
  const body = operation.requestBody?.content?.["application/json"]?.schema;
  const answers = Object.entries(operation.responses).filter(([status]) => status.startsWith("2"));
  const content = answers[0]?.[1].content ?? {};
  const answer = content["application/json"] ? typeOf(content["application/json"].schema, "    ") : "string";
  const queries = query.map((one) => `${nameOf(one.name)}?: ${typeOf(one.schema)}`).join("; ");
  return `{\n    query: ${queries ? `{ ${queries} }` : "Record<string, never>"};\n    body: ${body ? typeOf(body, "    ") : "undefined"};\n    answer: ${answer};\n  }`;
}

function makeTypes(document) {
  let text = "// Made by generate_types.mjs from /__admin__/openapi.json; not to be changed by hand.\n";
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    const type = typeOf(schema);
    text += `\n${about(schema, "")}`;
    text += type.startsWith("{") ? `export interface ${name} ${type}\n` : `export type ${name} = ${type};\n`;
  }
  text += "\n/** What each route of the control plane takes and answers. */\nexport interface Routes {\n";
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (!operation.responses) continue;
      text += `  /** ${operation.summary} */\n  ${JSON.stringify(`${method.toUpperCase()} ${path.replace(PREFIX, "")}`)}: ${routeType(operation)};\n`;
    }
  }
  return `${text}}\n`;
}

const words = process.argv.slice(2);
const binary = words[words.indexOf("--binary") + 1];
if (!words.includes("--binary") || !binary) {
  console.error("generate_types.mjs --binary PATH [--check]");
  process.exit(2);
}
const made = makeTypes(JSON.parse(execFileSync(binary, ["version", "--openapi"], { env: { PATH: "/usr/bin:/bin" }, encoding: "utf8" })));
if (!words.includes("--check")) {
  writeFileSync(TARGET, made);
} else if (readFileSync(TARGET, "utf8") !== made) {
  console.error("sdk/typescript/src/control_types.ts is not what the control plane says; run sdk/typescript/generate_types.mjs --binary PATH");
  process.exit(1);
}
