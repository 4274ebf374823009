import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "own-network-"));
afterAll(() => rmSync(folder, { recursive: true }));

const hosts = `
127.0.0.1 localhost evil.test mixed.test
::1 evil-six.test
10.77.0.1 works.test mixed.test
10.77.0.7 nobody.test
fd12::1 six.test
`;
const setUp = [
  "ip link set lo up",
  "ip link add v0 type veth peer name v1",
  "ip addr add 10.77.0.1/24 dev v0",
  "ip -6 addr add fd12::1/64 dev v0 nodad",
  "ip link set v0 up",
  "ip link set v1 up",
  `mount --bind ${join(folder, "hosts")} /etc/hosts`,
  `mount --bind ${join(folder, "resolv.conf")} /etc/resolv.conf`,
].join(" && ");

writeFileSync(join(folder, "hosts"), hosts);
writeFileSync(join(folder, "resolv.conf"), "nameserver 127.0.0.54\noptions timeout:1 attempts:1\n");
const inNamespaces = (command: string): { status: number | null; stdout: string; stderr: string } =>
  spawnSync("unshare", ["-rnm", "sh", "-c", `${setUp} && ${command}`], { encoding: "utf8", timeout: 60_000 });
const canIsolate = inNamespaces("true").status === 0;
if (!canIsolate) process.stderr.write("1 test is skipped: it needs network namespaces (unshare -rnm) and iproute2.\n");

test.skipIf(!canIsolate)("over the machine's own resolver and network, only checked addresses are reached", () => {
  const { status, stdout, stderr } = inNamespaces(
    `exec "${process.execPath}" "${new URL("own-network-child.ts", import.meta.url).pathname}"`,
  );
  expect([status, stderr]).toEqual([0, ""]);
  const result = JSON.parse(stdout) as {
    outcomes: Record<string, string>;
    hung: string[];
    besideHangingMs: number;
    canaries: number[];
    receivers: number[];
  };
  expect(result.outcomes).toEqual({
    "works.test": "delivered",
    "six.test": "delivered",
    "10.77.0.1": "delivered",
    "[fd12::1]": "delivered",
    "[::ffff:10.77.0.1]": "delivered",
    "evil.test": "The name evil.test resolves to 127.0.0.1, which is a loopback address.",
    "evil-six.test": "The name evil-six.test resolves to ::1, which is a loopback address.",
    "mixed.test": "The name mixed.test resolves to 127.0.0.1, which is a loopback address.",
    "nobody.test": expect.stringMatching(/EHOSTUNREACH|\(connecting\)/) as string,
  });
  expect(result.canaries).toEqual([0, 0]);
  // Three by name, address and mapped address, and twenty beside the names that hang.
  expect(result.receivers).toEqual([23, 2]);
  for (const error of result.hung) expect(error).toMatch(/resolving its name|could not be resolved/);
  // One name that hangs takes a second of a thread; behind all of them these would take twenty.
  expect(result.besideHangingMs).toBeLessThan(15_000);
});
