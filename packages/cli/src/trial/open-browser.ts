import { spawn } from "node:child_process";
import type { Environment } from "../settings/read-settings.ts";

/** A command with its arguments. */
type Call = readonly [command: string, ...args: string[]];

/**
 * Shows an address in the browser of whoever sits at this machine. Never throws, and does not wait for the browser.
 * @param fail is told, in a phrase, why there is none
 */
export function openBrowser(
  url: string,
  environment: Environment,
  fail: (reason: string) => void,
  platform: NodeJS.Platform = process.platform,
): void {
  const call = callOf(url, environment, platform);
  if (call === undefined) return fail("no display in this session");
  const [command, ...args] = call;
  const child = spawn(command, args, { stdio: "ignore", detached: true, env: { ...environment } });
  child.once("error", ({ message, code }: NodeJS.ErrnoException) => fail(code === "ENOENT" ? `${command} is not installed` : message));
  // It ends when the browser has the address, or has none to give it to.
  child.once("exit", (code) => void (code !== null && code !== 0 && fail(`${command} exited with code ${code}`)));
  child.unref();
}

/** What the desktop calls to show an address. Undefined where nobody would see it, as over ssh. */
function callOf(url: string, environment: Environment, platform: NodeJS.Platform): Call | undefined {
  if (platform === "darwin") return ["open", url];
  if (platform === "win32") return ["explorer.exe", url];
  if (environment["WSL_DISTRO_NAME"]) return ["wslview", url];
  const isSeen = ["DISPLAY", "WAYLAND_DISPLAY", "BROWSER"].some((name) => environment[name]);
  return isSeen ? ["xdg-open", url] : undefined;
}
