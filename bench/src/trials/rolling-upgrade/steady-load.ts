import type { Answer, Sent } from "../proxies/tls-caller.ts";

type Call = (path: string, sent?: Sent) => Promise<Answer>;

interface Device {
  readonly id: string;
  readonly description: string;
}

/** Writers and readers that never send anything again: whatever is not answered as it should be is a failure. */
export class SteadyLoad {
  /** What went wrong, a sentence each. */
  readonly failures: string[] = [];
  /** Description that was acknowledged last, by the id of the device. */
  readonly devices = new Map<string, string>();
  /** Ids of allocations that were acknowledged. */
  readonly allocations = new Set<string>();
  readonly pool: string;
  writes = 0;
  reads = 0;
  readonly #call: Call;
  readonly #stop = new AbortController();
  #loops: readonly Promise<void>[] = [];

  /** @param pool id of a pool with room @param call calls the API through the proxy */
  constructor(call: Call, pool: string) {
    this.#call = call;
    this.pool = pool;
  }

  begin(writers: number, readers: number): void {
    this.#loops = [
      ...Array.from({ length: writers }, async (_, writer) => await this.#loop(async (round) => await this.#write(writer, round))),
      ...Array.from({ length: readers }, async () => await this.#loop(async (round) => await this.#read(round))),
    ];
  }

  async end(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#loops);
  }

  async #loop(work: (round: number) => Promise<void>): Promise<void> {
    for (let round = 0; !this.#stop.signal.aborted; round += 1) {
      await work(round).catch((error: unknown) => {
        this.failures.push(error instanceof Error ? error.message : String(error));
      });
    }
  }

  /** Makes a device with an address of its own and one of all, allocates, changes it, and reads all of it. */
  async #write(writer: number, round: number): Promise<void> {
    const name = `w${writer}-${round}`;
    const addresses = [{ ip: `10.${60 + writer}.${(round >> 8) & 255}.${round & 255}` }, ...(round % 8 === 0 ? [{ ip: "10.59.0.1" }] : [])];
    const made = await this.#send<Device>(201, "POST", "/api/devices", { name, addresses, tags: ["load"] });
    this.devices.set(made.id, made.description);
    await this.#mustSay(made.id, "");
    const changed = await this.#send<Device>(200, "PUT", `/api/devices/${made.id}`, { description: `of ${name}` });
    this.devices.set(made.id, changed.description);
    await this.#mustSay(made.id, `of ${name}`);
    if (round % 4 !== 0) return;
    const path = `/api/pools/${this.pool}/allocations`;
    const { allocations } = await this.#send<{ readonly allocations: readonly { readonly id: string }[] }>(201, "POST", path, {
      key: name,
    });
    for (const { id } of allocations) this.allocations.add(id);
  }

  async #mustSay(id: string, description: string): Promise<void> {
    const read = await this.#get<Device>(`/api/devices/${id}`);
    if (read.description !== description) throw new Error(`the device ${id} says ${JSON.stringify(read.description)} after a write of it`);
  }

  async #read(round: number): Promise<void> {
    const paths = [
      "/api/devices?limit=20",
      "/api/networks",
      "/api/conflicts?limit=20",
      "/api/search?q=w1",
      "/api/dashboard",
      "/api/events?limit=20",
    ];
    const path = paths[round % paths.length] ?? "";
    const answer = await this.#get<readonly { readonly id: string }[]>(path);
    if (!path.startsWith("/api/conflicts")) return;
    const [conflict] = answer;
    if (conflict !== undefined) await this.#get(`/api/conflicts/${conflict.id}`);
  }

  async #get<T>(path: string): Promise<T> {
    const answer = await this.#call(path);
    if (answer.status !== 200) throw new Error(`GET ${path}: ${answer.status} ${answer.text.slice(0, 300)}`);
    this.reads += 1;
    return JSON.parse(answer.text) as T;
  }

  async #send<T>(status: number, method: string, path: string, body: object): Promise<T> {
    const answer = await this.#call(path, { method, body });
    if (answer.status !== status) throw new Error(`${method} ${path}: ${answer.status} ${answer.text.slice(0, 300)}`);
    this.writes += 1;
    return JSON.parse(answer.text) as T;
  }
}
