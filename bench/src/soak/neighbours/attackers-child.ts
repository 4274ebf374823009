import { constants, setPriority } from "node:os";
import type { AttackersTask } from "./attackers.ts";
import { attacksOn } from "./attacks.ts";

// Attacks until its input ends, and then prints what it was answered. See `attackers.ts`.

const { attack, victim, attacker, place } = JSON.parse(process.argv[2] ?? "") as AttackersTask;
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
const stop = new AbortController();
process.stdin.resume().once("end", () => stop.abort());
const chosen = attacksOn(victim)[attack];
if (chosen === undefined) throw new Error(`there is no attack ${attack}`);
const ready = "prepare" in chosen ? await chosen.prepare(place, attacker) : chosen;
const attacked = ready.run(place, attacker, stop.signal);
console.log("begun");
console.log(JSON.stringify(await attacked));
process.exit();
