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
        ? [`${count(topology.cut, "more device")} not shown: choose one type of relationship, or a smaller depth.`]
        : []),
      ...(topology.unfollowed > 0
        ? [`Further relationships of ${count(topology.unfollowed, "device")} were not loaded: select ` + `one of them to continue.`]
        : []),
    ];
  }
  return [
    shown,
    ...(topology.more
      ? [`Only the first ${count(MAX_RELATED, "related device")} matching the filter were loaded: narrow the filter to see others.`]
      : []),
    ...(topology.unread
      ? [
          `Only the first ${count(MAX_RELATIONSHIPS, "relationship")} were loaded, so some may be missing: select a device to see ` +
            `all of its own.`,
        ]
      : []),
    ...(topology.cut > 0
      ? [
          `${count(topology.cut, "device")} with fewer relationships ${topology.cut === 1 ? "is" : "are"} not shown: narrow the ` +
            `filter to see them.`,
        ]
      : []),
    ...(topology.alone > 0
      ? [`${count(topology.alone, "device")} without relationships ${topology.alone === 1 ? "is" : "are"} not shown.`]
      : []),
  ];
}
