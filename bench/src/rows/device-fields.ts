import { type Base, ipAt } from "./address-text.ts";

/** Every so many devices one has the rare word in its description. */
export const RARE_EVERY = 5000;
export const RARE_WORD = "xyzzyq";

/** A device of the usual size: two addresses, three tags, one domain. Its addresses follow each other from `base`. */
export function deviceFields(base: Base, index: number) {
  const name = `device-${String(index).padStart(6, "0")}`;
  return {
    name,
    hostname: `${name}.example.com`,
    description: `Bench device number ${index}${index % RARE_EVERY === 17 ? ` ${RARE_WORD}` : ""}`,
    make_model: "Dell PowerEdge R640",
    os: "Debian 13",
    location: `Rack ${index % 40}`,
    tags: ["bench", `rack-${index % 40}`, `row-${index % 7}`],
    addresses: [{ ip: ipAt(base, index * 2 + 1) }, { ip: ipAt(base, index * 2 + 2) }],
    domains: [`${name}.bench.example.com`],
  };
}
