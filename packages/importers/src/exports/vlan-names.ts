import type { ExportOptions } from "./export-records.ts";

/** A group of VLANs or a VLAN, as far as its name goes. */
interface Named {
  readonly id: string;
  readonly name: string;
  readonly group_id?: string | null;
}

/** Names of VLANs as an import finds them again: `group/name`, and the id of those that others are called like. */
export class VlanNames {
  readonly #options: ExportOptions;
  #names: Promise<ReadonlyMap<string, string>> | undefined;

  /** @param options with the declared kinds; without those of VLANs, every VLAN is written by its id */
  constructor(options: ExportOptions) {
    this.#options = options;
  }

  /** The name of a VLAN. All VLANs are read when the first is asked for. */
  async of(id: string): Promise<string> {
    this.#names ??= this.#read();
    return (await this.#names).get(id) ?? id;
  }

  async #read(): Promise<ReadonlyMap<string, string>> {
    const [groups, vlans] = [await this.#all("vlan_group"), await this.#all("vlan")];
    const groupNames = new Map(groups.map(({ id, name }) => [id, name]));
    const groupsOf = countsOf(groups.map(({ name }) => name));
    const nameOf = ({ name, group_id: group }: Named): string | undefined => {
      const within = groupNames.get(group ?? "");
      return within === undefined || groupsOf.get(within) !== 1 || name.includes("/") ? undefined : `${within}/${name}`;
    };
    const taken = countsOf(vlans.map((vlan) => nameOf(vlan) ?? ""));
    return new Map(
      vlans.flatMap((vlan) => {
        const name = nameOf(vlan);
        return name !== undefined && taken.get(name) === 1 ? [[vlan.id, name] as const] : [];
      }),
    );
  }

  async #all(type: string): Promise<readonly Named[]> {
    const records = this.#options.declared?.find(({ kind }) => kind.name === type)?.records();
    return records === undefined ? [] : ((await Array.fromAsync(records)) as readonly Named[]);
  }
}

function countsOf(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
