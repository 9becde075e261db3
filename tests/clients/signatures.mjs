// Webhooks judged by the libraries that the vendors give to those who receive them. Reads a JSON array from standard
// input, prints one of the same length: {"accepted": true} or {"accepted": false, "why": "..."}. Each element has the
// library, the secret, the url, the headers (names in lower case) and the body in base64.
import { readFileSync } from "node:fs";

// Each gives a judge, which throws or says what is not true if it does not believe what it is given.
const libraries = {
  async standardwebhooks() {
    const { Webhook } = await import("standardwebhooks");
    return ({ secret, headers, text }) => Boolean(new Webhook(secret).verify(text, headers));
  },
  async stripe() {
    const { default: Stripe } = await import("stripe");
    const { webhooks } = new Stripe("sk_test_of_nobody");
    return ({ secret, headers, text }) => Boolean(webhooks.constructEvent(text, headers["stripe-signature"], secret));
  },
  async "@octokit/webhooks-methods"() {
    const { verify } = await import("@octokit/webhooks-methods");
    return ({ secret, headers, text }) => verify(secret, text, headers["x-hub-signature-256"]);
  },
  async twilio() {
    const { default: twilio } = await import("twilio");
    return ({ secret, headers, text, url }) =>
      twilio.validateRequest(secret, headers["x-twilio-signature"], url, Object.fromEntries(new URLSearchParams(text)));
  },
};

async function verdict(judge, sent) {
  try {
    const accepted = await judge({ ...sent, text: Buffer.from(sent.body, "base64").toString("utf8") });
    return accepted === true ? { accepted } : { accepted: false, why: "the signature is not right" };
  } catch (error) {
    return { accepted: false, why: String(error.message) };
  }
}

const judges = {};
const verdicts = [];
for (const sent of JSON.parse(readFileSync(0, "utf8"))) {
  judges[sent.library] ??= await libraries[sent.library]();
  verdicts.push(await verdict(judges[sent.library], sent));
}
process.stdout.write(JSON.stringify(verdicts));
