import type { SeededRandom } from "../seeded-random.ts";
import { FIRST_FRAME, frameBytes, pageSizeOf } from "./wal-index.ts";
import type { Snapshot } from "./torn-writer.ts";

/** What a power loss did to the log: `at` is the first byte that is not as it was written. */
export interface LogDamage {
  readonly kind: "cut" | "zeros" | "noise" | "flip";
  readonly at: number;
}

const KINDS = ["cut", "cut", "zeros", "noise", "flip"] as const;

/**
 * Chooses damage to the part of the log that a power loss can touch: what has been copied into the database file was
 * synced before, so nothing in front of it goes.
 */
export function chooseDamage({ wal, log, database }: Snapshot, random: SeededRandom): LogDamage {
  const frame = frameBytes(pageSizeOf(database));
  const frames = Math.max(0, Math.floor((wal.length - FIRST_FRAME) / frame));
  const boundary = FIRST_FRAME + random.between(0, frames) * frame;
  const wanted = random.pick([
    // Anywhere, on the boundary of a frame, next to it, in the header of a frame, and near the end of what is committed.
    random.between(log.copied, wal.length),
    boundary,
    boundary + random.between(-1, 1),
    boundary + random.between(1, 23),
    random.between(Math.max(log.copied, log.end - 3 * frame), log.end),
  ]) as number;
  const at = Math.min(Math.max(wanted, log.copied), wal.length);
  return { kind: at === wal.length ? "cut" : (random.pick(KINDS) as LogDamage["kind"]), at };
}

/** The log with its damage; the snapshot stays as it is. */
export function damagedLog(wal: Buffer, { kind, at }: LogDamage, random: SeededRandom): Buffer {
  if (kind === "cut") return wal.subarray(0, at);
  const damaged = Buffer.from(wal);
  if (kind === "zeros") damaged.fill(0, at);
  // Every bit of the first byte changes, so that `at` is where the damage begins.
  else damaged.writeUInt8(damaged.readUInt8(at) ^ (kind === "flip" ? 1 << random.between(0, 7) : 255), at);
  if (kind === "noise")
    for (let offset = at + 1; offset < damaged.length; offset += random.between(1, 64)) damaged.writeUInt8(random.between(0, 255), offset);
  return damaged;
}
