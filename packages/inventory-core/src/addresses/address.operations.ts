import { defineOperation, defineOperations, empty, record } from "../contract/operations/operation.ts";
import { AddressDetails, AddressQuery, QuarantineQuery } from "./address-details.ts";
import { ADDRESSES } from "./address-service.ts";

export const addressOperations = defineOperations("addresses", {
  /** All that is known of an address, and who held it when. Fails with CONFLICT when it may be in several address spaces. */
  get: defineOperation({
    summary: "Show what is known of an address",
    description:
      "Any spelling of the address. Where it may be in several address spaces, CONFLICT lists them in details.spaces. Devices and " +
      "history, the allocation, sightings and conflicts are there for who may read these.",
    service: ADDRESSES,
    access: "network:read",
    core: true,
    http: { method: "GET", path: "/api/addresses/{ip}", status: 200 },
    query: AddressQuery,
    output: record(AddressDetails),
    errors: ["CONFLICT"],
    run: async (addresses, { params, query }, call) => await addresses.get(params.ip, query, call.principal),
  }),
  /** Ends the quarantine of an address. Fails with NOT_FOUND, and CONFLICT when it is in quarantine in several address spaces. */
  endQuarantine: defineOperation({
    summary: "End the quarantine of an address",
    description:
      "An address that was let go is not handed out before its pool has waited; this ends the wait. Where it is in quarantine in several " +
      "address spaces, CONFLICT lists them in details.spaces.",
    service: ADDRESSES,
    access: "allocation:delete",
    http: { method: "DELETE", path: "/api/addresses/{ip}/quarantine", status: 204 },
    query: QuarantineQuery,
    output: empty,
    errors: ["NOT_FOUND", "CONFLICT"],
    run: async (addresses, { params, query }, call) => await addresses.endQuarantine(params.ip, query, call),
  }),
});
