import type { Browser, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fillHostile, HOSTILE_NAMES } from "../support/hostile.ts";
import { PASSWORD, type PageServer, startPage, whenBuilt } from "../support/page-server.ts";
import { binary, checkAccess, dialog, eventually, heading, launch, message, press, tellSkipped, visit } from "./browser.ts";

tellSkipped(10);

/** More rows than anybody should have in one list. */
const MANY = 100_000;
/** A table of any length has no more rows than this in the document. */
const MAX_DRAWN = 120;

describe.skipIf(binary === undefined)("what should not happen", () => {
  let browser: Browser;
  let server: PageServer;
  beforeAll(async () => {
    [browser, server] = await Promise.all([launch(), startPage()]);
    await whenBuilt(server.url);
    await server.user("vera", "viewer");
    await fillHostile(server.inventory);
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
  });

  it("a name that is taken (409) is told in the form, and what was typed stays", async () => {
    await visit(browser, { url: server.url, user: "root", expected: /409/ }, async (page) => {
      await page.goto("/users");
      await press(page, "New user");
      await dialog(page).getByLabel("User name").fill("vera");
      await dialog(page).getByLabel("Password").fill(PASSWORD);
      await dialog(page).getByRole("button", { name: "Create" }).click();
      await dialog(page).getByRole("alert").waitFor();
      await checkAccess(page);
      expect(await dialog(page).getByLabel("User name").inputValue()).toBe("vera");
      await dialog(page).getByLabel("User name").fill("vera2");
      await dialog(page).getByRole("button", { name: "Create" }).click();
      await message(page, "User vera2 saved.").waitFor();
    });
  });

  it("events that a proxy does not let through are no lost connection: the page works, and asks", async () => {
    const network = await server.inventory.networks.create({ name: "behind a proxy", subnet: "10.66.0.0/28" });
    await visit(browser, { url: server.url, user: "root", expected: /ERR_|Failed to (load|fetch)/ }, async (page) => {
      let refused = 0;
      await page.route("**/api/events/stream*", async (route) => {
        refused += 1;
        await route.abort();
      });
      await page.goto(`/networks/${network.id}`);
      await page.getByRole("button", { name: "10.66.0.5, free" }).click();
      await dialog(page).getByLabel("Name").first().fill("found by asking");
      await dialog(page).getByRole("button", { name: "Allocate" }).click();
      await page.getByRole("button", { name: "10.66.0.5, used by found by asking" }).click();
      await press(page, "Delete");
      await dialog(page).getByRole("button", { name: "Delete device" }).click();
      await heading(page, "Devices").waitFor();
      await page.goto(`/networks/${network.id}`);
      await page.getByRole("button", { name: "10.66.0.5, free" }).waitFor();
      expect(refused).toBeGreaterThan(0);
      expect(await page.getByText("Server unreachable").count()).toBe(0);
    });
  });

  it("a question that its asker left is no lost connection", async () => {
    await visit(browser, { url: server.url, user: "root", expected: /ERR_ABORTED/ }, async (page) => {
      await page.goto("/");
      await heading(page, "Dashboard").waitFor();
      const asked: Route[] = [];
      await page.route("**/api/search*", (route) => void asked.push(route));
      await page.keyboard.press("/");
      await page.locator("input[role=combobox]:focus").waitFor();
      await page.keyboard.type("abc");
      await eventually(async () => asked.length).toBe(1);
      const left = page.waitForEvent("requestfailed");
      await page.keyboard.type("def");
      await left;
      await eventually(async () => asked.length).toBe(2);
      expect(await page.getByText("Server unreachable").count()).toBe(0);
    });
  });

  it("a browser without a network is not without a server on its own machine", async () => {
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto("/");
      await heading(page, "Dashboard").waitFor();
      const looked = page.waitForResponse("**/healthz");
      await page.evaluate("dispatchEvent(new Event('offline'))");
      await looked;
      expect(await page.getByText("Server unreachable").count()).toBe(0);
    });
  });

  it("a list that cannot be read again stays as it was, beside what went wrong", async () => {
    await server.inventory.datacenters.create({ name: "kept in sight" });
    await visit(browser, { url: server.url, user: "root", expected: /503/ }, async (page) => {
      await page.goto("/datacenters");
      await page.getByRole("link", { name: "kept in sight" }).waitFor();
      await page.route("**/api/datacenters", (route) =>
        route.fulfill({ status: 503, json: { code: "UNAVAILABLE", error: "the database is away" } }),
      );
      await press(page, "Edit kept in sight");
      await dialog(page).getByLabel("Location").fill("cellar");
      await dialog(page).getByRole("button", { name: "Save" }).click();
      await page.getByRole("alert").getByText("The database is away").waitFor();
      await page.getByRole("link", { name: "kept in sight" }).waitFor();
      await checkAccess(page);
      await page.unroute("**/api/datacenters");
      await press(page, "Try again");
      await eventually(async () => await page.getByRole("alert").count()).toBe(0);
      await page.getByRole("row", { name: /cellar/ }).waitFor();
    });
  });

  it("a connection that is lost in the middle of an edit takes nothing away, and the edit is made once", async () => {
    const { id } = await server.inventory.devices.create({ name: "edited without a line" });
    await visit(browser, { look: "dark", url: server.url, user: "root", expected: /ERR_|Failed to (load|fetch)/ }, async (page, window) => {
      await page.goto(`/devices/${id}`);
      await press(page, /^Edit/);
      await eventually(
        async () => await dialog(page).getByLabel("Name", { exact: true }).or(dialog(page).getByLabel(/^Name/)).first().inputValue(),
      ).toBe("edited without a line");
      await dialog(page).getByLabel("Location").fill("rack 7");
      await window.setOffline(true);
      await dialog(page).getByRole("button", { name: "Save" }).click();
      await dialog(page).getByRole("alert").waitFor();
      // What lies below is asked for again meanwhile, and cannot be read: the form over it stays.
      await page.evaluate("dispatchEvent(new Event('visibilitychange')); document.dispatchEvent(new Event('visibilitychange'))");
      await checkAccess(page);
      expect(await dialog(page).getByLabel("Location").inputValue()).toBe("rack 7");
      await window.setOffline(false);
      await eventually(async () => await page.getByText("Server unreachable").count()).toBe(0);
      expect(await dialog(page).getByLabel("Location").inputValue()).toBe("rack 7");
      await dialog(page).getByRole("button", { name: "Save" }).click();
      await message(page, "edited without a line saved.").waitFor();
      expect(await server.inventory.devices.get(id)).toMatchObject({ location: "rack 7" });
      expect((await server.inventory.devices.list()).filter(({ name }) => name === "edited without a line")).toHaveLength(1);
    });
  });

  it("a server that is not there when the page is opened is told of, and the page goes on when it is back", async () => {
    await visit(browser, { url: server.url, user: "root", expected: /ERR_|Failed to (load|fetch)|503/ }, async (page, window) => {
      const all = /\/(api\/|healthz)/;
      await window.route(all, async (route) => await route.abort("connectionrefused"));
      await page.goto("/networks?q=everything");
      await heading(page, "Cadastre is not responding").waitFor();
      await checkAccess(page);
      await window.unroute(all);
      await heading(page, "Networks").waitFor();
      expect(new URL(page.url()).search).toBe("?q=everything");
    });
  });

  it("a server that goes while nobody does anything is told of too", async () => {
    const own = await startPage();
    let isThere = true;
    try {
      await whenBuilt(own.url);
      await visit(browser, { url: own.url, user: "root", expected: /ERR_|Failed to (load|fetch)/ }, async (page) => {
        const followed = page.waitForResponse("**/api/events/stream*");
        await page.goto("/settings");
        await heading(page, "Settings").waitFor();
        await followed;
        isThere = false;
        await own[Symbol.asyncDispose]();
        await page.getByText("Server unreachable").waitFor();
      });
    } finally {
      if (isThere) await own[Symbol.asyncDispose]();
    }
  });

  it(`a list of ${MANY} rows is drawn by what is seen of it, and its end is one key away`, async () => {
    const now = "2026-01-01T00:00:00.000Z";
    const nameOf = (index: number): string => `device-${String(index).padStart(6, "0")}`;
    const rows = Array.from({ length: MANY }, (_, index) => ({
      id: `019c0000-0000-7000-8000-${String(index).padStart(12, "0")}`,
      name: nameOf(index),
      hostname: "",
      description: "",
      make_model: "",
      os: "",
      datacenter_id: null,
      username: "",
      location: "",
      status: "active",
      tags: ["x"],
      addresses: [],
      domains: [],
      created_at: now,
      updated_at: now,
    }));
    const bodies = { name: JSON.stringify(rows), "-name": JSON.stringify(rows.toReversed()) };
    await visit(browser, { url: server.url, user: "root" }, async (page, window) => {
      // A page of the list that holds all.
      await window.route(/\/api\/devices(\?|$)/, async (route) => {
        const isDescending = new URL(route.request().url()).searchParams.get("sort") === "-name";
        const headers = { "x-service-count": String(MANY) };
        await route.fulfill({ contentType: "application/json", headers, body: bodies[isDescending ? "-name" : "name"] });
      });
      await page.goto("/devices");
      await page.getByText("100,000 in total").waitFor();
      const drawn = async (): Promise<number> => await page.getByRole("row").count();
      expect(await drawn()).toBeLessThan(MAX_DRAWN);
      await checkAccess(page);
      await page.getByRole("row", { name: nameOf(3) }).focus();
      await page.keyboard.press("End");
      await page.getByRole("link", { name: nameOf(MANY - 1) }).waitFor();
      expect(await drawn()).toBeLessThan(MAX_DRAWN);
      await press(page, "Name");
      await page.getByRole("row", { name: nameOf(MANY - 1) }).waitFor();
      expect(await page.getByRole("grid").getAttribute("aria-rowcount")).toBe(String(MANY + 1));
    });
  });

  it("names of markup, of another direction and of pictures are text wherever they show", async () => {
    await visit(browser, { look: "dark", url: server.url, user: "root" }, async (page) => {
      page.on("dialog", () => expect.unreachable("a name was run"));
      for (const name of HOSTILE_NAMES) {
        await page.goto("/devices");
        await page.getByRole("link", { name, exact: true }).click();
        await heading(page, name).waitFor();
        expect(await page.title()).toBe(`${name} – Cadastre`.replace(/\s+/g, " ").trim());
        // A name keeps its direction for itself.
        expect(await page.evaluate<string>("getComputedStyle(document.querySelector('h1')).unicodeBidi")).toBe("isolate");
        await press(page, /^Delete/);
        await dialog(page).getByText(name).first().waitFor();
        await page.keyboard.press("Escape");
      }
      await page.keyboard.press("/");
      await page.getByRole("combobox", { name: "Search" }).fill("onerror");
      await page.getByRole("option", { name: HOSTILE_NAMES[0] }).first().waitFor();
      // Nothing is wider than the window.
      expect(await page.evaluate<number>("document.documentElement.scrollWidth - document.documentElement.clientWidth")).toBe(0);
      expect(await page.locator("img").count()).toBe(0);
      await checkAccess(page);
    });
  });

  it("a viewer who forges a request is refused, with the session and the header of the page and without", async () => {
    const before = (await server.inventory.networks.list()).length;
    await visit(browser, { url: server.url, user: "vera", expected: /403/ }, async (page) => {
      await page.goto("/networks");
      await heading(page, "Networks").waitFor();
      const forged = async (headers: Readonly<Record<string, string>>): Promise<{ readonly status: number; readonly code: string }> =>
        await page.evaluate(`fetch("/api/networks", {
            method: "POST",
            headers: ${JSON.stringify({ "content-type": "application/json", ...headers })},
            body: JSON.stringify({ name: "forged", subnet: "10.66.0.0/24" }),
          })
          .then(async (answer) => ({ status: answer.status, code: (await answer.json()).code }))`);
      expect(await forged({ "x-requested-with": "XMLHttpRequest" })).toEqual({ status: 403, code: "FORBIDDEN" });
      expect((await forged({})).status).toBe(403);
      // A page that is not offered can still be typed: it says that it is refused.
      for (const path of ["/users", "/audit"]) {
        await page.goto(path);
        await page.locator("main").getByRole("alert").waitFor();
        await checkAccess(page);
      }
    });
    expect(await server.inventory.networks.list()).toHaveLength(before);
  });
});
