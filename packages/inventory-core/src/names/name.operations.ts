import { defineOperation, defineOperations, list } from "../contract/operations/operation.ts";
import { NameQuery, RecordName } from "./record-name.ts";
import { NAMES } from "./name-service.ts";

export const nameOperations = defineOperations("names", {
  /** The records that a text means best, or what records of some ids are called; kinds that the caller may not list are left out. */
  find: defineOperation({
    summary: "Look up records by name, or names by id",
    description:
      "The records that a text means: those of this name, else those of this name in what stands before the last slash (fra1/office " +
      "is a network or device of a datacenter, office/servers a pool of a network), else those with this subnet, host name or " +
      "address. Several are alike. With id, what these records are called.",
    service: NAMES,
    access: "authenticated",
    http: { method: "GET", path: "/api/names", status: 200 },
    query: NameQuery,
    output: list(RecordName),
    run: async (names, { query }, call) => names.find(query, call.principal, call.signal),
  }),
});
