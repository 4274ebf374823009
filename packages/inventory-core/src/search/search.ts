import { z } from "zod";
import { Datacenter } from "../datacenters/datacenter.ts";
import { Device } from "../devices/device.ts";
import { Network } from "../networks/network.ts";

/** One record that a search over everything found, with what it is. */
export const SearchResult = z
  .discriminatedUnion("type", [
    Device.extend({ type: z.literal("device") }).meta({ id: "DeviceResult" }),
    Network.extend({ type: z.literal("network") }).meta({ id: "NetworkResult" }),
    Datacenter.extend({ type: z.literal("datacenter") }).meta({ id: "DatacenterResult" }),
  ])
  .meta({ id: "SearchResult" });

/** What a search over everything found: devices, networks, datacenters, each best first. */
export const SearchResults = z.object({ results: z.array(SearchResult) }).meta({ id: "SearchResults" });
