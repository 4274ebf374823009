import type { Pool } from "@cadastre/client";
import { expect, it } from "vitest";
import { poolAt } from "../page/networks/grid/pool-at.ts";

const pool = (name: string, start: string, end: string): Pool => ({
  id: name,
  network_id: "n",
  name,
  start_ip: start,
  end_ip: end,
  description: "",
  tags: [],
  quarantine_seconds: 0,
  fields: {},
  created_at: "",
  updated_at: "",
});
const POOLS = [pool("low", "10.0.0.9", "10.0.0.99"), pool("high", "10.0.0.100", "10.0.0.200"), pool("six", "2001:db8::a", "2001:db8::1:0")];

it.each([
  ["10.0.0.8", undefined],
  ["10.0.0.9", "low"],
  ["10.0.0.99", "low"],
  // By number: as text, 100 comes before 9.
  ["10.0.0.100", "high"],
  ["10.0.0.201", undefined],
  ["2001:db8::ffff", "six"],
  ["2001:db8::1:1", undefined],
  ["2001:db8::9", undefined],
])("%s lies in the pool %s", (ip, name) => {
  expect(poolAt(POOLS, ip)?.name).toBe(name);
});
