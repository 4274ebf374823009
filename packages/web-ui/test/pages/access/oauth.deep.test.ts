import { oauthPlugin } from "@cadastre/auth/oauth";
import { KeyRing } from "@cadastre/inventory-core";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allowProgram } from "../../support/oauth-consent.ts";
import { type PageServer, startPage, whenBuilt } from "../../support/page-server.ts";
import { binary, checkAccess, dialog, eventually, heading, launch, press, tellSkipped, visit } from "../browser.ts";

tellSkipped(2);

/** What the server says it is; it is reached at a port of its own. */
const ISSUER = "http://127.0.0.1:8080";

describe.skipIf(binary === undefined)("OAuth", () => {
  let browser: Browser;
  let server: PageServer;
  beforeAll(async () => {
    [browser, server] = await Promise.all([
      launch(),
      startPage([oauthPlugin({ enabled: true, issuerUrl: ISSUER })], { keyRing: KeyRing.parse(KeyRing.generate()) }),
    ]);
    await whenBuilt(server.url);
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
  });

  it("grants are on the account of who gave them, and end there", async () => {
    const username = "gil-7";
    await server.user(username, "operator");
    await visit(browser, { url: server.url, user: username }, async (page) => {
      await page.goto("/account");
      await page.getByText("No authorized programs").waitFor();
      expect(await page.getByRole("link", { name: "OAuth clients" }).count()).toBe(0);
      await checkAccess(page);
      await allowProgram({
        url: server.url,
        issuer: ISSUER,
        cookie: await server.cookieOf(username),
        name: "Editor <7>",
        scope: "device:list device:update",
      });
      await page.reload();
      await page
        .getByRole("row", { name: new RegExp("Editor <7>") })
        .getByText("2 permissions")
        .click();
      await page.getByText("device:update").waitFor();
      await checkAccess(page);
      await press(page, "Revoke Editor <7>");
      await dialog(page).waitFor();
      await checkAccess(page);
      await dialog(page).getByRole("button", { name: "Revoke" }).click();
      await page.getByText("revoked").last().waitFor();
      await page.getByText("No authorized programs").waitFor();
      expect(await (await server.as(username)).oauthGrants.list()).toEqual([]);
    });
  });

  it("clients are an administrator's matter: who they are, and their end", async () => {
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      for (const { id } of await (await server.as("root")).oauthClients.list()) await (await server.as("root")).oauthClients.delete(id);
      await page.goto("/oauth-clients");
      await page.getByText("No OAuth clients yet").waitFor();
      await checkAccess(page);
      await allowProgram({
        url: server.url,
        issuer: ISSUER,
        cookie: await server.cookieOf("root"),
        name: "Agent 7",
        scope: "device:list",
      });
      await page.reload();
      await page.getByRole("row", { name: new RegExp("^Agent 7 .*dynamic registration 1 ") }).waitFor();
      await checkAccess(page);
      await press(page, "Delete Agent 7");
      await press(page, "Delete client");
      await page.getByText("No OAuth clients yet").waitFor();
      expect(await (await server.as("root")).oauthGrants.list()).toEqual([]);
    });
    await server.user("vera-7", "viewer");
    await visit(browser, { url: server.url, user: "vera-7", expected: /403/ }, async (page) => {
      await page.goto("/oauth-clients");
      await heading(page, "OAuth clients").waitFor();
      await page.getByText(/needs the permission oauth-client:list/).waitFor();
      await eventually(async () => await page.getByRole("table").count()).toBe(0);
      await checkAccess(page);
    });
  });
});
