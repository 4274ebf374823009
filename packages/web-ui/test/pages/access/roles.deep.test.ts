import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PASSWORD, type PageServer, startPage, whenBuilt } from "../../support/page-server.ts";
import { act, binary, checkAccess, dialog, eventually, heading, launch, press, tellSkipped, visit } from "../browser.ts";

tellSkipped(4);

describe.skipIf(binary === undefined)("roles", () => {
  let browser: Browser;
  let server: PageServer;
  beforeAll(async () => {
    [browser, server] = await Promise.all([launch(), startPage()]);
    await whenBuilt(server.url);
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
  });
  const permissionsOf = async (name: string): Promise<readonly string[] | undefined> =>
    (await (await server.as("root")).roles.list()).find((role) => role.name === name)?.permissions.map((one) => one.name);

  it("are made of permissions by thing, copied, changed and deleted; built-in ones are shown", async () => {
    const name = "auditor 7";
    await visit(browser, { url: server.url, user: "root", expected: /409/ }, async (page) => {
      await page.goto("/roles");
      await page.getByRole("row", { name: /^viewer .*built-in/ }).waitFor();
      await checkAccess(page);
      expect(await page.getByRole("button", { name: /^(Edit|Delete) (admin|operator|viewer|proposer)/ }).count()).toBe(0);
      await press(page, "Show viewer");
      await dialog(page).getByRole("group", { name: "devices" }).getByLabel("list").waitFor();
      expect(await dialog(page).getByRole("group", { name: "devices" }).getByLabel("list").isChecked()).toBe(true);
      expect(await dialog(page).getByRole("group", { name: "devices" }).getByLabel("create").isDisabled()).toBe(true);
      await checkAccess(page);
      await press(page, "Close");
      await press(page, "New role");
      await dialog(page).getByLabel("Name").fill("viewer");
      await dialog(page).getByRole("group", { name: "audit" }).getByLabel("list").check();
      await press(page, "All of networks");
      await checkAccess(page);
      await dialog(page).getByRole("button", { name: "Create" }).click();
      await dialog(page).getByRole("alert").waitFor();
      await checkAccess(page);
      await dialog(page).getByLabel("Name").fill(name);
      await dialog(page).getByRole("button", { name: "Create" }).click();
      await page.getByRole("row", { name: new RegExp(`^${name} .*custom`) }).waitFor();
      expect(await permissionsOf(name)).toEqual([
        "audit:list",
        "network:create",
        "network:delete",
        "network:list",
        "network:read",
        "network:update",
      ]);
      await act(page, `Edit ${name}`);
      await eventually(async () => await dialog(page).getByLabel("Name").inputValue()).toBe(name);
      await press(page, "None of networks");
      await dialog(page).getByLabel("Description").fill("reads the log");
      await dialog(page).getByRole("button", { name: "Save" }).click();
      await page.getByRole("cell", { name: "reads the log" }).waitFor();
      expect(await permissionsOf(name)).toEqual(["audit:list"]);
      await act(page, `Copy ${name}`);
      await dialog(page).getByText("1 selected").waitFor();
      await press(page, "Cancel");
      await act(page, `Delete ${name}`);
      await dialog(page).waitFor();
      await checkAccess(page);
      await act(page, "Delete role");
      await page.getByText(`Role ${name} deleted.`).last().waitFor();
      expect(await permissionsOf(name)).toBeUndefined();
    });
  });

  it("that somebody else changed meanwhile are not overwritten unseen", async () => {
    const root = await server.as("root");
    const { id } = await root.roles.create({ name: "watched 7", permissions: ["device:list"] });
    await visit(browser, { url: server.url, user: "root", expected: /412/ }, async (page) => {
      await page.goto("/roles");
      await act(page, "Edit watched 7");
      await eventually(async () => await dialog(page).getByLabel("Name").inputValue()).toBe("watched 7");
      await root.roles.update(id, { description: "by Ann" });
      await dialog(page).getByRole("group", { name: "devices" }).getByLabel("read").check();
      await dialog(page).getByRole("button", { name: "Save" }).click();
      await dialog(page).getByRole("alert").getByText("by Ann").waitFor();
      await checkAccess(page);
      expect(await dialog(page).getByRole("group", { name: "devices" }).getByLabel("read").isChecked()).toBe(true);
    });
    await root.roles.delete(id);
  });

  it("are given to users and taken from them, and a password is set anew", async () => {
    const username = "bea-7";
    await server.user(username, "viewer");
    await visit(browser, { url: server.url, user: "root", expected: /400/ }, async (page) => {
      await page.goto("/users");
      await act(page, `Roles ${username}`);
      await dialog(page).getByLabel("operator").check();
      await dialog(page).getByLabel("viewer").uncheck();
      await checkAccess(page);
      await dialog(page).getByRole("button", { name: "Save" }).click();
      await page.getByRole("row", { name: new RegExp(`^${username} .*operator`) }).waitFor();
      const rolesNow = async () =>
        (await (await server.as("root")).users.list()).find((user) => user.username === username)?.roles.map(({ name }) => name);
      expect(await rolesNow()).toEqual(["operator"]);
      await act(page, `Password ${username}`);
      await dialog(page).getByLabel("New password").fill("short");
      await dialog(page).getByRole("button", { name: "Set password" }).click();
      await dialog(page).locator("[aria-invalid=true]").waitFor();
      await checkAccess(page);
      await dialog(page).getByLabel("New password").fill(`${PASSWORD} anew`);
      await dialog(page).getByRole("button", { name: "Set password" }).click();
      await page.getByText("All sessions were ended").last().waitFor();
      await expect(server.as(username)).rejects.toThrow("INVALID_CREDENTIALS");
      // The last administrator keeps the role; why is said in the dialog, and nothing changed.
      await act(page, "Roles root");
      await dialog(page).getByLabel("admin").uncheck();
      await dialog(page).getByRole("button", { name: "Save" }).click();
      await dialog(page).getByRole("alert").waitFor();
      await checkAccess(page);
    });
  });

  it("decide what is offered; what is forced is refused in words", async () => {
    const root = await server.as("root");
    const role = await root.roles.create({
      name: "role keeper 7",
      permissions: ["role:list", "role:read", "role:create", "device:list"],
    });
    await server.user("keeper-7", role.name);
    await visit(browser, { url: server.url, user: "keeper-7", expected: /403/ }, async (page) => {
      await page.goto("/roles");
      await page.getByRole("row", { name: /^viewer / }).waitFor();
      expect(await page.getByRole("button", { name: /^(Edit|Delete) / }).count()).toBe(0);
      expect(await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Users" }).count()).toBe(0);
      await press(page, "New role");
      await dialog(page).getByText("You can grant only permissions that you have.").waitFor();
      expect(await dialog(page).getByRole("group", { name: "networks" }).getByLabel("delete").isDisabled()).toBe(true);
      expect(await dialog(page).getByRole("group", { name: "devices" }).getByLabel("list").isDisabled()).toBe(false);
      await checkAccess(page);
      await dialog(page).getByLabel("Name").fill("more than I may");
      await root.roles.update(role.id, { permissions: ["role:list"] });
      await dialog(page).getByRole("button", { name: "Create" }).click();
      await dialog(page)
        .getByText(/needs the permission role:create/)
        .waitFor();
      expect(await dialog(page).getByLabel("Name").inputValue()).toBe("more than I may");
      await checkAccess(page);
      await page.goto("/users");
      await heading(page, "Users").waitFor();
      await page.getByText(/needs the permission user:list/).waitFor();
      await checkAccess(page);
    });
    await root.roles.delete(role.id);
  });
});
