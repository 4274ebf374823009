import { type Inventory, STORAGE } from "@cadastre/inventory-core";
import { expect } from "vitest";
import { columnOf, numberOf } from "../model/numbers.ts";
import { historyOf, type HolderLog } from "./holder-log.ts";

/** Which number each address space has, or had before it went. */
export class SpaceNumbers {
  readonly #names = new Map<number, string>([[0, "none"]]);

  /** Asks again. */
  async learn(inventory: Inventory): Promise<void> {
    const rows = await inventory.host
      .get(STORAGE)
      .read.all<{ number: number; id: string }>("select space as number, id from datacenter union all select number, id from space");
    for (const { number, id } of rows) this.#names.set(number, id);
  }

  /** The space of a number, as a query names it. */
  nameOf(number: number): string {
    return this.#names.get(number) ?? `number ${number}`;
  }
}

interface TenureRow {
  readonly space: number;
  readonly ip_key: string;
  readonly from_at: string;
  readonly to_at: string | null;
  readonly device_id: string;
  readonly device_name: string;
  readonly mac: string;
}

/** Fails unless the tenures that are kept, of every address of every space that ever was, are those of the log. */
export async function expectAllLogged(log: HolderLog, inventory: Inventory, numbers: SpaceNumbers): Promise<void> {
  const rows = await inventory.host
    .get(STORAGE)
    .read.all<TenureRow>(
      "select space, ip_key, from_at, to_at, device_id, device_name, mac from address_tenure where to_at is null or to_at <> from_at",
    );
  const kept = rows.map(
    (row) =>
      `${numbers.nameOf(row.space)}/${row.ip_key} ${row.from_at} ${row.to_at ?? "now"} ${row.device_id} ${row.device_name} ${row.mac}`,
  );
  const logged = log.places().flatMap((place) => {
    const [space, ip] = place.split("/") as [string, string];
    return historyOf(log, place).map((text) => `${space}/${columnOf(numberOf(ip))} ${text}`);
  });
  expect(kept.toSorted(), "tenures of all addresses").toEqual(logged.toSorted());
}
