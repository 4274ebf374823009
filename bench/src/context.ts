import { type Host, startHost } from "./http/host.ts";
import type { StorageName } from "./raw/raw-database.ts";
import { DOCUMENT_VERSION, type Place } from "./rows/device-rows.ts";
import { devicePlace, loadDevices } from "./rows/place.ts";
import { type FilledPool, fillPool, type PoolFill } from "./rows/pool-fill.ts";
import type { Scale } from "./scale.ts";
import type { Engine, OpenOptions, Subject } from "./subject.ts";

/** A database with so many devices. */
export interface Devices {
  readonly count: number;
  readonly subject: Subject;
  readonly place: Place;
}

/** The databases that workloads share, made when they are asked for. */
export class Context {
  readonly storage: StorageName;
  readonly scale: Scale;
  readonly #engine: Engine;
  readonly #devices = new Map<number, Devices>();
  readonly #pools = new Map<string, FilledPool>();
  readonly #hosts = new Map<Subject, Host>();
  #poolSubject: Subject | undefined;

  constructor(engine: Engine, scale: Scale) {
    this.#engine = engine;
    this.storage = engine.storage;
    this.scale = scale;
  }

  /** The largest number of devices of this run. */
  get most(): number {
    return Math.max(...this.scale.devices);
  }

  /** An empty database for a workload that writes; it is gone when the work is done. @param options what its inventory has of its own */
  async withEmpty<T>(work: (subject: Subject) => Promise<T>, options?: OpenOptions): Promise<T> {
    const subject = await this.#engine.open(options);
    try {
      return await work(subject);
    } finally {
      await subject.close();
    }
  }

  async devices(count: number): Promise<Devices> {
    const known = this.#devices.get(count);
    if (known !== undefined) return known;
    const subject = await this.#engine.open();
    const version = subject.inventory.host.documents.find(({ table }) => table === "device")?.version;
    if (version !== DOCUMENT_VERSION) throw new Error(`documents of devices are of version ${version}: raise DOCUMENT_VERSION`);
    const place = await devicePlace(subject.inventory, 10);
    await loadDevices(subject, place, count, false);
    await subject.settle();
    const made = { count, subject, place };
    this.#devices.set(count, made);
    return made;
  }

  /** The database of all pools that are only read. */
  async poolSubject(): Promise<Subject> {
    return (this.#poolSubject ??= await this.#engine.open());
  }

  /** A pool that is only read; the same for the same network. */
  async pool(fill: PoolFill): Promise<FilledPool> {
    const known = this.#pools.get(fill.subnet);
    if (known !== undefined) return known;
    const subject = await this.poolSubject();
    const made = await fillPool(subject, fill);
    await subject.settle();
    this.#pools.set(fill.subnet, made);
    return made;
  }

  /** The server on a database, in a process of its own. */
  async host(subject: Subject): Promise<Host> {
    let host = this.#hosts.get(subject);
    if (host === undefined) this.#hosts.set(subject, (host = await startHost(subject.url)));
    return host;
  }

  async close(): Promise<void> {
    for (const host of this.#hosts.values()) await host.stop();
    for (const { subject } of this.#devices.values()) await subject.close();
    await this.#poolSubject?.close();
    await this.#engine.close();
  }
}
