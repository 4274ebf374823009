import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startFilledPage, startFullPage } from "../../support/full-server.ts";
import { type PageServer, whenBuilt } from "../../support/page-server.ts";
import { binary, drawn, follow, launch, tellSkipped, visit } from "../browser.ts";
import { KINDS, PAGES } from "../walked-pages.ts";

tellSkipped(2);

/** Verbs of changes: each needs a right. */
const VERBS =
  "accept|add|allocate|apply|assign|cancel|change|create|decommission|define|delete|detect|edit|end|ignore|import|link|merge|new|plan|" +
  "promote|read now|redeliver|rehearse|reject|remove|renew|resize|resolve|restore|scan|send|split|start|test|undo";
/** A button or link that changes something. */
const CHANGES = new RegExp(`^(?:${VERBS}|check all|begin)\\b`, "i");
/** A sentence, or a part of one, that asks for a change. */
const OBJECTS = "it|them|one|an?|the|this|another|its|here|again|devices|hosts|networks|relationships|addresses";
const BEGINNING = String.raw`(?:^|[.:;,]\s+|\b(?:or|and|then|to|first)\s+)`;
const ADVICE = new RegExp(
  String.raw`${BEGINNING}(?:(?:${VERBS})\s+(?:${OBJECTS})\b|begin with\b|use a separate\b|(?:select|choose) an? (?:free|network)\b).*`,
  "i",
);
/** Changes of the caller's own account. */
const OWN = /^(?:Change password|Revoke .*)$/;

/** What everybody with a right is advised, where there is nothing yet. */
const ADVISED = [
  "Select a network and scan it",
  "Scan this network",
  "Begin with a network, then scan it or allocate its addresses to devices",
  "Create one here, or scan a network and promote the hosts found",
  "add relationships on the page of a device",
  "Select a free address above to allocate it, or scan the network to find hosts",
  "or create a network for it",
  "Choose a free address in a network",
  "Send a test event to check the endpoint",
  "Rehearse the plan again to see its current effects",
  "Use a separate key for each program",
];

/** Parts of a page that ask for a change: names of buttons, links and menu items, and sentences. */
async function asked(page: Page): Promise<readonly string[]> {
  const { sentences, names } = await page.evaluate<Record<"sentences" | "names", string[]>>(`(() => {
    const main = document.querySelector("main");
    const controls = [...main.querySelectorAll("button, a, [role=menuitem]")].filter((one) => one.checkVisibility());
    return { sentences: main.innerText.split("\\n"), names: controls.map((one) => one.getAttribute("aria-label") ?? one.innerText) };
  })()`);
  return [
    ...names.filter((name) => CHANGES.test(name.trim()) && !OWN.test(name.trim())),
    ...sentences.flatMap((sentence) => ADVICE.exec(sentence)?.[0] ?? []),
  ];
}

describe.skipIf(binary === undefined)("each page asks for a change only", () => {
  let browser: Browser;
  let full: PageServer;
  let empty: PageServer;
  let paths: readonly string[];
  beforeAll(async () => {
    const filled = startFilledPage();
    [browser, empty] = await Promise.all([launch(), startFullPage()]);
    const { server, ids } = await filled;
    full = server;
    await whenBuilt(empty.url);
    await empty.user("vera", "viewer");
    paths = [...PAGES, ...KINDS]
      .filter(({ signedOut }) => signedOut !== true)
      .map(({ path: at }) => (typeof at === "string" ? at : at(ids)))
      .concat(await withoutParts());
  });
  afterAll(async () => {
    await Promise.all([full[Symbol.asyncDispose](), empty[Symbol.asyncDispose]()]);
  });

  /** Pages of records that have nothing in one of their parts. */
  async function withoutParts(): Promise<readonly string[]> {
    const root = await full.as("root");
    const lan = await root.networks.create({ name: "without devices", subnet: "10.77.0.0/24" });
    const large = await root.networks.create({ name: "of blocks", subnet: "2001:db8:77::/64" });
    const bare = await root.devices.create({ name: "without addresses" });
    const hook = await root.webhooks.create({ name: "quiet", url: "http://192.0.2.1/", events: ["device.deleted"] });
    const plan = await root.plans.create({ title: "Overtaken", steps: [{ operation: "devices.delete", params: { id: bare.id } }] });
    await root.devices.update(bare.id, { description: "changed since" });
    return [
      `/networks/${lan.id}`,
      "/discovery",
      `/discovery?network=${lan.id}`,
      `/networks/${large.id}`,
      `/devices/${bare.id}`,
      `/webhooks/${hook.id}`,
      `/plans/${plan.id}`,
    ];
  }

  /** Everything that pages ask of a user, by page. */
  async function walk(server: PageServer, user: string): Promise<readonly string[]> {
    const found: string[] = [];
    await visit(browser, { url: server.url, user, expected: /403|404/ }, async (page) => {
      for (const path of paths) {
        await follow(page, path);
        await page.getByRole("heading", { level: 1 }).waitFor();
        await drawn(page);
        for (const text of await asked(page)) found.push(`${path.replaceAll(/[0-9a-f-]{36}/g, "…")}: ${text}`);
      }
    });
    return found;
  }

  it("of people with the right", async () => {
    const found = [...(await walk(full, "vera")), ...(await walk(empty, "vera"))];
    expect(found).toEqual([]);
  });

  it("and of all of them", async () => {
    const found = [...(await walk(full, "root")), ...(await walk(empty, "root"))].join("\n");
    expect(ADVISED.filter((advice) => !found.includes(advice))).toEqual([]);
  });
});
