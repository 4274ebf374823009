import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Gate, seeing } from "../../support/scripted-scanner.ts";
import { problemsOf, type Reply, UNKNOWN_ID } from "../api-server.ts";
import { type DiscoveryApi, startDiscovery } from "./discovery-api.ts";
import { STORAGES } from "../../../../../testing/storages.ts";

const HOUR_MS = 3_600_000;
/** Rules are spread by up to a twentieth of their interval. */
const SPREAD_MS = 180_000;

describe.each(STORAGES)("discovery rules over HTTP on %s", (storage) => {
  let lab: DiscoveryApi;
  let net: string;
  beforeEach(async () => {
    lab = await startDiscovery(storage);
    net = await lab.network("10.0.0.0/28");
  });
  afterEach(async () => await lab.api.stop());

  const create = async (body: object): Promise<Reply> => await lab.api.operator("POST", "/api/discovery/rules", body);
  const update = async (id: string, body: object, headers = {}): Promise<Reply> =>
    await lab.api.operator("PUT", `/api/discovery/rules/${id}`, body, headers);
  const get = async (id: string): Promise<Reply> => await lab.api.viewer("GET", `/api/discovery/rules/${id}`);
  const scans = async (): Promise<{ rule_id: string; status: string; scan_type: string; coverage: { excluded: number } }[]> =>
    (await lab.api.viewer("GET", `/api/discovery/scans?network_id=${net}`)).body;
  /** Lets the scheduler look, until there are so many scans that are over. */
  const scansBecome = async (count: number): Promise<void> =>
    await expect
      .poll(async () => (await lab.api.clock.advance(10_000), (await scans()).filter(({ status }) => status === "completed").length), {
        timeout: 30_000,
      })
      .toBe(count);

  it("are made, read, changed and deleted", async () => {
    const made = await create({
      network_id: net,
      enabled: false,
      scan_type: "full",
      interval_hours: 6,
      exclude_ips: "10.0.0.1-10.0.0.3, 10.0.0.9",
    });
    expect([made.status, made.body]).toEqual([
      201,
      {
        id: expect.any(String),
        network_id: net,
        enabled: false,
        scan_type: "full",
        interval_hours: 6,
        schedule: "",
        timezone: "",
        exclude_ips: "10.0.0.1-10.0.0.3, 10.0.0.9",
        last_started_at: null,
        next_due_at: null,
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    ]);
    const { id } = made.body;
    expect((await get(id)).body).toEqual(made.body);
    await lab.api.clock.advance(1000);
    const usual = await create({ network_id: net });
    expect(usual.body).toMatchObject({ enabled: true, scan_type: "quick", interval_hours: 24, exclude_ips: "" });
    expect(Date.parse(usual.body.next_due_at) - Date.parse(usual.body.created_at)).toBeGreaterThanOrEqual(24 * HOUR_MS);
    expect((await lab.api.viewer("GET", "/api/discovery/rules")).body).toEqual([usual.body, made.body]);
    const changed = await update(id, { enabled: true, interval_hours: 1 });
    expect([changed.status, changed.body]).toEqual([
      200,
      { ...made.body, enabled: true, interval_hours: 1, next_due_at: expect.any(String), updated_at: expect.any(String) },
    ]);
    expect(changed.body.updated_at).not.toBe(made.body.updated_at);
    expect((await update(id, {})).body).toEqual(changed.body);
    expect((await update(id, { exclude_ips: null })).body).toMatchObject({ exclude_ips: "", scan_type: "full" });
    expect((await update(id, { enabled: false })).body).toMatchObject({ next_due_at: null });
    expect((await lab.api.operator("DELETE", `/api/discovery/rules/${id}`)).status).toBe(204);
    expect((await lab.api.viewer("GET", "/api/discovery/rules")).body).toEqual([usual.body]);
    for (const missing of [
      await get(id),
      await update(id, { enabled: true }),
      await update(UNKNOWN_ID, { interval_hours: 0 }),
      await lab.api.operator("DELETE", `/api/discovery/rules/${id}`),
    ]) {
      expect([missing.status, missing.body.code]).toEqual([404, "NOT_FOUND"]);
    }
  });

  it("change only the version that was read, when it is named", async () => {
    const { id } = (await create({ network_id: net })).body;
    const read = await get(id);
    const etag = read.headers.get("etag") ?? "";
    expect((await lab.api.viewer("GET", `/api/discovery/rules/${id}`, undefined, { "if-none-match": etag })).status).toBe(304);
    expect((await update(id, { interval_hours: 2 }, { "if-match": etag })).status).toBe(200);
    expect((await update(id, { interval_hours: 3 }, { "if-match": etag })).status).toBe(412);
    expect((await lab.api.operator("DELETE", `/api/discovery/rules/${id}`, undefined, { "if-match": etag })).status).toBe(412);
    expect((await get(id)).body.interval_hours).toBe(2);
  });

  it("are refused with the fields that are wrong", async () => {
    const wrong: readonly (readonly [object, readonly string[]])[] = [
      [{}, ["network_id"]],
      [{ network_id: UNKNOWN_ID }, ["network_id"]],
      [
        { network_id: 7, enabled: "yes", scan_type: "odd", interval_hours: "6", exclude_ips: 7 },
        ["enabled", "exclude_ips", "interval_hours", "network_id", "scan_type"],
      ],
      ...[0, -1, 1.5, 8761, 1e9, null].map((hours) => [{ network_id: net, interval_hours: hours }, ["interval_hours"]] as const),
      ...[
        "nonsense",
        "10.0.0.5-10.0.0.1",
        "10.0.0.1-",
        "10.0.0.0/40",
        "10.0.0.1-::1",
        "10.0.0.1 10.0.0.2",
        "10.9.0.1",
        "10.0.0.14-10.0.1.2,10.0.9.0/24",
        "::1",
        `${"10.0.0.1,".repeat(500)}`,
      ].map((text) => [{ network_id: net, exclude_ips: text }, ["exclude_ips"]] as const),
    ];
    for (const [body, fields] of wrong) expect([body, Object.keys(problemsOf(await create(body))).sort()]).toEqual([body, fields]);
    const { id } = (await create({ network_id: net, exclude_ips: "10.0.0.1" })).body;
    const elsewhere = await lab.network("10.7.0.0/28", "elsewhere");
    for (const [body, fields] of wrong.slice(1))
      expect([body, Object.keys(problemsOf(await update(id, body))).sort()]).toEqual([body, fields]);
    // What is excluded has to lie in the network that the rule would have.
    expect(Object.keys(problemsOf(await update(id, { network_id: elsewhere })))).toEqual(["exclude_ips"]);
    expect((await update(id, { network_id: elsewhere, exclude_ips: "10.7.0.1" })).status).toBe(200);
    for (const hours of [1, 8760]) expect((await update(id, { interval_hours: hours })).status).toBe(200);
  });

  it("have an interval or a schedule, and never both", async () => {
    const nightly = { schedule: "30 2 * * *", timezone: "Europe/Berlin" };
    const made = await create({ network_id: net, ...nightly });
    expect([made.status, made.body]).toMatchObject([
      201,
      { ...nightly, interval_hours: null, next_due_at: expect.stringMatching(/:30:00\.000Z$/) },
    ]);
    const { id } = made.body;
    // What was read can be sent back, and changes nothing.
    expect((await update(id, made.body)).body).toEqual(made.body);
    expect((await update(id, { timezone: "" })).body).toMatchObject({ schedule: nightly.schedule, timezone: "UTC" });
    expect((await update(id, { schedule: "0 4 * * *" })).body).toMatchObject({ schedule: "0 4 * * *", timezone: "UTC" });
    const hourly = (await update(id, { interval_hours: 6, schedule: "" })).body;
    expect(hourly).toMatchObject({ interval_hours: 6, schedule: "", timezone: "" });
    expect((await update(id, hourly)).body).toEqual(hourly);
    expect((await update(id, nightly)).body).toMatchObject({ ...nightly, interval_hours: null });
    expect((await update(id, { interval_hours: 2 })).body).toMatchObject({ interval_hours: 2, schedule: "", timezone: "" });
    const refused: readonly (readonly [object, readonly string[]])[] = [
      [{ schedule: "0 3 * * *", interval_hours: 6 }, ["schedule"]],
      [{ schedule: "every day", timezone: "Mars/Base" }, ["schedule", "timezone"]],
      [{ schedule: "0 0 30 2 *" }, ["schedule"]],
      [{ schedule: 7, timezone: 8 }, ["schedule", "timezone"]],
      [{ schedule: `${"1,".repeat(200)}1 * * * *` }, ["schedule"]],
      [{ timezone: "Europe/Berlin" }, ["timezone"]],
      [{ interval_hours: null }, ["interval_hours"]],
    ];
    const other = await lab.network("10.7.0.0/28", "elsewhere");
    for (const [body, fields] of refused) {
      expect([body, Object.keys(problemsOf(await create({ network_id: other, ...body }))).sort()]).toEqual([body, fields]);
      expect([body, Object.keys(problemsOf(await update(id, body))).sort()]).toEqual([body, fields]);
    }
    await update(id, nightly);
    expect(Object.keys(problemsOf(await update(id, { schedule: "" })))).toEqual(["schedule"]);
    expect((await update(id, { enabled: false })).body).toMatchObject({ ...nightly, next_due_at: null });
  });

  it("start at the times of their schedule", async () => {
    const { api, scanner } = lab;
    scanner.script = seeing({ "10.0.0.2": {} });
    const now = api.clock.now();
    const at = new Date(Math.ceil(now / HOUR_MS) * HOUR_MS + HOUR_MS);
    const { id } = (await create({ network_id: net, schedule: `0 ${at.getUTCHours()} * * *` })).body;
    expect((await get(id)).body).toMatchObject({ timezone: "UTC", next_due_at: at.toISOString() });
    await api.clock.advance(at.getTime() - now - 1000);
    expect(await scans()).toEqual([]);
    await api.clock.advance(1000);
    await scansBecome(1);
    const day = 24 * HOUR_MS;
    const next = new Date(at.getTime() + day).toISOString();
    expect((await get(id)).body).toMatchObject({ last_started_at: expect.any(String), next_due_at: next });
  });

  it("are one for each network and scan type", async () => {
    const first = (await create({ network_id: net, scan_type: "quick" })).body;
    const second = await create({ network_id: net });
    expect([second.status, second.body.code]).toEqual([409, "ALREADY_EXISTS"]);
    expect(second.body.error).toContain(first.id);
    const full = (await create({ network_id: net, scan_type: "full" })).body;
    const turned = await update(full.id, { scan_type: "quick" });
    expect([turned.status, turned.body.code]).toEqual([409, "ALREADY_EXISTS"]);
    expect((await create({ network_id: await lab.network("10.0.0.0/28", "twin") })).status).toBe(201);
    const twins = await lab.network("10.8.0.0/28");
    const replies = await Promise.all([1, 2, 3].map(async () => await create({ network_id: twins })));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
  });

  it("start a scan each time they are due, without what is excluded, and not while they are disabled", async () => {
    const { api, scanner } = lab;
    scanner.script = seeing({ "10.0.0.2": {} });
    const { id } = (
      await create({ network_id: net, interval_hours: 1, scan_type: "deep", exclude_ips: "10.0.0.1, 10.0.0.4/30, 10.0.0.12-10.0.0.13" })
    ).body;
    await api.clock.advance(HOUR_MS - 10_000);
    expect(await scans()).toEqual([]);
    await api.clock.advance(SPREAD_MS + 20_000);
    await scansBecome(1);
    expect(await scans()).toMatchObject([{ rule_id: id, scan_type: "deep", coverage: { excluded: 7 } }]);
    expect(scanner.asked[0]?.targets.toSorted()).toEqual([
      "10.0.0.10",
      "10.0.0.11",
      "10.0.0.14",
      "10.0.0.2",
      "10.0.0.3",
      "10.0.0.8",
      "10.0.0.9",
    ]);
    const { last_started_at: started, next_due_at: due } = (await get(id)).body;
    expect(Date.parse(due) - Date.parse(started)).toBeGreaterThanOrEqual(HOUR_MS);
    await api.clock.advance(HOUR_MS + SPREAD_MS);
    await scansBecome(2);
    await update(id, { enabled: false });
    await api.clock.advance(5 * HOUR_MS);
    await update(id, { enabled: true });
    await api.clock.advance(HOUR_MS - 60_000);
    await scansBecome(2);
    await api.clock.advance(SPREAD_MS + 60_000);
    await scansBecome(3);
    // The rule goes, its scans stay.
    expect((await api.operator("DELETE", `/api/discovery/rules/${id}`)).status).toBe(204);
    await api.clock.advance(5 * HOUR_MS);
    await scansBecome(3);
    expect((await lab.told()).filter(({ event }) => event === "discovery.completed")).toHaveLength(3);
  });

  it("wait while another scan of the network runs", async () => {
    const { api, scanner } = lab;
    const gate = new Gate();
    scanner.script = gate.script;
    const { id } = (await create({ network_id: net, interval_hours: 1 })).body;
    await api.clock.advance(HOUR_MS - 60_000);
    const running = (await lab.ask(net)).body;
    await lab.reaches(running.id, "running");
    gate.let(1);
    await api.clock.advance(SPREAD_MS + 80_000);
    expect(await scans()).toHaveLength(1);
    expect((await get(id)).body.last_started_at).toBeNull();
    gate.let(100);
    await scansBecome(2);
    expect((await scans())[0]).toMatchObject({ rule_id: id });
  });
});
