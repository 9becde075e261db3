// The shop on the web: POST /orders for buyers, POST /webhook for Stripe.
import { createServer, type IncomingMessage, type Server } from "node:http";
import Stripe from "stripe";
import type { Shop } from "./shop.js";

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** `secret` is that of the webhook endpoint: whatever is not signed with it is turned away. */
export function serve(shop: Shop, stripe: Stripe, secret: () => string): Server {
  return createServer(async (request, response) => {
    const answer = (status: number, value: object) => response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
    try {
      const body = await bodyOf(request);
      if (request.method === "POST" && request.url === "/webhook") {
        const event = stripe.webhooks.constructEvent(body, String(request.headers["stripe-signature"]), secret());
        await shop.hear(event);
        answer(200, {});
      } else if (request.method === "POST" && request.url === "/orders") {
        const { id, amount, card } = JSON.parse(body.toString()) as { id: string; amount: number; card: string };
        const order = await shop.buy(id, amount, card);
        answer(order.state === "declined" ? 402 : 200, order);
      } else {
        answer(404, {});
      }
    } catch (error) {
      answer(error instanceof Stripe.errors.StripeSignatureVerificationError ? 400 : 502, { error: String(error) });
    }
  });
}
