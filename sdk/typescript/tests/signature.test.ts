// Signatures as a vendor makes them, checked without a server.
import { createHash, createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { isSignedBy } from "../src/signature.js";

const sha1 = (text: string) => createHmac("sha1", "token").update(text).digest("base64");

test("of a form the address and its members are signed, in the order of the names", () => {
  const url = "http://127.0.0.1:1/hook";
  const signed = (body: string) => ({ headers: { "x-twilio-signature": sha1(`${url}B2a1`) }, body: Buffer.from(body), url });
  expect(isSignedBy(signed("a=1&B=2"), "token")).toBe(true);
  expect(isSignedBy(signed("a=1&B=2"), "other")).toBe(false);
  expect(isSignedBy(signed("a=1&B=3"), "token")).toBe(false);
});

test("of any other body the address alone is signed, which holds its digest", () => {
  const body = '{"a": "1=2&3"}';
  const url = `http://127.0.0.1:1/hook?x=y&bodySHA256=${createHash("sha256").update(body).digest("hex")}`;
  const signed = (text: string, at = url) => ({ headers: { "x-twilio-signature": sha1(url) }, body: Buffer.from(text), url: at });
  expect(isSignedBy(signed(body), "token")).toBe(true);
  expect(isSignedBy(signed(`${body} `), "token")).toBe(false);
  expect(isSignedBy(signed(body, url.replace("x=y", "x=z")), "token")).toBe(false);
});
