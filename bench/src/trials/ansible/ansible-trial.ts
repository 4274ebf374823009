import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Made, startForTrial } from "../inventory-server.ts";
import { narrowKey } from "../narrow-key.ts";
import type { Trial } from "../trial.ts";

const SCRIPT = new URL("../../../../packages/cli/deploy/ansible-inventory.sh", import.meta.url).pathname;

interface Inventory {
  readonly _meta: { readonly hostvars: Readonly<Record<string, Readonly<Record<string, unknown>>>> };
  readonly [group: string]: unknown;
}

/** Ansible itself asks a server, by the script that users copy. It connects to no host. */
export const ansible: Trial = {
  name: "ansible",
  about: "ansible-inventory and a play take their hosts from a server",
  needs: [
    { program: "ansible-inventory", debian: "ansible-core" },
    { program: "ansible-playbook", debian: "ansible-core" },
    { program: "curl", debian: "curl" },
  ],
  quick: true,
  async run(context) {
    const { folder, report, program, signal } = context;
    const server = await startForTrial(context);
    const { call } = server;
    const site = await call<Made>("POST /api/datacenters", { name: "fra1" });
    await call("POST /api/devices", {
      name: "web-01",
      datacenter_id: site.id,
      tags: ["web"],
      username: "deploy",
      addresses: [{ ip: "10.0.0.1" }],
    });
    await call("POST /api/devices", {
      name: "db-01",
      status: "decommissioned",
      location: "{{ lookup('pipe', 'id') }}",
      addresses: [{ ip: "10.0.0.2" }],
    });
    const key = await narrowKey(call, "ansible", ["device:list", "datacenter:list"]);
    const keyFile = join(folder, "key");
    await writeFile(keyFile, `${key}\n`, { mode: 0o600 });

    const environment = {
      PATH: process.env["PATH"] ?? "",
      HOME: folder,
      LC_ALL: "C.UTF-8",
      SERVICE_API_URL: `${server.url}/`,
      ANSIBLE_LOCALHOST_WARNING: "false",
      ANSIBLE_INVENTORY_UNPARSED_FAILED: "true",
    };
    const run = async (name: string, args: readonly string[], more: Readonly<Record<string, string>>): Promise<string> =>
      (await promisify(execFile)(program(name), ["-i", SCRIPT, ...args], { cwd: folder, env: { ...environment, ...more }, signal })).stdout;
    const list = async (more: Readonly<Record<string, string>>): Promise<Inventory> =>
      JSON.parse(await run("ansible-inventory", ["--list"], more)) as Inventory;

    const started = performance.now();
    const whole = await list({ SERVICE_API_TOKEN: key });
    assert.deepEqual(Object.keys(whole._meta.hostvars).toSorted(), ["db-01", "web-01"]);
    assert.equal(whole._meta.hostvars["web-01"]?.["ansible_host"], "10.0.0.1");
    assert.equal(whole._meta.hostvars["web-01"]?.["ansible_user"], "deploy");
    assert.deepEqual(whole["datacenter_fra1"], { hosts: ["web-01"] });
    report(`ansible-inventory --list took two hosts in ${((performance.now() - started) / 1000).toFixed(1)} s`);

    const active = await list({ SERVICE_API_TOKEN_FILE: keyFile, CADASTRE_ANSIBLE_FILTER: "status=active&tags=web" });
    assert.deepEqual(Object.keys(active._meta.hostvars), ["web-01"]);

    await writeFile(
      join(folder, "play.yml"),
      '- hosts: status_decommissioned\n  gather_facts: false\n  connection: local\n  tasks:\n    - ansible.builtin.debug: { msg: "{{ ' +
        'cadastre_location }}" }\n',
    );
    const played = await run("ansible-playbook", ["play.yml"], { SERVICE_API_TOKEN: key });
    assert.match(played, /"msg": "\{\{ lookup\('pipe', 'id'\) \}\}"/);
    assert.doesNotMatch(played, /uid=/);
    report("a play over a group of it ran, and evaluated nothing of what records hold");

    // What is wrong is told, and no empty inventory comes of it.
    for (const [more, said] of [
      [{}, /SERVICE_API_TOKEN/],
      [{ SERVICE_API_TOKEN: "wrong" }, /401/],
      [{ SERVICE_API_TOKEN: key, SERVICE_API_URL: "" }, /SERVICE_API_URL/],
    ] as const) {
      const failure = await list(more).then(
        () => undefined,
        (error: { stderr: string }) => error,
      );
      assert.match(failure?.stderr ?? "it did not fail", said);
    }
    report("without a key, with a wrong one or without an address, Ansible fails and says so");
  },
};
