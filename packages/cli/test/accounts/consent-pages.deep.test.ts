import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findChromium } from "../../../../.ci/chromium.ts";
import { type OAuthServer, PASSWORD, serveOAuth } from "../support/oauth-server.ts";

const binary = findChromium();

/** Tests below. */
const TESTS = 6;

if (binary === undefined)
  console.info(`${TESTS} tests of pages in a browser are skipped: there is no chromium on the PATH, and no TEST_CHROMIUM`);

const CHALLENGE = createHash("sha256").update("v".repeat(43)).digest("base64url");

describe.skipIf(binary === undefined)("the pages of OAuth in a browser", () => {
  let server: OAuthServer;
  let browser: Browser;
  let program: Server;
  beforeAll(async () => {
    server = await serveOAuth("sqlite");
    await server.user("alice", "viewer");
    browser = await chromium.launch({ executablePath: binary as string, args: ["--disable-gpu"] });
    program = createServer((_, answer) => answer.setHeader("content-type", "text/html").end("<title>Back</title>")).listen(0, "127.0.0.1");
    await once(program, "listening");
  });
  afterAll(async () => {
    await browser.close();
    program.close();
    await server[Symbol.asyncDispose]();
  });

  const callback = (): string => `http://127.0.0.1:${(program.address() as AddressInfo).port}/callback`;

  /** The address that a program of this name sends its user to. */
  const requestOf = async (name: string): Promise<string> => {
    const body = JSON.stringify({ client_name: name, redirect_uris: [callback()] });
    const registered = await fetch(`${server.url}/mcp-oauth/register`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    const { client_id: client } = (await registered.json()) as { client_id: string };
    const scope = "device:list device:update network:list";
    const query = {
      response_type: "code",
      client_id: client,
      redirect_uri: callback(),
      code_challenge: CHALLENGE,
      code_challenge_method: "S256",
      state: "its state",
      scope,
      resource: `${server.url}/mcp`,
    };
    return `${server.url}/mcp-oauth/authorize?${new URLSearchParams(query).toString()}`;
  };

  /** Does something in a window of a narrow phone, and checks that nothing was blocked or broke on the way. */
  const inWindow = async (work: (page: Page) => Promise<void>, javaScriptEnabled = true): Promise<void> => {
    const window = await browser.newContext({ viewport: { width: 320, height: 640 }, javaScriptEnabled });
    const complaints: string[] = [];
    const page = await window.newPage();
    page.on(
      "console",
      (message) => void (message.type() === "error" && !/status of 40[01]/.test(message.text()) && complaints.push(message.text())),
    );
    page.on("pageerror", (error) => void complaints.push(error.message));
    page.on("dialog", (dialog) => void complaints.push(dialog.message()));
    await work(page);
    expect(complaints).toEqual([]);
    await window.close();
  };

  const heading = async (page: Page): Promise<string> => await page.getByRole("heading", { level: 1 }).innerText();
  const press = async (page: Page, name: string): Promise<void> => await page.getByRole("button", { name, exact: true }).click();
  const signIn = async (page: Page, password = PASSWORD): Promise<void> => {
    await page.getByLabel("User name").fill("alice");
    await page.getByLabel("Password").fill(password);
    await press(page, "Sign in");
  };
  const fits = async (page: Page): Promise<boolean> => await page.evaluate("document.documentElement.scrollWidth <= innerWidth");
  /** What the program was told, at the end. */
  const told = async (page: Page): Promise<Readonly<Record<string, string>>> => {
    await page.waitForURL((url) => url.href.startsWith(callback()));
    return Object.fromEntries(new URL(page.url()).searchParams);
  };

  it("ask a signed-out user to sign in, say what is asked for, and send back who allows it", async () => {
    await inWindow(async (page) => {
      await page.goto(await requestOf("Editor"));
      expect([await heading(page), await fits(page)]).toEqual(["Sign in to authorize “Editor”", true]);
      await signIn(page, "a wrong password");
      expect([await page.getByRole("alert").count(), await heading(page), await fits(page)]).toEqual([
        1,
        "Sign in to authorize “Editor”",
        true,
      ]);
      await signIn(page);
      expect([await heading(page), await fits(page)]).toEqual(["Authorize “Editor” to access the inventory?", true]);
      const text = await page.getByRole("main").innerText();
      for (const part of [
        "alice",
        "devices: list",
        "networks: list",
        "Requested, but not granted because you lack them",
        "devices: change",
        new URL(callback()).host,
      ])
        expect(text).toContain(part);
      expect(await page.getByRole("note").innerText()).toContain("runs on this computer");
      await press(page, "Allow");
      expect(await told(page)).toEqual({ code: expect.any(String), state: "its state", iss: server.url });
    });
  });

  it("ask somebody who is signed in at once, and tell a program nothing that was never allowed", async () => {
    await inWindow(async (page) => {
      await page.goto(await requestOf("First"));
      await signIn(page);
      await press(page, "Deny");
      expect([await heading(page), await fits(page)]).toEqual(["Access was denied", true]);
      await page.goto(await requestOf("Second"));
      expect(await heading(page)).toBe("Authorize “Second” to access the inventory?");
      await press(page, "Deny");
      expect(await heading(page)).toBe("Access was denied");
    });
  });

  it("let a signed-out user deny without signing in", async () => {
    await inWindow(async (page) => {
      await page.goto(await requestOf("Editor"));
      await press(page, "Deny");
      expect(await heading(page)).toBe("Access was denied");
    });
  });

  it("say when a request is over, or was none", async () => {
    await inWindow(async (page) => {
      for (const [path, title] of [
        ["consent", "This request has expired"],
        ["authorize?client_id=nobody", "Invalid authorization request"],
      ] as const) {
        expect((await page.goto(`${server.url}/mcp-oauth/${path}`))?.status()).toBe(400);
        expect([await heading(page), await fits(page)]).toEqual([title, true]);
      }
    });
  });

  it("show what a program says of itself as text", async () => {
    const name = '<img src=x onerror="alert(1)"></span><script>alert(2)</script>\u200Fgnitide';
    await inWindow(async (page) => {
      await page.goto(await requestOf(name));
      await signIn(page);
      expect(await heading(page)).toContain('<img src=x onerror="alert(1)"></span><script>alert(2)</script>');
      expect([await page.locator("img, script").count(), await fits(page)]).toEqual([0, true]);
    });
  });

  it("work where scripts are off, by the keyboard alone", async () => {
    await inWindow(async (page) => {
      await page.goto(await requestOf("Editor"));
      await page.keyboard.press("Tab");
      await page.keyboard.type("alice");
      await page.keyboard.press("Tab");
      await page.keyboard.type(PASSWORD);
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: "Allow" }).focus();
      await page.keyboard.press("Enter");
      expect(await told(page)).toHaveProperty("code");
    }, false);
  });
});
