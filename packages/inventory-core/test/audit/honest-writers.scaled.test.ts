import { SYSTEM, WRITES } from "@cadastre/inventory-core";
import { FakeClock } from "@cadastre/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AUDIT_RETENTION } from "../../src/audit/audit-retention.ts";
import { AUDIT_SEALER } from "../../src/audit/sealing/audit-sealer.ts";
import { KeyRing } from "../../src/secrets/key-ring.ts";
import { type AuditHost, KEYS, startHost } from "./audit-host.ts";
import { DATABASES } from "../../../../testing/storages.ts";
import { atDepth } from "../../../../testing/depth.ts";

type Step =
  | { readonly kind: "write"; readonly host: number; readonly writers: number; readonly rows: number }
  | { readonly kind: "roll back" | "seal" | "stop" | "kill" | "rotate"; readonly host: number }
  | { readonly kind: "pass"; readonly days: number }
  | { readonly kind: "purge"; readonly host: number };

const host = fc.nat(1);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("write" as const),
      host,
      writers: fc.integer({ min: 1, max: 5 }),
      rows: fc.integer({ min: 1, max: 30 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom("roll back" as const, "seal" as const, "stop" as const, "kill" as const, "rotate" as const),
      host,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("pass" as const), days: fc.constantFrom(0, 1, 40) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("purge" as const), host }) },
);

const RINGS = [`${KEYS[0]}`, `${KEYS[1]},${KEYS[0]}`, `${KEYS[2]},${KEYS[1]},${KEYS[0]}`].map((text) => KeyRing.parse(text));

describe.each(DATABASES)("honest writers of the audit log on %s", (name, open) => {
  it("raise no alarm, however they come, fail, die, change keys and are forgotten", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 18 }), async (steps) => {
        await using place = await open();
        const clock = new FakeClock();
        let ring = 0;
        const start = async (): Promise<AuditHost> =>
          await startHost(place, { clock, keyRing: RINGS[ring] as KeyRing, auditRetentionDays: 30 });
        const hosts = [await start(), await start()];
        const everyone = [...hosts];
        const killed: AuditHost[] = [];
        const replace = async (index: number): Promise<void> => {
          hosts[index] = await start();
          everyone.push(hosts[index]);
        };
        for (const one of steps) {
          const at = "host" in one ? one.host : 0;
          const current = hosts[at] as AuditHost;
          const writes = current.inventory.host.get(WRITES);
          const call = { principal: SYSTEM, source: "test" };
          if (one.kind === "write") {
            await Promise.all(
              Array.from({ length: one.writers }, async (__, writer) => {
                await writes.run(call, async (change) => {
                  for (let row = 0; row < one.rows; row += 1) change.audit({ action: "note", resource: "test", resourceId: `${writer}` });
                  if (writer === 1) await change.writeOut();
                });
              }),
            );
          } else if (one.kind === "roll back") {
            await writes
              .run(call, async (change) => {
                change.audit({ action: "undone", resource: "test", resourceId: null });
                await change.writeOut();
                throw new Error("undone");
              })
              .catch(() => {});
          } else if (one.kind === "seal") {
            await Promise.all(
              hosts.map(
                async ({ inventory }) =>
                  await inventory.host
                    .get(AUDIT_SEALER)
                    .seal()
                    .catch(() => 0),
              ),
            );
            await clock.advance(6_000);
          } else if (one.kind === "stop") {
            await current.inventory.close();
            await replace(at);
          } else if (one.kind === "kill") {
            // Whoever is killed neither seals nor looks for what it wrote: it is only closed when all is over.
            killed.push(current);
            await replace(at);
          } else if (one.kind === "rotate") {
            ring = Math.min(ring + 1, RINGS.length - 1);
            for (const index of [0, 1]) {
              await (hosts[index] as AuditHost).inventory.close();
              await replace(index);
            }
          } else if (one.kind === "pass") await clock.advance(one.days * 86_400_000);
          else
            await current.inventory.host
              .get(AUDIT_RETENTION)
              .purge()
              .catch(() => 0);
        }
        for (const { inventory } of hosts) await inventory.host.get(AUDIT_SEALER).seal();
        const { findings } = await (hosts[0] as AuditHost).inventory.verifyAudit();
        const told = everyone.flatMap(({ lines }) => lines.filter(({ message }) => message === "the audit log was tampered with"));
        for (const { inventory } of [...hosts, ...killed]) await inventory.close();
        expect({ findings, told }).toEqual({ findings: [], told: [] });
      }),
      { numRuns: atDepth({ few: 5, many: 10, full: 25 }) },
    );
  });
});
