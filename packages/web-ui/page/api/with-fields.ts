import { keys } from "./keys.ts";

/** Answers that hold records with fields of one's own, by the beginnings of their names. */
export const WITH_FIELDS: readonly (readonly string[])[] = [
  ["devices"],
  ["device"],
  keys.networks,
  ["network"],
  ["pools"],
  keys.datacenters,
  ["records"],
  ["record"],
];
