import { MAX_RELATIONSHIPS, type FilteredTopology, type Topology } from "./topology.ts";

const count = (number: number, one: string, several = `${one}s`): string =>
  `${number.toLocaleString("en")} ${number === 1 ? one : several}`;
const are = (number: number): string => (number === 1 ? "is" : "are");
const them = (number: number): string => (number === 1 ? "it" : "them");

/** How much is shown, and how much is left out and why. */
export function topologySentences(topology: Exclude<Topology, { readonly kind: "too-many" }>): readonly string[] {
  const shown = `${count(topology.devices.length, "device")} and ${count(topology.relationships.length, "relationship")} are shown.`;
  if (topology.kind === "filtered") return [shown, ...sentencesOf(topology)];
  return [
    shown,
    ...(topology.cut > 0 ? [`${count(topology.cut, "more device")} not shown: choose one type of relationship, or a smaller depth.`] : []),
    ...(topology.unfollowed > 0
      ? [`Further relationships of ${count(topology.unfollowed, "device")} were not loaded: select one of them to continue.`]
      : []),
  ];
}

function sentencesOf(topology: FilteredTopology): readonly string[] {
  const { stubs, relationships, unread, cut, cutLinks, alone } = topology;
  const outside = new Set(stubs.map(({ id }) => id));
  const leading = relationships.filter((one) => outside.has(one.parent_id) || outside.has(one.child_id)).length;
  return [
    ...(leading > 0
      ? [
          `${leading.toLocaleString("en")} of them ${leading === 1 ? "leads" : "lead"} to ` +
            `${count(stubs.length, "device")} that the filter excludes.`,
        ]
      : []),
    ...(unread > 0
      ? [
          `Only ${MAX_RELATIONSHIPS.toLocaleString("en")} of ${(MAX_RELATIONSHIPS + unread).toLocaleString("en")} relationships were ` +
            `loaded, so some may be missing: select a device to see all of its own.`,
        ]
      : []),
    ...(cut > 0 ? [`${count(cut, "further device")} ${are(cut)} not shown: narrow the filter to see ${them(cut)}.`] : []),
    ...(cutLinks > 0
      ? [
          `${count(cutLinks, "relationship")} with devices that the filter excludes ${are(cutLinks)} not shown: narrow the filter to see ` +
            `${them(cutLinks)}.`,
        ]
      : []),
    ...(alone > 0 ? [`${count(alone, "device")} ${withoutRelationships(topology)} ${are(alone)} not shown.`] : []),
  ];
}

const withoutRelationships = ({ isOfType }: FilteredTopology): string => `without relationships${isOfType ? " of this type" : ""}`;

/** Title of a diagram without devices. */
export function emptyTitle({ matched, isOfType }: FilteredTopology, isNarrowed: boolean): string {
  if (!isNarrowed) return "No relationships yet";
  if (matched === 0) return "No devices match the filter";
  const [match, has] = matched === 1 ? ["device matches", "has"] : ["devices match", "have"];
  return `${matched.toLocaleString("en")} ${match}, and ${has} no relationships${isOfType ? " of this type" : ""}`;
}
