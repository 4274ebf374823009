import { ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { Socket } from "node:net";
import { afterAll, afterEach, beforeEach } from "vitest";

/** Ends what the list in its last line names when whoever writes to it is gone, however that came. */
const GUARD = 'while read -r line; do pids=$line; done; [ -z "$pids" ] || kill -9 $pids 2>/dev/null';

interface Noted {
  readonly running: Set<ChildProcess>;
}

// Files of tests that share a process share what is noted of it.
const PLACE = Symbol.for("cadastre.testing.children");
const { running } = ((globalThis as { [PLACE]?: Noted })[PLACE] ??= note());

/** esbuild keeps one for all who build in this process, and cannot start another; it ends with this one. */
const isService = (file = ""): boolean => /\/esbuild(?:\.exe)?$/.test(file);

/** Notes every process that code of a test starts. Those that are detached see to their end themselves, as PostgreSQL's does. */
function note(): Noted {
  const children = new Set<ChildProcess>();
  interface Start {
    readonly detached?: boolean;
    readonly file?: string;
  }
  const prototype = ChildProcess.prototype as unknown as { spawn: (options: Start) => unknown };
  const { spawn: start } = prototype;
  let guard: ChildProcess | undefined;
  const tellGuard = (): void => {
    if (guard === undefined) {
      guard = spawn("sh", ["-c", GUARD], { detached: true, stdio: ["pipe", "ignore", "ignore"] });
      guard.unref();
      (guard.stdin as Socket).on("error", () => {}).unref();
    }
    guard.stdin?.write(`${[...children].map(({ pid }) => pid).join(" ")}\n`);
  };
  prototype.spawn = function (this: ChildProcess, options) {
    const result = start.call(this, options);
    if (options.detached === true || this.pid === undefined || isService(options.file)) return result;
    children.add(this);
    this.once("exit", () => {
      children.delete(this);
      tellGuard();
    });
    tellGuard();
    return result;
  };
  return { running: children };
}

/** A process and those it has started; what `/proc` does not tell is left out. */
function familyOf(pid: number): readonly number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
    return [pid, ...(children === "" ? [] : children.split(" ").flatMap((child) => familyOf(Number(child))))];
  } catch {
    return [pid];
  }
}

async function end(children: readonly ChildProcess[]): Promise<void> {
  await Promise.all(
    children.map(async (child) => {
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, "exit");
      for (const pid of familyOf(child.pid)) {
        try {
          process.kill(pid, "SIGKILL");
        } catch {
          // It has ended meanwhile.
        }
      }
      await exited;
    }),
  );
}

// A test that fails ends where it fails: without this, what it has started would go on, and the run with it.
let before: ReadonlySet<ChildProcess> = new Set();
beforeEach(() => {
  before = new Set(running);
});
afterEach(async () => await end([...running].filter((child) => !before.has(child))));
afterAll(async () => await end([...running]));
