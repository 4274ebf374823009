import {
  type Clock,
  type EventSource,
  type Logger,
  messageOf,
  type OpenStorage,
  RepeatedTask,
  serviceToken,
  Tally,
  timestampOf,
} from "@cadastre/inventory-core";
import type { Outcome, Sender } from "../attempt/attempt.ts";
import { Claimer } from "./claimer.ts";
import { type Claim, releaseClaims, renewLeases } from "./claims.ts";
import { endAttempts, type EndedAttempt } from "./end-attempts.ts";
import type { FanOut } from "./fan-out.ts";
import { HeldLeases } from "./held-leases.ts";
import type { Load, Shipments } from "./shipments.ts";
import { SLOW_MS, type SlotLimits, Slots } from "./slots.ts";

export const DELIVERY_WORKER = serviceToken<DeliveryWorker>("webhook-delivery-worker");

/** Events of other hosts, and retries, are looked for so often; those of this host at once. */
const POLL_INTERVAL_MS = 500;
/** How long attempts under way may take when the host stops; what is broken off then is sent again. */
const STOP_GRACE_MS = 3_000;
/** Between two tries to write how attempts ended, while the database is away. */
const WRITE_AGAIN_MS = 1_000;

/** What a worker works with. */
export interface DeliveryWorkerParts {
  readonly storage: OpenStorage;
  readonly events: EventSource;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly fanOut: FanOut;
  readonly shipments: Shipments;
  readonly sender: Sender;
  readonly limits: SlotLimits;
  /** Deliveries of a host that is silent for so long are taken by another one. */
  readonly leaseMs: number;
}

/** Sends what is due. Any number of hosts may work on one database; no transaction is open while an attempt goes on. */
export class DeliveryWorker {
  readonly #parts: DeliveryWorkerParts;
  readonly #slots: Slots;
  readonly #leases = new HeldLeases();
  readonly #claimer: Claimer;
  readonly #look: RepeatedTask;
  readonly #heartbeat: RepeatedTask;
  readonly #attempts = new Set<Promise<void>>();
  /** How the attempts of this host ended, since it started. */
  readonly outcomes = new Tally("outcome", ["delivered", "failed"]);
  readonly #stopping = new AbortController();
  readonly #ended: EndedAttempt[] = [];
  #writing: Promise<void> | undefined;
  #stopListening: (() => void) | undefined;
  /** Nothing new is begun; what is under way may still end. */
  #winding = false;

