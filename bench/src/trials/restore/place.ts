import { execFileSync } from "node:child_process";
import { MAIN } from "../../program.ts";

export const COMMAND: readonly string[] = [process.execPath, MAIN];

/** Where the inventory of the drill is, and where it goes. */
export interface Place {
  readonly name: string;
  /** Settings of the server that is lost. */
  readonly lost: Readonly<Record<string, string>>;
  /** Settings of the new server, on another data folder or in another PostgreSQL server. */
  readonly restored: Readonly<Record<string, string>>;
  /** As the guide has it, while the server writes. */
  readonly backUp: () => Promise<void>;
  readonly restore: () => Promise<void>;
  /** Ids of the deliveries that were done when the backup was made; asked before a server has the restored database. */
  readonly delivered: () => Promise<ReadonlySet<string>>;
  readonly close: () => void;
}

/** Runs the command. @returns what it printed @throws with what it said when it does not end with 0 */
export function cadastre(args: readonly string[], environment: Readonly<Record<string, string>>): string {
  const [program = "", ...words] = COMMAND;
  return execFileSync(program, [...words, ...args], {
    cwd: "/",
    encoding: "utf8",
    env: { PATH: process.env["PATH"], ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
}
