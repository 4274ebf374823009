import type { Context } from "../../context.ts";
import { type Host, startHost } from "../../http/host.ts";
import { postgresProcessorMs } from "../../http/postgres-usage.ts";
import { RawConnection } from "../../http/raw-connection.ts";
import { deviceIds, devicePlace, loadDevices } from "../../rows/place.ts";
import type { Row } from "../../report.ts";
import { measureServers, type Work } from "./measure-servers.ts";
import { revokedElsewhere } from "./revoked-elsewhere.ts";

/** How many servers are asked at once, in turns. */
const SERVERS = [1, 2, 4] as const;
const CONNECTIONS = 16;
const FIRST_BYTE = 20;

/** One, two and four servers on one PostgreSQL: GET by id, and devices created in a space for each client; how soon a revoked key ends. */
export async function severalServers(context: Context): Promise<Row[]> {
  // A file of SQLite is one writer's, however many servers have it open.
  if (context.storage === "sqlite") return [];
  return await context.withEmpty(async (subject) => {
    const { inventory, raw } = subject;
    const place = await devicePlace(inventory, 10);
    await loadDevices(subject, place, context.scale.devices[0] ?? 1000, false);
    const networks: string[] = [];
    for (let client = 0; client < CONNECTIONS; client += 1) {
      const space = await inventory.spaces.create({ name: `customer ${client}` });
      const subnet = `${FIRST_BYTE}.${client}.0.0/16`;
      networks.push((await inventory.networks.create({ name: `customer ${client}`, subnet, space_id: space.id })).id);
    }
    await subject.settle();
    const ids = await deviceIds(raw, 1000);
    const hosts: Host[] = [];
    const opened: RawConnection[] = [];
    try {
      for (let nth = 0; nth < Math.max(...SERVERS); nth += 1) hosts.push(await startHost(subject.url));
      const connections = new Map<number, readonly RawConnection[]>();
      for (const servers of SERVERS) {
        const own: RawConnection[] = [];
        for (let client = 0; client < CONNECTIONS; client += 1) {
          const { url, headers } = hosts[client % servers] as Host;
          own.push(await RawConnection.open(url, headers));
        }
        opened.push(...own);
        connections.set(servers, own);
      }
      let nth = 0;
      const reads: Work = {
        name: "GET by id",
        total: context.scale.requests,
        least: 1.7,
        step: async (connection) => await connection.get(`/api/devices/${ids[(nth += 1) % ids.length]}`),
      };
      const writes: Work = {
        name: "devices created, a space for each client",
        total: context.scale.writes * (CONNECTIONS / 2),
        least: 1.3,
        step: async (connection, client) => {
          nth += 1;
          const address = { ip: `${FIRST_BYTE}.${client}.${(nth >> 8) & 255}.${nth & 255}`, network_id: networks[client] };
          await connection.post("/api/devices", JSON.stringify({ name: `device ${nth}`, addresses: [address] }));
        },
      };
      const used = { hosts: hosts.map(({ pid }) => pid), postgres: await postgresProcessorMs(raw) };
      const rows: Row[] = [];
      for (const work of [reads, writes]) rows.push(...(await measureServers(work, connections, used, context.scale.rounds)));
      const [one, other] = hosts as [Host, Host];
      rows.push(await revokedElsewhere([one, other], `/api/devices/${ids[0]}`, context.scale.writes * 4));
      return rows;
    } finally {
      opened.forEach((connection) => connection.close());
      for (const host of hosts) await host.stop();
    }
  });
}
