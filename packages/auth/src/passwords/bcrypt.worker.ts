import bcrypt from "bcrypt";
import type { HashJob } from "./hash-job.ts";

/** Runs in a thread of {@link hashInThread}, which may stand still for as long as bcrypt takes. */
export function work(job: HashJob): string | boolean {
  return job.kind === "hash" ? bcrypt.hashSync(job.password, job.cost) : bcrypt.compareSync(job.password, job.hash);
}
