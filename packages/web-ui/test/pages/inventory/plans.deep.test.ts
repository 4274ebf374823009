import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type PageServer, startPage, whenBuilt } from "../../support/page-server.ts";
import { binary, checkAccess, dialog, eventually, heading, launch, tellSkipped, visit } from "../browser.ts";

tellSkipped(10);

describe.skipIf(binary === undefined)("plans", () => {
  let browser: Browser;
  let server: PageServer;
  beforeAll(async () => {
    [browser, server] = await Promise.all([launch(), startPage([])]);
    await whenBuilt(server.url);
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
  });

  it("are looked at, rehearsed again when they are stale, and applied", async () => {
    const { devices, plans } = server.inventory;
    const { id } = await devices.create({ name: "web-1", location: "rack 4" });
    const plan = await plans.create({
      title: "Move web-1",
      steps: [
        { operation: "devices.update", params: { id }, body: { location: "rack 5" } },
        { operation: "networks.create", body: { name: "rack-5", subnet: "10.5.0.0/24" } },
      ],
    });
    await visit(browser, { url: server.url, user: "root", expected: /409/ }, async (page) => {
      await page.goto("/plans");
      await page.getByRole("link", { name: "Move web-1" }).click();
      await heading(page, "Move web-1").waitFor();
      const changed = page.getByRole("listitem").filter({ hasText: "Changed device" });
      expect((await changed.innerText()).replaceAll(/\s+/g, " ")).toContain("Location rack 4 → rack 5");
      await page.getByText("10.5.0.0/24").waitFor();
      await checkAccess(page);
      // Somebody else is faster: nothing is done, and the page says why.
      await devices.update(id, { description: "meanwhile" });
      await page.getByRole("button", { name: "Apply" }).click();
      // The notice of the page, not the passing one of the failed request.
      await page.getByRole("main").getByText("The inventory has changed since").waitFor();
      expect((await devices.get(id)).location).toBe("rack 4");
      expect(await page.getByRole("button", { name: "Apply" }).count()).toBe(0);
      await page.getByRole("button", { name: "Rehearse again" }).click();
      await page.getByRole("button", { name: "Apply" }).click();
      await page.getByRole("heading", { name: /^Applied changes/ }).waitFor();
      expect((await devices.get(id)).location).toBe("rack 5");
      expect((await plans.get(plan.id)).applied_by).toMatchObject({ username: "root" });
      expect(await page.getByRole("button", { name: /^(Apply|Reject)$/ }).count()).toBe(0);
    });
  });

  it("take a change back that the history shows, and do it again", async () => {
    const { devices } = server.inventory;
    const { id } = await devices.create({ name: "taken-back", location: "rack 4" });
    await devices.update(id, { location: "rack 5" });
    const apply = async (page: Page): Promise<void> => {
      await page.getByRole("button", { name: "Apply" }).click();
      await page.getByRole("heading", { name: /^Applied changes/ }).waitFor();
    };
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto(`/devices/${id}`);
      const updated = page.getByRole("region", { name: "History" }).getByRole("row").filter({ hasText: "Updated" });
      await updated.getByRole("button", { name: /^Undo the change of/ }).click();
      await dialog(page).getByRole("button", { name: "Make plan" }).click();
      const changed = page.getByRole("listitem").filter({ hasText: "Changed device" });
      expect((await changed.innerText()).replaceAll(/\s+/g, " ")).toContain("Location rack 5 → rack 4");
      expect((await devices.get(id)).location).toBe("rack 5");
      await apply(page);
      expect((await devices.get(id)).location).toBe("rack 4");
      await page.getByRole("button", { name: "Undo" }).click();
      await dialog(page).getByRole("button", { name: "Make plan" }).click();
      await page
        .getByText("rack 4 → rack 5")
        .or(page.getByRole("button", { name: "Apply" }))
        .first()
        .waitFor();
      await apply(page);
      expect((await devices.get(id)).location).toBe("rack 5");
    });
    await server.user("reader", "viewer");
    await visit(browser, { url: server.url, user: "reader" }, async (page) => {
      await page.goto(`/devices/${id}`);
      await page.getByRole("region", { name: "History" }).getByText("rack 5").first().waitFor();
      expect(await page.getByRole("button", { name: /^Undo/ }).count()).toBe(0);
    });
  });

  it("show what they did with its values, and who undid it, also to a viewer", async () => {
    const { devices, plans } = server.inventory;
    const moved = await devices.create({ name: "moved-8", location: "rack 4" });
    const gone = await devices.create({ name: "gone-8", description: "spare of rack 4" });
    const plan = await plans.create({
      title: "Clear rack 4",
      steps: [
        { operation: "devices.update", params: { id: moved.id }, body: { location: "rack 5" } },
        { operation: "devices.delete", params: { id: gone.id } },
        { operation: "devices.create", body: { name: "new-8", location: "rack 6" } },
      ],
    });
    await server.user("reviewer-8", "viewer");
    const values = async (page: Page): Promise<string> =>
      (await page.getByRole("main").getByRole("listitem").allInnerTexts()).join(" ").replaceAll(/\s+/g, " ");
    const shown = async (page: Page): Promise<void> => {
      for (const text of ["Location rack 4 → rack 5", "spare of rack 4", "rack 6"])
        await eventually(async () => await values(page)).toContain(text);
    };
    const undo = (page: Page) => page.getByRole("main").getByRole("button", { name: "Undo", exact: true });
    const undoIt = async (page: Page): Promise<void> => {
      await undo(page).click();
      await dialog(page).getByRole("button", { name: "Undo", exact: true }).click();
      await dialog(page).waitFor({ state: "detached" });
    };
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto(`/plans/${plan.id}`);
      await shown(page);
      await page.getByRole("button", { name: "Apply" }).click();
      await page.getByRole("heading", { name: /^Applied changes/ }).waitFor();
      await shown(page);
      await checkAccess(page);
      await undoIt(page);
      // There is nothing to undo, and the page says why.
      const why = page.getByRole("main").getByText(/Undone by root on \d/);
      await why.waitFor();
      expect(await undo(page).count()).toBe(0);
      await checkAccess(page);
      await why.getByRole("link").click();
      await heading(page, "Undo Clear rack 4").waitFor();
      await eventually(async () => await values(page)).toContain("Location rack 5 → rack 4");
      await visit(browser, { url: server.url, user: "reviewer-8" }, async (other) => {
        await other.goto(`/plans/${plan.id}`);
        await shown(other);
        await other
          .getByRole("main")
          .getByText(/Undone by root on \d/)
          .waitFor();
      });
      // The undo is undone: there is something to undo once more.
      await undoIt(page);
      await page
        .getByRole("main")
        .getByText(/Undone by root on \d/)
        .waitFor();
      await page.goto(`/plans/${plan.id}`);
      await undo(page).waitFor();
      expect(await page.getByText(/Undone by/).count()).toBe(0);
    });
  });

  it("offer no undo where later changes left nothing to undo, and no values that are not kept", async () => {
    const { devices, plans } = server.inventory;
    const { id } = await devices.create({ name: "overwritten-9", location: "rack 4" });
    const steps = [{ operation: "devices.update", params: { id }, body: { location: "rack 5" } }];
    const plan = await plans.create({ title: "Overwritten", steps });
    const rejected = await plans.create({ title: "Rejected with values", steps });
    await plans.apply(plan.id);
    await plans.reject(rejected.id);
    await visit(browser, { url: server.url, user: "root", expected: /409/ }, async (page) => {
      const undo = page.getByRole("main").getByRole("button", { name: "Undo", exact: true });
      await page.goto(`/plans/${plan.id}`);
      await undo.waitFor();
      await devices.update(id, { location: "rack 6" });
      await page.reload();
      await page.getByText("Nothing of the change is left to take back").waitFor();
      expect(await undo.count()).toBe(0);
      await page.goto(`/plans/${rejected.id}`);
      await page.getByText("Values of plans that were not applied are not kept.").waitFor();
    });
  });

  it("take one record of a change back, from the history of a network with what is inside", async () => {
    const { devices, networks } = server.inventory;
    const network = await networks.create({ name: "undo-lan", subnet: "10.77.0.0/24" });
    const [first, second] = [
      await devices.create({ name: "inside-1", addresses: [{ ip: "10.77.0.1" }] }),
      await devices.create({ name: "inside-2", addresses: [{ ip: "10.77.0.2" }] }),
    ];
    await devices.bulkUpdate({ ids: [first.id, second.id], set: { location: "rack 9" } });
    await visit(browser, { url: server.url, user: "root", expected: /409/ }, async (page) => {
      await page.goto(`/networks/${network.id}`);
      const history = page.getByRole("region", { name: "History" });
      await history.getByRole("row").filter({ hasText: "Created" }).waitFor();
      expect(await history.getByText("inside-1").count()).toBe(0);
      await history.getByLabel("With what is inside").check();
      const undo = history.getByRole("row").filter({ hasText: "inside-1" }).filter({ hasText: "Updated" });
      const open = async (): Promise<void> => await undo.getByRole("button", { name: /^Undo the change of/ }).click();
      await open();
      await dialog(page).getByLabel("Records").selectOption({ label: "Only the device inside-1" });
      await checkAccess(page);
      await dialog(page).getByRole("button", { name: "Make plan" }).click();
      await heading(page, "Undo the change of the device inside-1").waitFor();
      await page.getByRole("button", { name: "Apply" }).click();
      await page.getByRole("heading", { name: /^Applied changes/ }).waitFor();
      expect([(await devices.get(first.id)).location, (await devices.get(second.id)).location]).toEqual(["", "rack 9"]);
      // Nothing is left of that record: the dialog says so.
      await page.goto(`/networks/${network.id}`);
      await history.getByLabel("With what is inside").check();
      await undo
        .last()
        .getByRole("button", { name: /^Undo the change of/ })
        .click();
      await dialog(page).getByLabel("Records").selectOption({ label: "Only the device inside-1" });
      await dialog(page).getByText("othing of the change is left to take back").waitFor();
      expect(await dialog(page).getByRole("button", { name: "Make plan" }).isEnabled()).toBe(false);
    });
  });

  it("are rejected with a reason", async () => {
    const { plans } = server.inventory;
    const plan = await plans.create({ title: "Not wanted", steps: [{ operation: "devices.create", body: { name: "unwanted" } }] });
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto(`/plans/${plan.id}`);
      await page.getByRole("button", { name: "Reject" }).click();
      await dialog(page).getByLabel("Reason").fill("not now");
      await dialog(page).getByRole("button", { name: "Reject" }).click();
      await page.getByText("not now").waitFor();
      expect(await plans.get(plan.id)).toMatchObject({ status: "rejected", note: "not now" });
    });
  });

  it("are deleted only by their creators and by administrators", async () => {
    const { plans } = server.inventory;
    const steps = [{ operation: "devices.create", body: { name: "unwanted" } }];
    const foreign = await plans.create({ title: "Of an administrator", steps });
    await server.user("planner", "proposer");
    await visit(browser, { url: server.url, user: "planner" }, async (page) => {
      await page.goto(`/plans/${foreign.id}`);
      await page.getByRole("button", { name: "Rehearse again" }).waitFor();
      expect(await page.getByRole("button", { name: "Delete" }).count()).toBe(0);
    });
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto(`/plans/${foreign.id}`);
      await page.getByRole("button", { name: "Delete" }).click();
      await dialog(page).waitFor();
      await checkAccess(page);
      await dialog(page).getByRole("button", { name: "Delete" }).click();
      await heading(page, "Plans").waitFor();
      expect(await page.getByText("Of an administrator").count()).toBe(0);
      await expect(plans.get(foreign.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    });
  });

  it("are made of a network that is split, merged, resized or renumbered", async () => {
    const { networks, plans } = server.inventory;
    const low = await networks.create({ name: "low", subnet: "10.8.0.0/25" });
    await networks.create({ name: "high", subnet: "10.8.0.128/25" });
    await visit(browser, { url: server.url, user: "root", expected: /400/ }, async (page) => {
      const ask = async (what: string, field: string, value?: string): Promise<void> => {
        await page.goto(`/networks/${low.id}`);
        await page.getByRole("button", { name: "Split, merge, resize …" }).click();
        await dialog(page).getByLabel("What to do").selectOption({ label: what });
        if (value !== undefined) await dialog(page).getByLabel(field).fill(value);
      };
      const show = async (): Promise<void> => await dialog(page).getByRole("button", { name: "Preview" }).click();
      await ask("Split it into equal parts", "Prefix length", "33");
      await checkAccess(page);
      await show();
      await dialog(page).getByText("must be at most 32").waitFor();
      await dialog(page).getByLabel("Prefix length").fill("26");
      await show();
      await heading(page, "Split low (10.8.0.0/25) into 2 × /26").waitFor();
      await ask("Make it larger or smaller", "New subnet", "10.8.0.0/22");
      await show();
      await heading(page, "Resize low from 10.8.0.0/25 to 10.8.0.0/22").waitFor();
      await ask("Move it to other addresses", "New subnet", "10.9.0.0/25");
      await show();
      await heading(page, "Renumber low from 10.8.0.0/25 to 10.9.0.0/25").waitFor();
      // The subnet with its neighbour is filled in, and who that is.
      await ask("Merge it with its neighbours", "Subnet");
      await dialog(page).getByText("With high (10.8.0.128/25).").waitFor();
      await show();
      await heading(page, "Merge low, high into 10.8.0.0/24").waitFor();
      await page.getByRole("button", { name: "Apply" }).click();
      await page.getByRole("heading", { name: /^Applied changes/ }).waitFor();
      expect((await networks.get(low.id)).subnet).toBe("10.8.0.0/24");
      expect(await plans.list({ status: "open" })).toHaveLength(3);
    });
  });

  it("are asked for without the error of another request", async () => {
    const { networks, pools } = server.inventory;
    const { id } = await networks.create({ name: "crossed-10", subnet: "10.11.0.0/24" });
    await pools.create(id, { name: "across", start_ip: "10.11.0.100", end_ip: "10.11.0.200" });
    await visit(browser, { url: server.url, user: "root", expected: /40[09]/ }, async (page) => {
      await page.goto(`/networks/${id}`);
      await page.getByRole("button", { name: "Split, merge, resize …" }).click();
      const choose = async (label: string): Promise<unknown> => await dialog(page).getByLabel("What to do").selectOption({ label });
      const alert = dialog(page).getByRole("alert");
      const preview = dialog(page).getByRole("button", { name: "Preview" });
      // Refused as a whole, then at a field.
      await preview.click();
      await alert.getByText("across").waitFor();
      await choose("Make it larger or smaller");
      await dialog(page).getByLabel("New subnet").waitFor();
      expect(await alert.count()).toBe(0);
      await dialog(page).getByLabel("New subnet").fill("10.11.0.7/24");
      await preview.click();
      await dialog(page).getByText("10.11.0.0/24", { exact: false }).last().waitFor();
      await dialog(page).locator("[aria-invalid=true]").waitFor();
      await choose("Move it to other addresses");
      await dialog(page).getByText("Of the same size as the network.").waitFor();
      expect(await dialog(page).locator("[aria-invalid=true]").count()).toBe(0);
    });
  });

  it("are made of devices and networks that are chosen in their lists", async () => {
    const { devices, networks, plans } = server.inventory;
    const made = await Promise.all(["many-1", "many-2", "many-3"].map(async (name) => await devices.create({ name, tags: ["many"] })));
    const { id } = await networks.create({ name: "chosen", subnet: "10.20.0.0/24" });
    await visit(browser, { url: server.url, user: "root", expected: /400/ }, async (page) => {
      const show = async (): Promise<void> => await dialog(page).getByRole("button", { name: "Preview" }).click();
      const apply = async (): Promise<void> => {
        await page.getByRole("button", { name: "Apply" }).click();
        await page.getByRole("heading", { name: /^Applied changes/ }).waitFor();
      };
      await page.goto("/devices?tags=many");
      for (const name of ["many-1", "many-2"]) await page.getByLabel(`Select ${name}`).check();
      await page.getByRole("region", { name: "Selection" }).getByRole("button", { name: "Edit" }).click();
      await dialog(page).waitFor();
      await checkAccess(page);
      // Nothing is asked for.
      await show();
      await dialog(page).getByRole("alert").waitFor();
      await dialog(page).getByLabel("Status").selectOption("maintenance");
      await dialog(page).getByLabel("Location").fill("row 4");
      await dialog(page).getByLabel("Add tags").fill("moved");
      await show();
      await heading(page, "Change 2 devices").waitFor();
      expect(await devices.get(made[0]?.id ?? "")).toEqual(made[0]);
      await apply();
      const moved = { status: "maintenance", location: "row 4", tags: ["many", "moved"] };
      for (const device of made.slice(0, 2)) expect(await devices.get(device.id)).toMatchObject(moved);
      await page.goto("/devices?tags=many");
      await page.getByLabel("Select all").check();
      await page.getByRole("region", { name: "Selection" }).getByRole("button", { name: "Edit" }).click();
      await dialog(page).getByLabel("Action").selectOption({ label: "Delete them" });
      await show();
      await heading(page, "Delete 3 devices").waitFor();
      await apply();
      expect(await devices.list({ tags: ["many"] })).toEqual([]);

      await page.goto("/networks");
      await page.getByRole("row", { name: /chosen/ }).focus();
      await page.keyboard.press(" ");
      await page.getByRole("region", { name: "Selection" }).getByRole("button", { name: "Edit" }).click();
      await dialog(page).waitFor();
      await checkAccess(page);
      await dialog(page).getByLabel("Status").selectOption("reserved");
      await show();
      await heading(page, "Change 1 network").waitFor();
      await apply();
      expect((await networks.get(id)).status).toBe("reserved");
      expect(await plans.list({ status: "applied" })).toContainEqual(expect.objectContaining({ title: "Delete 3 devices" }));
    });
  });
});
