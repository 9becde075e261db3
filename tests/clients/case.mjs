// Runs one case of a client program: node x.mjs CASE '{"port": 1234, "ca": "ca.pem", "unix": "s.sock"}'.
// It is well if the process ends with 0; otherwise standard error says why.
import { readFileSync } from "node:fs";

export async function main(cases) {
  const [name, told] = process.argv.slice(2);
  const place = JSON.parse(told);
  place.certificate = () => readFileSync(place.ca);
  try {
    await cases[name](place);
  } catch (error) {
    console.error(error.stack ?? String(error));
    process.exit(1);
  }
  process.exit(0);
}

// The next time `emitter` tells of `event`; an error instead of it is a failure.
export function next(emitter, event) {
  return new Promise((resolve, reject) => {
    const fail = (error) => reject(error instanceof Error ? error : new Error(String(error?.message ?? error)));
    emitter.once("error", fail);
    emitter.once(event, (...values) => {
      emitter.off("error", fail);
      resolve(values);
    });
  });
}
