import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { buildGo } from "../src/peers/go-build.ts";
import { buildGoIpam, GoIpam } from "../src/peers/go-ipam/go-ipam-program.ts";
import { readOptions } from "../src/peers/options.ts";
import { addressRows } from "../src/peers/rackd/address-rows.ts";
import type { Fronts } from "../src/peers/rackd/front.ts";
import { createDevices, usualPlace } from "../src/peers/rackd/inventory.ts";
import { readRows } from "../src/peers/rackd/read-rows.ts";
import { writeRows } from "../src/peers/rackd/write-rows.ts";
import { FULL, type PeerScale, QUICK } from "../src/peers/scale.ts";
import { peerRow, type Side, takeTurns } from "../src/peers/turns.ts";
import { findProgram } from "../src/trials/find-program.ts";
import { type FakePeer, startFakePeer } from "./support/fake-peer.ts";

const MAIN = fileURLToPath(new URL("../src/peers/main.ts", import.meta.url));
/** Where go is not installed, what needs it is skipped. */
const WITHOUT_GO = findProgram("go") === undefined;

const TINY: PeerScale = {
  rounds: 2,
  starts: 1,
  memoryRequests: 1,
  devices: 80,
  gets: 16,
  reads: 1,
  creates: 2,
  mixed: 32,
  filled: { subnet: "20.0.0.0/18", end: "20.0.63.254", devices: 9 },
};

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "cadastre-peers-test-"));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

/** Sources of a module of go. @returns their folder */
async function goModule(name: string, files: Readonly<Record<string, string>>): Promise<string> {
  const place = join(folder, "source");
  await mkdir(place);
  await writeFile(join(place, "go.mod"), `module ${name}\n\ngo 1.22\n`);
  for (const [file, text] of Object.entries(files)) await writeFile(join(place, file), text);
  return place;
}

it("wants the sources of at least one peer, where there are some, and a storage that it knows", async () => {
  expect(() => readOptions([])).toThrow(/no peer is given\n.*--rackd PATH/);
  expect(() => readOptions(["--rackd", folder])).toThrow(`--rackd: there is no go.mod in ${folder}`);
  expect(() => readOptions(["--go-ipam", join(folder, "none")])).toThrow("--go-ipam: there is no go.mod in");
  const source = await goModule("example.com/peer", {});
  expect(() => readOptions(["--rackd", source, "--storage", "paper"])).toThrow("paper is none of sqlite, postgresql");
  expect(readOptions(["--rackd", source, "--quick"])).toMatchObject({ rackd: source, goIpam: undefined, quick: true });
  expect(readOptions(["--help"]).help).toBe(true);
});

it("says that go is needed where it is not installed", async () => {
  vi.stubEnv("PATH", folder);
  await expect(buildGo(folder, join(folder, "out"))).rejects.toThrow("go is not in PATH");
});

it.skipIf(WITHOUT_GO)("ends with what go printed, when a peer does not build", async () => {
  const source = await goModule("example.com/peer", { "main.go": "package main\n\nfunc main() { nonsense() }\n" });
  const ended = promisify(execFile)(process.execPath, [MAIN, "--rackd", source]);
  await expect(ended).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/does not build.*main\.go:3:15: undefined: nonsense/s),
  });
});

/** As much of go-ipam as our program uses: it counts. */
const FAKE_GO_IPAM = `package ipam

import (
	"context"
	"errors"
)

type Prefix struct{ Cidr string }
type IP struct{ Prefix string }
type Storage interface{}
type SSLMode string

const SSLModeDisable = SSLMode("disable")

type Ipamer struct{ held map[string]int }

func New(context.Context) Ipamer { return Ipamer{held: map[string]int{}} }
func NewWithStorage(Storage) Ipamer { return New(context.Background()) }
func NewPostgresStorage(host, port, user, password, db string, mode SSLMode) (Storage, error) {
	return nil, errors.New("no database " + db + " at " + port)
}
func (i Ipamer) NewPrefix(_ context.Context, cidr string) (*Prefix, error) {
	if _, there := i.held[cidr]; there {
		return nil, errors.New(cidr + " is there")
	}
	i.held[cidr] = 0
	return &Prefix{Cidr: cidr}, nil
}
func (i Ipamer) AcquireIP(_ context.Context, cidr string) (*IP, error) {
	if i.held[cidr] == 1022 {
		return nil, errors.New(cidr + " is full")
	}
	i.held[cidr]++
	return &IP{Prefix: cidr}, nil
}
func (i Ipamer) ReleaseIP(_ context.Context, ip *IP) (*Prefix, error) {
	i.held[ip.Prefix]--
	return &Prefix{Cidr: ip.Prefix}, nil
}
`;

