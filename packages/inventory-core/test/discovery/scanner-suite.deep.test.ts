import { describeScanner } from "@cadastre/testing";
import { describe, it } from "vitest";
import { answering, ScriptedScanner } from "./scripted-scanner.ts";

const targets = Array.from({ length: 14 }, (_, index) => `10.0.0.${index + 1}`);
const v6 = ["2001:db8::1", "2001:db8::2", "2001:db8::3"];

describeScanner({ describe, it }, "scripted", {
  createScanner: () => ({
    scanner: new ScriptedScanner(
      answering({ "10.0.0.3": "02:00:00:00:00:03", "10.0.0.9": "02:00:00:00:00:09", "2001:db8::2": "02:00:00:00:00:0a" }),
    ),
    networks: [
      { subnet: "10.0.0.0/28", family: 4, targets, alive: ["10.0.0.3", "10.0.0.9"], dead: ["10.0.0.1", "10.0.0.14"], ports: [22] },
      { subnet: "2001:db8::/112", family: 6, targets: v6, alive: ["2001:db8::2"], dead: ["2001:db8::1"] },
    ],
  }),
});

describeScanner({ describe, it }, "scripted, that sees nobody", {
  createScanner: () => ({
    scanner: new ScriptedScanner(answering({})),
    networks: [
      { subnet: "10.0.0.0/28", family: 4, targets, alive: [], dead: targets },
      { subnet: "2001:db8::/112", family: 6, targets: v6, alive: [], dead: v6 },
    ],
  }),
});
