import { existsSync } from "node:fs";
import { access, constants, stat, statfs } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { databaseFile } from "../database.ts";
import type { Settings } from "../../settings/settings.ts";
import { type Finding, ok, problem, warning } from "./finding.ts";

/** The log and a backup need room too. */
const MIN_FREE_BYTES = 256 * 1_048_576;

/** A log so long is no longer folded into the database: somebody keeps an old snapshot open, or nobody closes it. */
const LONG_LOG_BYTES = 256 * 1_048_576;

const megabytes = (bytes: number): string => `${Math.round(bytes / 1_048_576)} MB`;

/** The folder of an embedded database: rights, room, and the length of the log. */
export async function checkFolder(settings: Settings): Promise<readonly Finding[]> {
  const file = databaseFile(settings);
  if (file === undefined) return [];
  const folder = dirname(file);
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => error);
  if (found instanceof Error) {
    if (found.code === "ENOENT") return await checkPlace(folder);
    return [problem("data-folder", `${folder} cannot be accessed (${found.code})`, "run the command as the user of the server")];
  }
  const findings: Finding[] = [];
  const writable = await access(folder, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!writable)
    findings.push(
      problem(
        "data-folder",
        `${folder} is not writable by this user`,
        "change the owner of the folder to the user of the server, or run the command as that user",
      ),
    );
  else if ((found.mode & 0o077) !== 0)
    findings.push(
      warning(
        "data-folder",
        `${folder} is accessible to other users`,
        `chmod 700 ${folder}: the database has hashes of passwords and keys`,
      ),
    );
  else findings.push(ok("data-folder", folder));
  findings.push(await roomFinding(folder, (await stat(file).catch(() => undefined))?.size ?? 0));
  const log = (await stat(`${file}-wal`).catch(() => undefined))?.size ?? 0;
  findings.push(
    log > LONG_LOG_BYTES
      ? warning(
          "wal",
          `the log beside the database has ${megabytes(log)}`,
          "stop programs that keep the database open for reading; the log is checkpointed when the last one closes it",
        )
      : ok("wal", `${megabytes(log)}`),
  );
  return findings;
}

/** A folder that the first start has to make: whether it may, and whether there is room. */
async function checkPlace(folder: string): Promise<readonly Finding[]> {
  let above = dirname(resolve(folder));
  while (!existsSync(above)) above = dirname(above);
  const { code } = await access(above, constants.W_OK | constants.X_OK).then(
    () => ({ code: undefined }),
    (error: NodeJS.ErrnoException) => error,
  );
  if (code !== undefined || !(await stat(above)).isDirectory())
    return [
      problem(
        "data-folder",
        `${folder} does not exist and cannot be created in ${above}`,
        "set DATA_DIR to a folder that the user of the server can create, or create it for that user",
      ),
    ];
  return [
    warning("data-folder", `${folder} does not exist yet`, "the first start creates it; if it should exist, check DATA_DIR"),
    await roomFinding(above, 0),
  ];
}

async function roomFinding(folder: string, size: number): Promise<Finding> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free >= Math.max(MIN_FREE_BYTES, size)) return ok("free-space", `${megabytes(free)} free`);
  return warning(
    "free-space",
    `${megabytes(free)} free, and the database has ${megabytes(size)}`,
    "free some space: on a full disk every write fails",
  );
}
