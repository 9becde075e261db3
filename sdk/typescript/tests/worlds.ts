// One server for a file of tests, and a fork for each test.
import { understudy, type Sandbox } from "@understudy/sdk";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";

export function useWorlds(pack = "deck"): () => Sandbox {
  let server: Sandbox;
  let world: Sandbox;
  beforeAll(async () => void (server = await understudy.launch({ pack })));
  beforeEach(async () => void (world = await server.fork()));
  afterEach(() => world.close());
  afterAll(() => server.close());
  return () => world;
}
