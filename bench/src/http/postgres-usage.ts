import { readdirSync, readFileSync } from "node:fs";
import type { RawDatabase } from "../raw/raw-database.ts";

const TICK_MS = 10;
/** Fields of `/proc/PID/stat` behind the name, from the third of proc(5): the parent, and user and system ticks. */
const PARENT = 1;
const TICKS = [11, 12] as const;
/** The same of children that have ended. */
const TICKS_OF_ENDED = [13, 14] as const;

function statOf(pid: number): readonly string[] | undefined {
  try {
    const [name = "", fields = ""] = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ");
    return name.includes("(postgres") ? fields.split(" ") : undefined;
  } catch {
    // It has ended, or is on another machine.
    return undefined;
  }
}

const sum = (fields: readonly string[], of: readonly number[]): number =>
  of.reduce((ticks, field) => ticks + Number(fields[field]), 0) * TICK_MS;

/**
 * Finds the processes of a PostgreSQL of this machine; Linux only.
 * @param raw a connection to it
 * @returns what tells the milliseconds of processor time that all of them have used, those that have ended with them; undefined when it
 * is on another machine
 */
export async function postgresProcessorMs(raw: RawDatabase): Promise<(() => number) | undefined> {
  const { pid } = (await raw.get("select pg_backend_pid() as pid")) as { pid: number };
  const first = Number(statOf(pid)?.[PARENT]);
  const server = statOf(first);
  if (server === undefined) return undefined;
  return () => {
    const own = statOf(first) ?? server;
    let used = sum(own, [...TICKS, ...TICKS_OF_ENDED]);
    for (const entry of readdirSync("/proc")) {
      const fields = /^\d+$/.test(entry) ? statOf(Number(entry)) : undefined;
      if (Number(fields?.[PARENT]) === first) used += sum(fields as readonly string[], TICKS);
    }
    return used;
  };
}
