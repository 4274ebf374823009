import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Host } from "../../http/host.ts";

const PAUSE_MS = 100;
/** Longer than anything that a failover needs. */
const GIVE_UP_MS = 45_000;

/** A write that the server said was done. */
export interface Acknowledged {
  readonly id: string;
  readonly name: string;
  /** Of `performance.now()`, when the answer came. */
  readonly at: number;
  /** When it was first sent. */
  readonly sentAt: number;
}

/** What writers of a trial were told. */
export class Ledger {
  readonly acknowledged: Acknowledged[] = [];
  /** Answers other than 201, and connections that broke, with how often each was met. */
  readonly refused = new Map<string, number>();
}

/**
 * Creates devices one after the other until it is stopped; what is not acknowledged is sent again under its key, as a careful client does.
 */
export async function write(host: Host, prefix: string, ledger: Ledger, stop: AbortSignal): Promise<void> {
  for (let n = 0; !stop.aborted; n += 1) {
    const name = `${prefix}-${n}`;
    const key = randomUUID();
    const sentAt = performance.now();
    for (;;) {
      const answer = await create(host, name, key);
      if (answer.id !== undefined) {
        ledger.acknowledged.push({ id: answer.id, name, at: performance.now(), sentAt });
        break;
      }
      ledger.refused.set(answer.refusal, (ledger.refused.get(answer.refusal) ?? 0) + 1);
      if (performance.now() - sentAt > GIVE_UP_MS) throw new Error(`${name} was not taken within ${GIVE_UP_MS} ms: ${answer.refusal}`);
      await sleep(PAUSE_MS);
    }
  }
}

type Answer = { readonly id: string; readonly refusal?: undefined } | { readonly id?: undefined; readonly refusal: string };

async function create(host: Host, name: string, key: string): Promise<Answer> {
  try {
    const response = await fetch(`${host.url}/api/devices`, {
      method: "POST",
      headers: { ...host.headers, "content-type": "application/json", "idempotency-key": key },
      body: JSON.stringify({ name }),
    });
    const body = (await response.json()) as { readonly id?: string; readonly code?: string; readonly error?: string };
    if (response.status === 201 && body.id !== undefined) return { id: body.id };
    // The first sending may still be at work, which is said with 409; anything but that and 503 is a fault.
    if (response.status !== 503 && response.status !== 409) throw new Unexpected(`${name}: ${response.status} ${JSON.stringify(body)}`);
    return { refusal: `${response.status} ${(body.error ?? body.code ?? "").split(/[;:]/)[0]}` };
  } catch (error) {
    if (error instanceof Unexpected) throw error;
    return { refusal: error instanceof Error ? error.message : String(error) };
  }
}

class Unexpected extends Error {}
