import type { RawDatabase } from "../raw/raw-database.ts";
import { deviceIds } from "../rows/place.ts";
import type { LargeCompany } from "./large-company.ts";

/** Records of each kind that are asked for in turn. */
const SAMPLES = 500;

type Kind = "device" | "address" | "audit" | "network" | "pool";

/** Records that are spread over all of a company, each the next one of its kind. */
export class Samples {
  readonly #next = new Map<string, number>();
  readonly #of: Readonly<Record<Kind, readonly string[]>>;

  private constructor(of: Readonly<Record<Kind, readonly string[]>>) {
    this.#of = of;
  }

  static async of(raw: RawDatabase, { networks, pools }: LargeCompany): Promise<Samples> {
    const device = await deviceIds(raw, SAMPLES);
    const address: string[] = [];
    const audit: string[] = [];
    for (const id of device) {
      address.push(...(await raw.all<{ ip: string }>("select ip from address where device_id = ? limit 1", [id])).map(({ ip }) => ip));
      audit.push(...(await raw.all<{ id: string }>("select id from audit where resource_id = ? limit 1", [id])).map((row) => row.id));
    }
    return new Samples({ device, address, audit, network: networks, pool: pools });
  }

  next(kind: Kind): string {
    const all = this.#of[kind];
    const nth = this.#next.get(kind) ?? 0;
    this.#next.set(kind, nth + 1);
    // A large step, so that two in a row do not lie together.
    return all[(nth * 7919) % all.length] as string;
  }
}
