import { z } from "zod";
import { queryNumber } from "../contract/operations/fields.ts";
import { Datacenter } from "../datacenters/datacenter.ts";
import { Device, SearchQuery } from "../devices/device.ts";
import { Network } from "../networks/network.ts";

/** One record that a search over everything found, with what it is. */
export const SearchResult = z
  .discriminatedUnion("type", [
    Device.extend({ type: z.literal("device") }).meta({ id: "DeviceResult" }),
    Network.extend({ type: z.literal("network") }).meta({ id: "NetworkResult" }),
    Datacenter.extend({ type: z.literal("datacenter") }).meta({ id: "DatacenterResult" }),
  ])
  .meta({ id: "SearchResult" });

/** Most records of a kind that may be asked for; all unless a number is given. */
const MAX_OF_A_KIND = 1000;

/** What a search over everything takes. */
export const SearchAllQuery = SearchQuery.extend({
  limit: queryNumber(1, MAX_OF_A_KIND, `Most records of each kind, 1–${MAX_OF_A_KIND}, the best ones; all unless given`),
});

/** What a search over everything found: devices, networks, datacenters, each best first. */
export const SearchResults = z.object({ results: z.array(SearchResult) }).meta({ id: "SearchResults" });
