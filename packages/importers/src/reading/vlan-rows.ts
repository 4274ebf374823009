import type { ImportRow } from "@cadastre/inventory-core";
import type { ImportPlace, ImportReference, ImportTypes } from "@cadastre/inventory-core/exchange";
import type { LeftOut } from "./left-out.ts";
import { asName, UniqueNames } from "./unique-names.ts";

/** A group of VLANs as a source has it. */
export interface SourceGroup {
  readonly at: ImportPlace;
  /** How rows refer to it. */
  readonly ref: string;
  readonly name: string;
  /** Ref of its datacenter. */
  readonly datacenter: string | undefined;
  /** What tells it from others of its name, the last from all others. */
  readonly hints: readonly string[];
  /** What else the row sets. */
  readonly more: Readonly<Record<string, unknown>>;
}

/** A VLAN as a source has it. */
export interface SourceVlan {
  readonly at: ImportPlace;
  readonly ref: string;
  readonly vid: number;
  readonly name: string;
  /** Ref of its group. */
  readonly group: string | undefined;
  readonly more: Readonly<Record<string, unknown>>;
}

/**
 * Groups of VLANs and VLANs of a source as rows: names and numbers are made unique where the source lets several have the same. An
 * inventory without the two kinds gets none.
 */
export class VlanRows {
  /** Whether the inventory has groups of VLANs and VLANs. */
  readonly areWanted: boolean;
  readonly #leftOut: LeftOut;
  readonly #names = new UniqueNames();
  readonly #vids = new Set<string>();
  readonly #refs = new Set<string>();
  readonly #linksNetworks: boolean;

  constructor(types: ImportTypes, leftOut: LeftOut) {
    this.areWanted = ["vlan_group", "vlan"].every((type) => types.names.includes(type));
    this.#linksNetworks = Object.hasOwn(types.referencesOf("network"), "vlan");
    this.#leftOut = leftOut;
  }

  /** The row of a group. */
  group({ at, ref, name, datacenter, hints, more }: SourceGroup): ImportRow {
    this.#refs.add(ref);
    return {
      at,
      type: "vlan_group",
      ref,
      set: {
        name: this.#names.of(`groups of ${datacenter ?? ""}`, name, ...hints),
        datacenter: datacenter === undefined ? null : { ref: datacenter },
        ...more,
      },
    };
  }

  /** Whether there is a row of a group or VLAN. */
  has(ref: string): boolean {
    return this.#refs.has(ref);
  }

  /** The row of a VLAN. A second one with a number of its group is in none. */
  vlan({ at, ref, vid, name, group: wanted, more }: SourceVlan): ImportRow {
    this.#refs.add(ref);
    const group = wanted === undefined || !this.has(wanted) || this.#vids.has(`${wanted} ${vid}`) ? undefined : wanted;
    if (group !== undefined) this.#vids.add(`${group} ${vid}`);
    else if (wanted !== undefined) this.#tellAlone(this.has(wanted), at);
    return {
      at,
      type: "vlan",
      ref,
      set: {
        vid,
        name: this.#names.of(`VLANs of ${group ?? ""}`, asName(name, `VLAN ${vid}`), String(vid), ref),
        group: group === undefined ? null : { ref: group },
        ...more,
      },
    };
  }

  #tellAlone(hasGroup: boolean, at: ImportPlace): void {
    this.#leftOut.add(
      hasGroup ? "number of a VLAN" : "group of a VLAN",
      (count) => {
        const alone = count === 1 ? "1 VLAN is imported without a group" : `${count} VLANs are imported without a group`;
        const [its, number] = count === 1 ? ["its", "number"] : ["their", "numbers"];
        return hasGroup ? `${alone}: other VLANs of ${its} group have ${its} ${number}` : `${alone}: ${its} group cannot be read`;
      },
      at,
    );
  }

  /** What the row of a network says of its VLAN beside the number. */
  ofNetwork(ref: string): { readonly vlan?: ImportReference } {
    return this.#linksNetworks && this.has(ref) ? { vlan: { ref } } : {};
  }
}