  constructor(parts: DeliveryWorkerParts) {
    this.#parts = parts;
    this.#slots = new Slots(parts.limits);
    this.#claimer = new Claimer({ ...parts, slots: this.#slots, leases: this.#leases });
    this.#look = new RepeatedTask(
      parts.clock,
      parts.logger,
      POLL_INTERVAL_MS,
      "due webhook deliveries could not be read",
      async () => await this.#work(),
    );
    this.#heartbeat = new RepeatedTask(
      parts.clock,
      parts.logger,
      parts.leaseMs / 3,
      "leases of webhook deliveries could not be renewed",
      async () => await this.#renew(),
    );
  }

  /** Aborts when the host stops. */
  get signal(): AbortSignal {
    return this.#stopping.signal;
  }

  /** Attempts that go on. */
  get underWay(): number {
    return this.#attempts.size;
  }

  /** For a health check. @throws Error when deliveries cannot be looked for, or kept */
  check(): void {
    this.#look.check();
    this.#heartbeat.check();
  }

  start(): void {
    this.#stopListening = this.#parts.events.on("*", () => this.wake());
    this.#look.start();
    this.#heartbeat.start();
    this.wake();
  }

  /** There may be something to send. A host that does not deliver leaves it to the others. */
  wake(): void {
    if (this.#stopListening !== undefined) this.#look.now();
  }

  async stop(): Promise<void> {
    this.#stopListening?.();
    this.#stopListening = undefined;
    this.#winding = true;
    this.#claimer.close();
    await this.#look.stop();
    const graceful = new AbortController();
    await Promise.race([Promise.all(this.#attempts), this.#parts.clock.sleep(STOP_GRACE_MS, graceful.signal)]);
    this.#stopping.abort(new Error("the service is stopping"));
    await Promise.all(this.#attempts);
    graceful.abort();
    await this.#writing;
    await this.#heartbeat.stop();
    await this.#release();
  }

  /** What was broken off is due at once. */
  async #release(): Promise<void> {
    const { storage, clock, logger } = this.#parts;
    const left = this.#leases.ids;
    if (left.length === 0) return;
    try {
      await releaseClaims(storage, left, timestampOf(clock));
    } catch (error) {
      // Without the database nobody can be told: it is due when the leases run out.
      logger.warn("interrupted webhook deliveries could not be released", { error: messageOf(error) });
    }
  }

  /** Fans out and sends, until there is neither. */
  async #work(): Promise<void> {
    for (let more = true; more && !this.#winding;) {
      let claims: readonly Claim[] | undefined;
      const step = this.#parts.fanOut.step(async (work, options) => void (claims = await this.#claimer.after(work, options)));
      // What is due is sent also when the log cannot be read on.
      const [fanned] = await Promise.allSettled([step]);
      await this.#begin(claims ?? (await this.#claimer.due()));
      if (fanned.status === "rejected") throw fanned.reason;
      more = fanned.value;
    }
  }

  async #begin(claims: readonly Claim[]): Promise<void> {
    if (claims.length === 0) return;
    const loads = await this.#parts.shipments.of(claims).catch((error: unknown) => {
      // A lease that is held is renewed: these have to run out, or nobody would ever send them.
      for (const claim of claims) this.#drop(claim);
      throw error;
    });
    for (const claim of claims) {
      const load = loads.get(claim);
      if (load === undefined) this.#drop(claim);
      else this.#keep(this.#attempt(claim, load));
    }
  }

  /** Nothing is sent for it. */
  #drop(claim: Claim): void {
    this.#slots.give(claim.webhook_id, undefined);
    this.#leases.drop(claim);
  }

  #keep(attempt: Promise<void>): void {
    this.#attempts.add(attempt);
    void attempt
      .catch((error: unknown) =>
        this.#parts.logger.error("a webhook delivery attempt was lost; it is retried when its lease expires", {
          error: messageOf(error),
        }),
      )
      .finally(() => this.#attempts.delete(attempt));
  }

  async #attempt(claim: Claim, { shipment, maxRetries }: Load): Promise<void> {
    const { sender, clock, logger } = this.#parts;
    let outcome: Outcome;
    const ended = new AbortController();
    void clock.sleep(SLOW_MS, ended.signal).then(
      () => this.#slots.hangs(claim.webhook_id),
      () => undefined,
    );
    try {
      outcome = shipment instanceof Error ? notSent(shipment) : await sender.send(shipment, this.#stopping.signal);
    } catch (error) {
      // Broken off by the stop: the lease is given back, and whoever takes it sends it again.
      if (this.#stopping.signal.aborted) return;
      logger.error("a webhook delivery attempt failed unexpectedly", { delivery: claim.id, error: messageOf(error) });
      outcome = notSent(new Error("the service failed to send it"));
    } finally {
      ended.abort();
    }
    this.#slots.give(claim.webhook_id, outcome.durationMs);
    this.outcomes.count(outcome.delivered ? "delivered" : "failed");
    this.#ended.push({ claim, outcome, maxRetries, endedAtMs: clock.now() });
    this.#writing ??= this.#write().finally(() => (this.#writing = undefined));
    await this.#writing;
  }

  /** Writes how attempts ended, and goes on with what they held up; those that end meanwhile go into the next transaction together. */
  async #write(): Promise<void> {
    while (this.#ended.length > 0) {
      const batch = this.#ended.splice(0);
      let claims: readonly Claim[];
      try {
        // The sooner the better: a process that dies before repeats them all. With the power they may be lost, and are then repeated.
        claims = await this.#claimer.after(async (transaction) => await endAttempts(transaction, batch), { outlives: "process" });
      } catch (error) {
        this.#parts.logger.warn("results of webhook deliveries could not be written", { error: messageOf(error) });
        // Whoever stops cannot wait for the database: those attempts are made again.
        if (this.#stopping.signal.aborted) return;
        this.#ended.unshift(...batch);
        await this.#parts.clock.sleep(WRITE_AGAIN_MS, this.#stopping.signal).catch(() => {});
        continue;
      }
      for (const { claim } of batch) this.#leases.drop(claim);
      this.#keep(
        this.#begin(claims).catch((error: unknown) =>
          this.#parts.logger.warn("webhook deliveries could not be started", { error: messageOf(error) }),
        ),
      );
    }
  }

  async #renew(): Promise<void> {
    const { storage, clock, leaseMs } = this.#parts;
    const leases = this.#leases.ids;
    if (leases.length > 0) await renewLeases(storage, leases, new Date(clock.now() + leaseMs).toISOString());
  }
}

const notSent = (error: Error): Outcome => ({ delivered: false, status: null, body: "", error: error.message, durationMs: 0 });
