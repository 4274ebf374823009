import { z } from "zod";
import { queryNumber } from "../contract/operations/fields.ts";
import { defineOperation, defineOperations, file } from "../contract/operations/operation.ts";
import { DeviceFilter } from "../devices/device.ts";
import { AnsibleInventory } from "./ansible-inventory.ts";
import { EXPORTS } from "./export-service.ts";
import { TargetGroup } from "./target-group.ts";

const TargetQuery = DeviceFilter.extend({ port: queryNumber(1, 65_535, "Port of targets whose address has none") });

export const exportOperations = defineOperations("exports", {
  /** Devices as Prometheus discovers targets by HTTP. */
  httpSd: defineOperation({
    summary: "List devices as targets of Prometheus",
    description:
      "The whole list, as http_sd_config asks for it: one group a device with an address, by its primary address. Filters are those " +
      "of the list of devices.",
    service: EXPORTS,
    access: "device:list",
    http: { method: "GET", path: "/api/export/http_sd", status: 200 },
    query: TargetQuery,
    output: file({ "application/json": z.array(TargetGroup) }),
    run: async (exports, { query: { port, ...filter } }, call) => await exports.httpSd(filter, port, call),
  }),
  /** Devices as an inventory of Ansible. */
  ansible: defineOperation({
    summary: "Get devices as an inventory of Ansible",
    description:
      "What an inventory script answers to --list: variables of all hosts, and groups by status, datacenter and tag. Texts of " +
      "records are marked with `__ansible_unsafe`, so that Ansible evaluates nothing of them. Filters are those of the list of " +
      "devices.",
    service: EXPORTS,
    access: "device:list",
    http: { method: "GET", path: "/api/export/ansible", status: 200 },
    query: DeviceFilter,
    output: file({ "application/json": AnsibleInventory }),
    run: async (exports, { query }, call) => await exports.ansible(query, call),
  }),
});
