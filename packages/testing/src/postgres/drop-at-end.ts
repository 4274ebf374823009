import { spawn } from "node:child_process";
import { createRequire } from "node:module";

/**
 * Reads the module pg, the URL of a server and a prefix as JSON. At the end of standard input, which comes when the parent ends however
 * it ends, it drops the databases whose names begin with the prefix.
 */
const SCRIPT = `
let text = "";
process.stdin.setEncoding("utf8").on("data", (part) => (text += part)).on("end", async () => {
  const { pg, url, prefix } = JSON.parse(text);
  const client = new (require(pg).Client)({ connectionString: url });
  await client.connect();
  const { rows } = await client.query("select datname as name from pg_database where starts_with(datname, $1)", [prefix]);
  for (const { name } of rows) await client.query(\`drop database if exists "\${name}" with (force)\`);
  await client.end();
});`;

const watched = new Set<string>();

/** Drops the databases of a server whose names begin with `prefix` when this process ends, also when it is killed. */
export function dropAtEnd(adminUrl: string, prefix: string): void {
  if (watched.has(adminUrl)) return;
  watched.add(adminUrl);
  const child = spawn(process.execPath, ["-e", SCRIPT], { detached: true, stdio: ["pipe", "ignore", "ignore"] });
  const forget = (): void => void watched.delete(adminUrl);
  child.on("error", forget).on("exit", forget).unref();
  child.stdin.on("error", forget);
  (child.stdin as typeof child.stdin & { unref(): void }).unref();
  child.stdin.write(JSON.stringify({ pg: createRequire(import.meta.url).resolve("pg"), url: adminUrl, prefix }));
}
