import { MAX_RELATED, MAX_RELATIONSHIPS, type Topology } from "./topology.ts";

const count = (number: number, one: string, several = `${one}s`): string =>
  `${number.toLocaleString("en")} ${number === 1 ? one : several}`;

/** How much is shown, and what is left out and why. */
export function topologySentences(topology: Exclude<Topology, { readonly kind: "too-many" }>): readonly string[] {
  const shown = `${count(topology.devices.length, "device")} and ${count(topology.relationships.length, "relationship")} are shown.`;
  if (topology.kind === "around") {
    return [
      shown,
      ...(topology.cut > 0
        ? [`${count(topology.cut, "more device")} would be too many: choose one type of relationship, or fewer steps.`]
        : []),
      ...(topology.unfollowed > 0
        ? [
            `What else ${count(topology.unfollowed, "of the devices is", "of the devices are")} related to was not asked for: choose ` +
              `one of them to go on.`,
          ]
        : []),
    ];
  }
  return [
    shown,
    ...(topology.more
      ? [`Only the first ${count(MAX_RELATED, "related device")} that pass the filter were looked at: a closer filter shows others.`]
      : []),
    ...(topology.unread
      ? [
          `Only the first ${count(MAX_RELATIONSHIPS, "relationship")} were looked at, so some may be missing: choose a device to see ` +
            `all of its own.`,
        ]
      : []),
    ...(topology.cut > 0
      ? [
          `${count(topology.cut, "device")} with fewer relationships ${topology.cut === 1 ? "is" : "are"} left out: a closer filter ` +
            `shows them.`,
        ]
      : []),
    ...(topology.alone > 0
      ? [`${count(topology.alone, "device")} without a relationship to another one ${topology.alone === 1 ? "is" : "are"} left out.`]
      : []),
  ];
}
