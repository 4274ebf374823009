import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const place = mkdtempSync(path.join(tmpdir(), "outbound-lint-"));
afterAll(() => rmSync(place, { recursive: true }));

/** Problems that the rules of imports and globals find in a file with this text. */
function problemsIn(file: string, text: string): number {
  const {
    rules: _,
    categories: __,
    options: ___,
    plugins: ____,
    ...config
  } = JSON.parse(readFileSync(path.join(root, ".oxlintrc.json"), "utf8")) as Record<string, unknown> & {
    overrides: { rules: Record<string, unknown> }[];
  };
  const overrides = config.overrides.filter(({ rules }) => "no-restricted-imports" in rules);
  writeFileSync(path.join(place, ".oxlintrc.json"), JSON.stringify({ ...config, categories: { correctness: "off" }, overrides }));
  mkdirSync(path.dirname(path.join(place, file)), { recursive: true });
  writeFileSync(path.join(place, file), text);
  const { stdout } = spawnSync(process.execPath, [path.join(root, "node_modules/oxlint/bin/oxlint"), "--format=json", file], {
    cwd: place,
    encoding: "utf8",
  });
  return (JSON.parse(stdout) as { diagnostics: unknown[] }).diagnostics.length;
}

const WAYS = [
  'import { connect } from "node:net"; connect(1);',
  'import net from "node:net"; net.connect(1);',
  'import { connect } from "node:tls"; connect(1);',
  'import { createSocket } from "node:dgram"; createSocket("udp4");',
  'import https from "node:https"; https.get("");',
  'import { ofetch } from "ofetch"; await ofetch("");',
  'import { fetch } from "undici"; await fetch("");',
  'await fetch("");',
];

test.each(WAYS)("packages that talk to other machines do not connect by %s", (text) => {
  expect(problemsIn("packages/webhooks/src/planted.ts", text)).toBe(1);
  expect(problemsIn("packages/inventory-core/src/outbound/planted.ts", text)).toBe(0);
});

test("types and the reading of addresses are not refused", () => {
  const text =
    'import { isIP, type Socket } from "node:net"; import type { Socket as Udp } from "node:dgram"; ' +
    "export const x = [isIP] as (Socket | Udp)[];";
  expect(problemsIn("packages/discovery-scanner/src/planted.ts", text)).toBe(0);
});
