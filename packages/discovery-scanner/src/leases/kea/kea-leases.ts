import { isInfinite } from "@cadastre/importers/readers";
import { parseAddress } from "@cadastre/inventory-core/scanning";
import { z } from "zod";
import { leaseEntry } from "../lease-entry.ts";
import type { LeaseEntry } from "../lease.ts";

const PAGE = 1000;
/** Pages of one reading: a server may tell of leases for ever. */
const MAX_PAGES = 2_500;
const EMPTY = 3;
const UNSUPPORTED = 2;
const ACTIVE = 0;

const Answer = z.object({ result: z.int(), arguments: z.unknown().optional() });

/** A lease as `lease4-get-page` and `lease6-get-page` tell it. */
const KeaLease = z.object({
  "ip-address": z.string(),
  "hw-address": z.string().optional(),
  hostname: z.string().optional(),
  cltt: z.int(),
  "valid-lft": z.int(),
  state: z.int().optional(),
  type: z.string().optional(),
});

const Page = z.object({ leases: z.array(z.unknown()).max(PAGE) });

/** How a command is sent: to the control agent, or to the server itself. */
export type Ask = (body: unknown) => Promise<unknown>;

/**
 * The leases of a Kea server of one version of IP, a page at a time (the hook library lease_cmds).
 * @throws Error with a sentence
 */
export async function* keaLeases(family: 4 | 6, ask: Ask): AsyncGenerator<LeaseEntry | undefined> {
  let pages = 0;
  for (let from = "start"; ;) {
    pages += 1;
    if (pages > MAX_PAGES)
      throw new Error(`The server has more than ${MAX_PAGES * PAGE} leases: remove those that ended long ago, or check the server.`);
    const page = leasesOf(
      await ask({ command: `lease${family}-get-page`, service: [`dhcp${family}`], arguments: { from, limit: PAGE } }),
      family,
    );
    let last = from === "start" ? undefined : keyOf(from);
    let end = from;
    for (const told of page) {
      const { data: lease } = KeaLease.safeParse(told);
      const key = lease === undefined ? undefined : keyOf(lease["ip-address"]);
      if (lease !== undefined && key !== undefined && (last === undefined || key > last)) {
        last = key;
        end = lease["ip-address"];
      }
      if (lease?.type === "IA_PD") continue;
      yield lease === undefined ? undefined : entryOf(lease);
    }
    if (page.length < PAGE) return;
    // A server that does not go on would be asked for ever.
    if (end === from) throw new Error("The server sends the same page of leases again and again.");
    from = end;
  }
}

const keyOf = (ip: string): string | undefined => parseAddress(ip)?.key;

function entryOf(lease: z.infer<typeof KeaLease>): LeaseEntry | undefined {
  const lifetime = lease["valid-lft"];
  return leaseEntry({
    ip: lease["ip-address"],
    mac: lease["hw-address"],
    hostname: lease.hostname,
    expires: isInfinite(lifetime) ? null : lease.cltt + lifetime,
    isHeld: (lease.state ?? ACTIVE) === ACTIVE && lifetime > 0,
  });
}

function leasesOf(told: unknown, family: 4 | 6): readonly unknown[] {
  const { data: answer } = Answer.safeParse(Array.isArray(told) ? told[0] : told);
  if (answer === undefined) throw new Error("The server did not answer as Kea's control agent does.");
  if (answer.result === EMPTY) return [];
  if (answer.result !== 0) {
    const hint = answer.result === UNSUPPORTED ? "; its configuration must load the hook library lease_cmds" : "";
    // Its text is the server's: whoever reads the source need not be allowed to read what an internal service answers.
    throw new Error(`Kea refused lease${family}-get-page (result ${answer.result})${hint}.`);
  }
  const { data: page } = Page.safeParse(answer.arguments);
  if (page === undefined) throw new Error("Kea answered with something else than a page of leases.");
  return page.leases;
}
