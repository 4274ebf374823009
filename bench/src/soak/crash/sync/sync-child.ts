import { writeSync } from "node:fs";
import { Client, prepareDatabase } from "../client.ts";
import type { Answer, Performer, Request } from "../intention.ts";
import { Ledger } from "../ledger.ts";
import { LibraryPerformer } from "../library-performer.ts";
import { SeededRandom } from "../seeded-random.ts";
import { ACKNOWLEDGED, BEGUN } from "./strace-log.ts";

/** The process that is traced: `node sync-child.ts <database> <writes> <seed>`, one change after the other. */
const [path = "", writes = "0", seed = "1"] = process.argv.slice(2);
const performer = await LibraryPerformer.open({ storage: "sqlite", path });
let serial = 0;

/** Tells the trace where each change begins and ends. */
const marking: Performer = {
  async perform(request: Request): Promise<Answer> {
    serial += 1;
    const tag = `${serial}:${request.kind}`;
    writeSync(1, `${BEGUN} ${tag}\n`);
    const answer = await performer.perform(request);
    if (answer.status !== "ok") throw new Error(`${tag} failed: ${JSON.stringify(answer)}`);
    writeSync(1, `${ACKNOWLEDGED} ${tag}\n`);
    return answer;
  },
};
const ledger = new Ledger();
const client = new Client(1, new SeededRandom(Number(seed)), ledger, await prepareDatabase(marking, ledger));
await client.work(marking, () => serial >= Number(writes));
await performer.inventory.close();
