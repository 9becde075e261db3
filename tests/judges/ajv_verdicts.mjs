// ajv_verdicts.mjs FOLDER: writes the webhooks that GitHub gives as examples into FOLDER, each with two changed copies,
// and prints what Ajv says of every file, as {"push-3.json": true, ...}. Formats are asserted by nobody.
import { createRequire } from "node:module";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

const require = createRequire(import.meta.url);
const Ajv = require("ajv").default;
const events = require("@octokit/webhooks-examples/api.github.com/index.json");
const schema = require("@octokit/webhooks-schemas/schema.json");
const folder = process.argv[2];

// The schema has words of its own (tsAdditionalProperties), which say nothing about payloads.
const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: false });
const fits = ajv.compile(schema);
writeFileSync(join(folder, "schema"), JSON.stringify(schema));

// One key less, or one value of another type, at a place that moves on from payload to payload.
function changed(payload, number, change) {
  const copy = structuredClone(payload);
  const places = [];
  const walk = (value) => {
    if (value === null || typeof value !== "object") return;
    for (const key of Object.keys(value)) {
      if (!Array.isArray(value)) places.push([value, key]);
      walk(value[key]);
    }
  };
  walk(copy);
  const [holder, key] = places[(number * 7) % places.length];
  change(holder, key);
  return copy;
}

const verdicts = {};
let number = 0;
for (const event of events) {
  for (const example of event.examples) {
    const copies = {
      "": example,
      "-less": changed(example, number, (holder, key) => delete holder[key]),
      "-other": changed(example, number, (holder, key) => { holder[key] = typeof holder[key] === "string" ? 7 : "seven"; }),
    };
    for (const [ending, payload] of Object.entries(copies)) {
      const name = `${event.name}-${number}${ending}.json`;
      writeFileSync(join(folder, name), JSON.stringify(payload));
      verdicts[name] = fits(payload);
    }
    number += 1;
  }
}
console.log(JSON.stringify(verdicts));
