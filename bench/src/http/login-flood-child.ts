import { setTimeout as sleep } from "node:timers/promises";

// Clients that sign in over and over, in a process of their own so that they do not slow down who measures beside them.

/** Whoever is told to come back comes back much too soon. */
const PAUSE_MS = 100;

const [url = "", clients = ""] = process.argv.slice(2);
let refused = 0;

async function client(nth: number): Promise<void> {
  for (;;) {
    const response = await fetch(`${url}/api/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ username: nth % 2 === 0 ? "root" : `nobody${nth}`, password: "wrong horse battery" }),
    });
    await response.arrayBuffer();
    if (response.status !== 429) continue;
    refused += 1;
    // As many wait as may.
    if (refused === 1) console.log(`flood listens at ${url}`);
    await sleep(PAUSE_MS);
  }
}

await Promise.all(Array.from({ length: Number(clients) }, async (_, nth) => await client(nth)));
