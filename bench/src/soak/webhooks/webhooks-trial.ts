import { setTimeout as sleep } from "node:timers/promises";
import type { Target } from "../crash/library-performer.ts";
import { checkDeliveries, type CommittedEvent, type DeliveredRow } from "./check-deliveries.ts";
import { Child } from "./child.ts";
import type { Opening } from "./messages.ts";
import { openPlace, type TrialPlace } from "./trial-place.ts";
import { Workers } from "./workers.ts";

export interface WebhooksTrialOptions {
  readonly storage: Target["storage"];
  readonly events: number;
  /** Events a second that are committed, at most. */
  readonly rate: number;
  readonly seed: number;
  /** More repeated ones than this are a violation; without it they are only told. */
  readonly maxRepeatedPercent?: number;
  readonly report: (line: string) => void;
}

export interface WebhooksTrialResult {
  readonly events: number;
  readonly requests: number;
  /** Requests for a delivery that the receiver had answered with 2xx before. */
  readonly repeats: number;
  /** Of all events. */
  readonly repeatedPercent: number;
  readonly kills: number;
  /** Times that the clocks were moved on to the next retries. */
  readonly leaps: number;
  readonly answers: Readonly<Record<string, number>>;
  readonly eventsASecond: number;
  readonly seconds: number;
  /** Empty is a pass. */
  readonly violations: readonly string[];
}

/** Nothing ends for so long: something is lost. */
const STUCK_MS = 90_000;

/**
 * Events on their way to a receiver that fails, while workers are killed and the database restarts: each arrives at least
 * once, and hardly any twice.
 */
export async function webhooksTrial(options: WebhooksTrialOptions): Promise<WebhooksTrialResult> {
  options.report(`webhooks trial: ${options.storage}, ${options.events} events, seed ${options.seed}`);
  const began = Date.now();
  await using place = await openPlace(options.storage);
  const receiver = new Child("receiver-child", [String(options.seed)]);
  const writer = new Child("writer-child");
  let aheadMs = 0;
  let workers: Workers | undefined;
  try {
    const told = await receiver.ask({ warm: true });
    const port = "port" in told ? told.port : 0;
    const opening = (): Opening => ({ target: place.target, port, aheadMs });
    await writer.ask({ open: opening() });
    workers = new Workers(options.storage, opening);
    await workers.start();
    const writingSince = Date.now();
    await Promise.all([
      writer.ask({ write: { events: options.events, rate: options.rate } }, 24 * 3_600_000),
      restartMidway(place, options),
    ]);
    const writtenMs = Date.now() - writingSince;
    let leaps = 0;
    const violations: string[] = [];
    for await (const nextAt of nextRetries(place, violations)) {
      // Nothing but retries is left. Both workers are dead while time moves on, so no lease runs out in a live one's hands.
      await workers.stop();
      aheadMs = Math.max(aheadMs, nextAt - Date.now() + 1000);
      leaps += 1;
      await workers.start();
    }
    await workers.stop();
    const report = await receiver.ask({ report: true });
    if (!("receipts" in report)) throw new Error("the receiver does not tell what it got");
    const checked = await place.reading(async (read) =>
      checkDeliveries((await read(eventsOf(place))) as CommittedEvent[], (await read(ROWS)) as DeliveredRow[], report.receipts),
    );
    const repeatedPercent = (checked.repeats / checked.events) * 100;
    if (repeatedPercent >= (options.maxRepeatedPercent ?? 100))
      violations.push(`${checked.repeats} of ${checked.events} were repeated, ${repeatedPercent.toFixed(2)} %`);
    return {
      ...checked,
      repeatedPercent,
      kills: workers.kills,
      leaps,
      answers: report.answers,
      eventsASecond: checked.events / (writtenMs / 1000),
      seconds: (Date.now() - began) / 1000,
      violations: [...checked.violations.slice(0, 20), ...violations],
    };
  } finally {
    await workers?.close();
    await Promise.all([writer.kill(), receiver.kill()]);
  }
}

const DEVICE_EVENTS = "event in ('device.created', 'device.updated', 'device.deleted')";
const ROWS = "select id, event_id, status, request_body from webhook_delivery";

const eventsOf = ({ order }: TrialPlace): string => `select id, record_id from event where ${DEVICE_EVENTS} order by ${order}`;

/** Once half of the events are committed. */
async function restartMidway(place: TrialPlace, { events, report }: WebhooksTrialOptions): Promise<void> {
  if (place.restart === undefined) return;
  const committed = async (): Promise<number> =>
    await place.reading(async (read) =>
      Number(((await read(`select count(*) as n from event where ${DEVICE_EVENTS}`)) as { n: unknown }[])[0]?.n),
    );
  while ((await committed()) < events / 2) await sleep(250);
  await place.restart();
  report("PostgreSQL was ended and started again");
}

interface Left {
  readonly unfinished: unknown;
  readonly retrying: unknown;
  readonly latest: string | null;
}

/** When retries are all that is left: the time of the last of them (Unix milliseconds). Ends when everything has ended. */
async function* nextRetries(place: TrialPlace, violations: string[]): AsyncGenerator<number> {
  // What is retried has no lease: one that is under way is about to end.
  const sql = `select (select count(*) from event where ${DEVICE_EVENTS}) - (select count(*) from webhook_delivery
    where status = 'success' or status = 'failed') as unfinished,
    (select count(*) from webhook_delivery where status = 'retrying' and lease is null) as retrying,
    (select max(next_attempt_at) from webhook_delivery where status = 'retrying') as latest`;
  let least = Number.POSITIVE_INFINITY;
  let reached = 0;
  let movedAt = Date.now();
  for (;;) {
    const [left] = (await place.reading(async (read) => await read(sql))) as readonly Left[];
    const unfinished = Number(left?.unfinished);
    if (unfinished === 0) return;
    if (unfinished < least) [least, movedAt] = [unfinished, Date.now()];
    if (Date.now() - movedAt > STUCK_MS) {
      violations.push(`${unfinished} events have not ended after ${STUCK_MS / 1000} s without any progress`);
      return;
    }
    const latest = Date.parse(left?.latest ?? "");
    // Those that are due by the clocks of now are sent first.
    if (Number(left?.retrying) === unfinished && latest > reached) yield (reached = latest);
    await sleep(250);
  }
}
