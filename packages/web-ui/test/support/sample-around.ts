import type { ScanReport } from "@cadastre/inventory-core";
import type { ConductedScanner } from "./conducted-scanner.ts";
import { PASSWORD, type PageServer } from "./page-server.ts";

/** What a scan of the office finds: an address, how the host calls itself, its vendor, its system. */
const FOUND = [
  ["10.20.4.201", "laptop.lyon.example", "Apple", "macOS"],
  ["10.20.4.202", "phone-4711", "Yealink", ""],
  ["10.20.4.207", "", "Espressif", ""],
  ["10.20.4.212", "nas.lyon.example", "Synology", "Linux"],
] as const;

/** Looked at in the scan that goes on. */
const LOOKED_AT = 24;

/** Users, a key, a webhook, a finished scan and one that goes on, and an open conflict: on a server with the sample. */
export async function fillAround(server: PageServer, scanner: ConductedScanner): Promise<{ readonly webhook: string }> {
  const root = await server.as("root");
  await server.user("vera", "viewer");
  await server.user("otto", "operator");
  const users = await root.users.list();
  await root.users.update(users.find(({ username }) => username === "vera")?.id ?? "", {
    full_name: "Vera Lindqvist",
    email: "vera@example.com",
  });
  await root.keys.create({ name: "nightly backup", expires_at: "2030-12-31T23:59:59Z" });
  const webhook = await root.webhooks.create({
    name: "chat",
    url: "https://chat.invalid/hooks/inventory",
    events: ["device.created", "device.deleted", "conflict.detected"],
    secret: PASSWORD,
  });
  await root.webhooks.ping(webhook.id);
  const networks = await root.networks.list();
  const idOf = (name: string): string => networks.find((network) => network.name === name)?.id ?? "";
  const scan = await root.scans.start(idOf("Office"), { scan_type: "full" });
  scanner.tell(
    ...FOUND.flatMap(([ip, name, vendor, system]): ScanReport[] => [
      {
        kind: "observation",
        ip,
        evidence: "tcp-open",
        vendor,
        openPorts: [22, 443],
        ...(name === "" ? {} : { name: { text: name, source: "ptr-confirmed" as const } }),
        ...(system === "" ? {} : { osGuess: system }),
      },
      { kind: "host-done", ip, outcome: "answered" },
    ]),
  );
  const silent = Array.from({ length: 254 }, (_, index) => `10.20.4.${index + 1}`).filter((ip) => !FOUND.some(([found]) => found === ip));
  scanner.tell(...silent.map((ip): ScanReport => ({ kind: "host-done", ip, outcome: "silent" })), "over");
  for await (const { data } of root.scans.watch(scan.id)) if (data.status === "failed") throw new Error(data.error_message ?? data.status);
  await root.discoveryRules.create({ network_id: idOf("Office"), scan_type: "quick", interval_hours: 24 });
  await root.scans.start(idOf("Guests"), { scan_type: "quick" });
  scanner.tell(
    ...Array.from({ length: LOOKED_AT }, (_, index): ScanReport => ({
      kind: "host-done",
      ip: `192.168.50.${index + 1}`,
      outcome: "silent",
    })),
  );
  await root.conflicts.detect();
  return { webhook: webhook.id };
}