it.skipIf(WITHOUT_GO)("builds our program with the sources of go-ipam, fills a new /22 each time, and tells what ends it", async () => {
  const source = await goModule("github.com/metal-stack/go-ipam", { "ipam.go": FAKE_GO_IPAM });
  const program = await buildGoIpam(source, join(folder, "built"));
  const goIpam = new GoIpam(program);
  for (const work of ["fill", "fill", "churn", "churn"] as const) {
    const { steps, wallUs, processorUs } = await goIpam.run(work);
    expect(steps).toBe(1022);
    expect(wallUs).toBeGreaterThan(0);
    expect(processorUs).toBeGreaterThanOrEqual(0);
  }
  await goIpam.stop();
  const stored = new GoIpam(program, "postgresql:///stock?host=/socket&port=5433&user=me");
  await expect(stored.run("fill")).rejects.toThrow("no database stock at 5433");
});

it("takes turns, and counts none of those that warm up", async () => {
  const order: string[] = [];
  const side =
    (name: string, us: number): Side =>
    async () => {
      order.push(name);
      return { steps: 2, wallUs: us, processorUs: us / 2 };
    };
  const turns = await takeTurns(side("a", 30), side("b", 20), 2, () => (order.length = 0));
  expect(order).toEqual(["a", "b", "a", "b"]);
  expect(turns).toEqual({ wall: { measured: 15, limit: 10 }, processor: { measured: 7.5, limit: 5 } });
  const note = "15.0 µs / 10.0 µs; processor time 1.50×";
  expect(peerRow("work", "peer", turns)).toMatchObject({ value: 1.5, reach: { most: 1 }, note });
  const unknown: Side = async () => ({ steps: 1, wallUs: 5, processorUs: undefined });
  expect((await takeTurns(side("a", 30), unknown, 1)).processor).toBeUndefined();
});

async function filled({ front }: FakePeer, devices: number): Promise<void> {
  await createDevices(front, await usualPlace(front), 0, devices);
}

it("holds two servers with the same requests against each other", async () => {
  await using ours = await startFakePeer(20);
  await using theirs = await startFakePeer(40);
  for (const peer of [ours, theirs]) await filled(peer, TINY.devices);
  const fronts: Fronts = { ours: ours.front, theirs: theirs.front };
  const written = async ({ front }: FakePeer) => ({ front, place: await usualPlace(front), next: TINY.devices });
  const rows = [
    ...(await readRows(fronts, TINY)),
    ...(await writeRows(await written(ours), await written(theirs), TINY)),
    ...(await addressRows(fronts, TINY)),
  ];
  expect(rows.map(({ work }) => work)).toEqual([
    "GET device by id, 16 connections, 80 devices",
    "list devices: 80 of 80",
    "search devices for a name: 0 of 80",
    "search devices for a rare word: 1 of 80",
    "search devices for a tag of a fortieth: 2 of 80",
    "create a device, one client",
    "the same: processor time, of servers and database",
    "p99 of creating a device under mixed load (16 clients, of 16 requests 4 create and one searches)",
    "the same: a request of that load",
    "create a device with 1000 addresses",
    "get a device with 1000 addresses",
    "next free address of a /18, 9000 addresses taken",
  ]);
  expect(rows.every(({ limit, value = 0 }) => limit === "rackd" && value > 0)).toBe(true);
  expect(rows[6]).toMatchObject({ value: 0.5, reach: { most: 0.8 } });
  expect(rows[7]).toMatchObject({ reach: { most: 0.7 }, note: expect.stringContaining("of 16 each") });
  for (const { created } of [ours, theirs]) {
    const large = created.flatMap(({ body }) => (String(body["name"]).startsWith("large-") ? (body["addresses"] as { ip: string }[]) : []));
    expect(new Set(large.map(({ ip }) => ip)).size).toBe(9000);
    expect(large.length).toBe(9000);
  }
});

it("does not hold answers of different sizes against each other", async () => {
  await using ours = await startFakePeer(1);
  await using theirs = await startFakePeer(1);
  await filled(ours, 33);
  await filled(theirs, 32);
  await expect(readRows({ ours: ours.front, theirs: theirs.front }, { ...TINY, devices: 33 })).rejects.toThrow(
    "has 33 records, with rackd 32",
  );
});

it("fills its networks nearly, and leaves turns to measure", () => {
  for (const { filled, rounds } of [FULL, QUICK]) {
    const length = Number(filled.subnet.split("/")[1]);
    const share = (filled.devices * 1000) / (2 ** (32 - length) - 2);
    expect(share).toBeGreaterThan(0.97);
    expect(share).toBeLessThan(1);
    expect(filled.devices).toBeGreaterThan(rounds + 5);
  }
});
