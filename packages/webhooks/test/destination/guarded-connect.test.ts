import { Client } from "undici";
import { expect, test } from "vitest";
import { HttpSender } from "../../src/attempt/http-sender.ts";
import { DestinationRefused } from "@cadastre/inventory-core/outbound";
import { destinationRule } from "../../src/destination/destination-url.ts";
import { guardedConnect } from "../../src/destination/guarded-connect.ts";
import type { OutboundNetwork } from "@cadastre/inventory-core/outbound";
import { ALLOWED_ADDRESS, answering, type Receiver, realClock, sendTo, shipmentTo, startReceiver } from "../attempt/receiver.ts";
import { acceptedHosts, blockedAnswers, refusedHosts, refusedUrls } from "./bypass-table.ts";

const OK = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";

/** A network whose names lead where the test says, and which counts what is dialled. */
function counting(receiver: Receiver, resolve: OutboundNetwork["resolve"]): OutboundNetwork & { readonly dialled: string[] } {
  const dialled: string[] = [];
  return {
    dialled,
    resolve,
    dial: (target) => {
      dialled.push(target.address);
      return receiver.network.dial(target);
    },
  };
}

/** Past the parser: what a connector does with a host that was never checked. */
async function connectTo(origin: string, network: OutboundNetwork): Promise<unknown> {
  const signal = new AbortController().signal;
  const client = new Client(origin, {
    connect: guardedConnect({ network, rule: destinationRule(""), clock: realClock, signal, timeoutMs: 1000, onStage: () => undefined }),
  });
  try {
    return (await client.request({ method: "POST", path: "/" })).statusCode;
  } catch (error) {
    return error;
  } finally {
    await client.destroy();
  }
}

test("no refused URL is looked up or dialled", async () => {
  await using canary = await startReceiver(answering(OK));
  const network = counting(canary, () => Promise.reject(new Error("looked up")));
  const urls = [...refusedUrls, ...refusedHosts.flatMap(({ host }) => [`http://${host}:${canary.port}/`, `https://${host}/`])];
  for (const url of urls) {
    const outcome = await new HttpSender({ clock: realClock, headerPrefix: "X-Service-", network }).send(
      shipmentTo(url),
      new AbortController().signal,
    );
    expect(outcome, url).toMatchObject({
      delivered: false,
      status: null,
      error: expect.stringMatching(/^The URL of the webhook must/) as string,
    });
  }
  // The connector itself refuses addresses, for which undici asks no look-up function.
  for (const { host, kind } of refusedHosts) {
    const url = URL.parse(`http://${host}:${canary.port}`);
    if (url === null || ["localhost", "no host", "too long", "a user"].includes(kind)) continue;
    expect(await connectTo(url.origin, network), host).toBeInstanceOf(DestinationRefused);
  }
  expect([network.dialled, canary.arrived()]).toEqual([[], 0]);
});

test("accepted hosts are dialled at the address that was checked, and nowhere else", async () => {
  await using receiver = await startReceiver(answering(OK));
  for (const { host } of acceptedHosts) {
    const network = counting(receiver, async () => ["10.77.0.5"]);
    const outcome = await sendTo({ network }, { url: `http://${host}:8080/` });
    expect(outcome, host).toMatchObject({ delivered: true });
    const { hostname } = new URL(`http://${host}`);
    expect(network.dialled).toEqual([
      /^[\d.]+$/.test(hostname) ? hostname : hostname.startsWith("[") ? hostname.slice(1, -1) : "10.77.0.5",
    ]);
  }
});

test.each(blockedAnswers)("a name that leads to %j is refused, alone and beside an allowed address", async (blocked) => {
  await using canary = await startReceiver(answering(OK));
  for (const answer of [[blocked], [ALLOWED_ADDRESS, blocked], [blocked, ALLOWED_ADDRESS], ["fd12::1", ALLOWED_ADDRESS, blocked]]) {
    const network = counting(canary, async () => answer);
    const outcome = await sendTo({ network });
    expect(outcome).toMatchObject({
      delivered: false,
      status: null,
      error: expect.stringMatching(/^The name receiver\.test resolves to .*, which is .*\.$/) as string,
    });
    expect([network.dialled, canary.arrived()]).toEqual([[], 0]);
  }
});

test("a name without an address is refused", async () => {
  await using canary = await startReceiver(answering(OK));
  expect((await sendTo({ network: counting(canary, async () => []) })).error).toBe("The name receiver.test has no address.");
  expect(canary.arrived()).toBe(0);
});

test("a name is looked up once for each connection, and judged anew at each attempt", async () => {
  await using receiver = await startReceiver(answering(OK));
  const answers = [[ALLOWED_ADDRESS], ["127.0.0.1"], [ALLOWED_ADDRESS], ["::1"]];
  let asked = 0;
  const network = counting(receiver, async () => answers[asked++ % answers.length] ?? []);
  const delivered: boolean[] = [];
  for (let attempt = 0; attempt < 4; attempt += 1) delivered.push((await sendTo({ network })).delivered);
  expect([delivered, asked, network.dialled]).toEqual([[true, false, true, false], 4, [ALLOWED_ADDRESS, ALLOWED_ADDRESS]]);
});

test("an answer that changes after the check changes nothing", async () => {
  await using receiver = await startReceiver(answering(OK));
  const answer = [ALLOWED_ADDRESS];
  const network = counting(receiver, async () => {
    setImmediate(() => answer.splice(0, 1, "127.0.0.1"));
    return answer;
  });
  await sendTo({ network });
  expect(network.dialled).toEqual([ALLOWED_ADDRESS]);
});

test.each([301, 302, 303, 307, 308])("a %i to a blocked address is not followed", async (status) => {
  await using canary = await startReceiver(answering(OK));
  await using receiver = await startReceiver(
    answering(
      `HTTP/1.1 ${status} Moved\r\nLocation: http://127.0.0.1:${canary.port}/\r\nRefresh: 0; ` +
        `url=http://127.0.0.1:${canary.port}/\r\nContent-Length: 0\r\n\r\n`,
    ),
  );
  expect(await sendTo(receiver)).toMatchObject({
    delivered: false,
    status,
    error: `The receiver responded with ${status}; redirects are not followed.`,
  });
  expect([receiver.arrived(), canary.arrived()]).toEqual([1, 0]);
});
