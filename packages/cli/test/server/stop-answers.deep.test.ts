import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { serve } from "../support/command.ts";

const SETTINGS = {
  INITIAL_ADMIN_USERNAME: "root",
  INITIAL_ADMIN_PASSWORD: "correct horse battery",
  BCRYPT_COST: "4",
  COOKIE_SECURE: "false",
  RATE_LIMIT_ENABLED: "false",
};
const AJAX = { "x-requested-with": "XMLHttpRequest", "content-type": "application/json" };
const ROUNDS = 4;

/** @returns the status of the answer, or the code of the connection's failure */
async function post(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<number | string> {
  return await new Promise((resolve) => {
    const sent = request(url, { method: "POST", agent: false, headers }, (answer) => {
      answer.resume().on("end", () => resolve(answer.statusCode ?? 0));
    });
    sent.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    sent.end(body);
  });
}

it("20 concurrent POSTs are answered or not accepted when SIGTERM follows 30 ms later, and none is reset", async () => {
  const folder = await mkdtemp(join(tmpdir(), "cadastre-stop-"));
  onTestFinished(async () => await rm(folder, { recursive: true, force: true }));
  const outcomes: (number | string)[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const server = await serve({ ...SETTINGS, DATA_DIR: folder });
    onTestFinished(() => void server.child.kill("SIGKILL"));
    const login = await fetch(`${server.url}/api/auth/login`, {
      method: "POST",
      headers: AJAX,
      body: JSON.stringify({ username: SETTINGS.INITIAL_ADMIN_USERNAME, password: SETTINGS.INITIAL_ADMIN_PASSWORD }),
    });
    const headers = { ...AJAX, cookie: (login.headers.get("set-cookie") ?? "").split(";")[0] as string };
    const exited = once(server.child, "exit");
    const answers = Array.from(
      { length: 20 },
      async (_, n) => await post(`${server.url}/api/devices`, headers, JSON.stringify({ name: `device ${round}-${n}` })),
    );
    // The time of the report, not a wait for something to happen.
    await delay(30);
    server.child.kill("SIGTERM");
    outcomes.push(...(await Promise.all(answers)));
    expect(await exited).toEqual([0, null]);
  }
  expect(outcomes.filter((outcome) => ![201, 503, "ECONNREFUSED"].includes(outcome))).toEqual([]);
  expect(outcomes).toContain(201);
});
