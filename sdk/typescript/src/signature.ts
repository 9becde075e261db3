// Checks the signature of a webhook in the scheme of the vendor who sent it, told by its headers. No tolerance in time:
// what a test receives was signed with the world's clock.
import { createHash, createHmac, timingSafeEqual } from "node:crypto";

export interface Signed {
  headers: Record<string, string>;
  body: Buffer;
  /** As the sender addressed it: some schemes sign it. */
  url: string;
}

type Scheme = (signed: Signed, secret: string) => boolean;

function isSame(given: string, wanted: string): boolean {
  const left = Buffer.from(given);
  const right = Buffer.from(wanted);
  return left.length === right.length && timingSafeEqual(left, right);
}

const hmac = (algorithm: string, key: string | Buffer, parts: (string | Buffer)[]) =>
  parts.reduce((made, part) => made.update(part), createHmac(algorithm, key));

// Standard Webhooks: "v1,<base64>" of "id.timestamp.body", several with spaces between.
const standard =
  (prefix: string): Scheme =>
  ({ headers, body }, secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
    const text = `${headers[`${prefix}-id`] ?? ""}.${headers[`${prefix}-timestamp`] ?? ""}.`;
    const wanted = `v1,${hmac("sha256", key, [text, body]).digest("base64")}`;
    return (headers[`${prefix}-signature`] ?? "").split(" ").some((given) => isSame(given, wanted));
  };

// "t=1735689600,v1=<hex>" of "t.body": Stripe, and Parcel after it.
const timed =
  (header: string): Scheme =>
  ({ headers, body }, secret) => {
    const parts = (headers[header] ?? "").split(",").map((part) => part.trim().split("=", 2) as [string, string]);
    const time = parts.find(([name]) => name === "t")?.[1] ?? "";
    const wanted = hmac("sha256", secret, [`${time}.`, body]).digest("hex");
    return parts.some(([name, given]) => name === "v1" && isSame(given, wanted));
  };

const hub: Scheme = ({ headers, body }, secret) => isSame(headers["x-hub-signature-256"] ?? "", `sha256=${hmac("sha256", secret, [body]).digest("hex")}`);

// Twilio: the URL, then the form's names and values in the order of the names. Of a body that is no form the URL alone, which
// then holds a digest of the body.
const twilio: Scheme = ({ headers, body, url }, secret) => {
  const digest = new URLSearchParams(url.split("?")[1] ?? "").get("bodySHA256");
  const form = digest === null ? [...new URLSearchParams(body.toString("utf8"))] : [];
  const pairs = form.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const text = url + pairs.map(([name, value]) => name + value).join("");
  const isWhole = digest === null || isSame(digest, createHash("sha256").update(body).digest("hex"));
  return isWhole && isSame(headers["x-twilio-signature"] ?? "", hmac("sha1", secret, [text]).digest("base64"));
};

const schemes: Record<string, Scheme> = {
  "webhook-signature": standard("webhook"),
  "svix-signature": standard("svix"),
  "stripe-signature": timed("stripe-signature"),
  "parcel-signature": timed("parcel-signature"),
  "x-hub-signature-256": hub,
  "x-twilio-signature": twilio,
};

/** False also for what is not signed at all. */
export function isSignedBy(signed: Signed, secret: string): boolean {
  const scheme = Object.keys(schemes).find((header) => header in signed.headers);
  return scheme !== undefined && (schemes[scheme] as Scheme)(signed, secret);
}
