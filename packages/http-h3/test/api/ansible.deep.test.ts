import { execFile, spawnSync } from "node:child_process";
import { chmod, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { startApi } from "./api-server.ts";

const missing = ["ansible", "ansible-inventory"].filter((program) => spawnSync(program, ["--version"]).status !== 0);
if (missing.length > 0) console.warn(`what Ansible makes of an export is not tested: ${missing.join(", ")} not installed`);

/** Ansible itself, with a local connection: it reaches no host. */
it.skipIf(missing.length > 0)("Ansible takes the texts of an export as they stand, and runs nothing of them", async () => {
  const folder = await mkdtemp(join(tmpdir(), "cadastre-ansible-"));
  const api = await startApi("sqlite");
  try {
    const ran = (field: string): string => `{{ lookup('pipe', 'touch ${folder}/ran-${field}') }}{% raw %}`;
    const fields = ["description", "location", "make_model", "os", "username"];
    const texts = Object.fromEntries(fields.map((field) => [field, ran(field)]));
    const created = await api.operator("POST", "/api/devices", {
      ...texts,
      name: ran("name"),
      hostname: "web.example",
      tags: ["{{ 7 * 6 }}"],
      domains: ["example.com"],
      addresses: [{ ip: "10.0.0.1" }],
    });
    expect(created.status).toBe(201);
    const { body } = await api.viewer("GET", "/api/export/ansible");
    const script = join(folder, "inventory");
    await writeFile(script, `#!/bin/sh\ncat <<'EOF_OF_INVENTORY'\n${JSON.stringify(body)}\nEOF_OF_INVENTORY\n`);
    await chmod(script, 0o700);
    const ansible = async (program: string, ...args: readonly string[]): Promise<string> => {
      const env = { PATH: process.env["PATH"] ?? "", HOME: folder, LC_ALL: "C.UTF-8", ANSIBLE_LOCALHOST_WARNING: "false" };
      return (await promisify(execFile)(program, ["-i", script, ...args], { env, cwd: folder })).stdout;
    };
    const [host = "", ...others] = Object.keys(body._meta.hostvars as object);
    expect(others).toEqual([]);
    const { _meta: read, all } = JSON.parse(await ansible("ansible-inventory", "--list")) as {
      _meta: { hostvars: Record<string, Record<string, unknown>> };
      all: { children: string[] };
    };
    expect(Object.keys(read.hostvars)).toEqual([host]);
    expect(all.children).toContain("status_active");
    // Each is what a play would print, after Ansible has evaluated all that it evaluates.
    const shown =
      "{{ [inventory_hostname, cadastre_name, cadastre_hostname, cadastre_location, cadastre_make_model, cadastre_os, " +
      "cadastre_datacenter] + cadastre_tags + cadastre_domains + group_names }}";
    const printed = await ansible("ansible", host, "-c", "local", "-m", "debug", "-a", `msg="${shown}"`);
    expect(printed).toMatch(new RegExp(`^${host} \\| SUCCESS => `));
    const { msg } = JSON.parse(printed.slice(printed.indexOf("{"))) as { msg: unknown };
    const groups = (body.all.children as string[]).toSorted();
    expect(msg).toEqual([
      host,
      ran("name"),
      "web.example",
      texts["location"],
      texts["make_model"],
      texts["os"],
      "",
      "{{ 7 * 6 }}",
      "example.com",
      ...groups,
    ]);
    expect((await readdir(folder)).filter((file) => file.startsWith("ran-"))).toEqual([]);
  } finally {
    await api.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
