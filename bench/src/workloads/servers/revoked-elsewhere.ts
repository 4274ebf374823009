import type { Host } from "../../http/host.ts";
import { RawConnection } from "../../http/raw-connection.ts";
import { median } from "../../measure.ts";
import type { Row } from "../../report.ts";

/** For so long a server may go by what it knew. */
const MAX_MS = 2000;

/** How long another server admits a key that is deleted at one: from the answer to the deletion until it is refused. */
export async function revokedElsewhere([one, other]: readonly [Host, Host], path: string, times: number): Promise<Row> {
  const took: number[] = [];
  for (let nth = 0; nth < times; nth += 1) {
    const { id, key } = (await (await call(one, "POST", "/api/keys", { name: `revoked ${nth}` })).json()) as { id: string; key: string };
    const connection = await RawConnection.open(other.url, { authorization: `Bearer ${key}` });
    try {
      // It is known there, and kept.
      for (let use = 0; use < 3; use += 1) await connection.get(path);
      await call(one, "DELETE", `/api/keys/${id}`);
      const deleted = performance.now();
      while (await isAdmitted(connection, path))
        if (performance.now() - deleted > 2 * MAX_MS) throw new Error("a deleted key is admitted by another server without end");
      took.push(performance.now() - deleted);
    } finally {
      connection.close();
    }
  }
  return {
    work: "a key that is deleted at one server is refused by another, the longest",
    limit: "",
    value: Math.max(...took),
    unit: "ms",
    reach: { most: MAX_MS },
    note: `${times} times, median ${median(took).toFixed(1)} ms`,
  };
}

async function call({ url, headers }: Host, method: string, path: string, body?: unknown): Promise<Response> {
  const answer = await fetch(url + path, {
    method,
    headers: { ...headers, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}

/** @throws when it is refused for another reason */
async function isAdmitted(connection: RawConnection, path: string): Promise<boolean> {
  try {
    await connection.get(path);
    return true;
  } catch (error) {
    if (String(error).includes("HTTP/1.1 401")) return false;
    throw error;
  }
}
