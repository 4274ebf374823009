import assert from "node:assert/strict";
import { chromium } from "playwright-core";
import { findChromium } from "../../../../.ci/chromium.ts";
import { ADMIN } from "../../http/host.ts";

/** Signs in and moves about in a real browser. @returns false where there is none */
export async function checkInBrowser(url: string): Promise<boolean> {
  const executablePath = findChromium();
  if (executablePath === undefined) return false;
  const { hostname, origin, pathname } = new URL(url);
  const browser = await chromium.launch({ executablePath, args: ["--disable-gpu", `--host-resolver-rules=MAP ${hostname} 127.0.0.1`] });
  try {
    const window = await browser.newContext({ ignoreHTTPSErrors: true });
    const page = await window.newPage();
    const strayed: string[] = [];
    page.on("request", (request) => void (!request.url().startsWith(`${url}/`) && strayed.push(request.url())));
    await page.goto(`${url}/devices`);
    await page.getByLabel("User name").fill(ADMIN.username);
    await page.getByLabel("Password").fill(ADMIN.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Devices", exact: true }).waitFor();
    assert.equal(page.url(), `${origin}${pathname}/devices`);
    await page.reload();
    await page.getByRole("heading", { name: "Devices", exact: true }).waitFor();
    const cookies = await window.cookies();
    assert.deepEqual(
      cookies.map(({ path, secure, httpOnly }) => ({ path, secure, httpOnly })),
      [{ path: pathname, secure: true, httpOnly: true }],
    );
    await page.getByRole("link", { name: "API reference" }).click();
    await page.locator(".opblock-tag").first().waitFor();
    assert.deepEqual(strayed, []);
  } finally {
    await browser.close();
  }
  return true;
}
