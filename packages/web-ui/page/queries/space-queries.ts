import { computed } from "vue";
import { keys } from "../api/keys.ts";
import { useAnswer } from "../api/use-answer.ts";
import { useDatacenters } from "./network-queries.ts";
import { can } from "../api/session.ts";
import { spacesBy } from "./space-of.ts";

export const useSpaces = () => useAnswer(keys.spaces, (service) => service.spaces.list(), { enabled: () => can("space:list") });

/** Names of spaces by id; of private ones, those of their datacenters. */
export function useSpaceNames() {
  const spaces = useSpaces();
  const datacenters = useDatacenters();
  return computed(() => new Map([...(spaces.data.value ?? []), ...(datacenters.data.value ?? [])].map(({ id, name }) => [id, name])));
}

/** Which space a network is in. */
export function useSpaceOf() {
  const datacenters = useDatacenters();
  return computed(() => spacesBy(datacenters.data.value ?? []));
}

/** The common space, in a filter. */
export const COMMON = { value: "none", text: "The common space" } as const;

/** Spaces to choose from; none as long as there are none. @param first what is chosen without a space */
export function useSpaceOptions(first: string) {
  const spaces = useSpaces();
  return computed(() =>
    (spaces.data.value ?? []).length === 0
      ? []
      : [{ value: "", text: first }, ...(spaces.data.value ?? []).map(({ id, name }) => ({ value: id, text: name }))],
  );
}
