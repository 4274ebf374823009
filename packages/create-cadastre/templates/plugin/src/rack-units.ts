import { defineOperation, defineOperations, type OpenStorage, record, serviceToken } from "@cadastre/inventory-core";
import { z } from "zod";

const RackUnits = z
  .object({ racks: z.int().describe("Number of racks"), units: z.int().describe("Height of all racks together") })
  .meta({ id: "RackUnits", description: "How many rack units there are" });

/** Reads the table of the kind: its columns are the fields. */
export class RackUnitService {
  readonly #storage: OpenStorage;

  constructor(storage: OpenStorage) {
    this.#storage = storage;
  }

  async get(): Promise<z.output<typeof RackUnits>> {
    const row = await this.#storage.read.get<Record<"racks" | "units", number | string>>(
      "select count(*) as racks, coalesce(sum(height_units), 0) as units from rack",
    );
    return { racks: Number(row?.racks), units: Number(row?.units) };
  }
}

export const RACK_UNITS = serviceToken<RackUnitService>("rack-units");

export const rackUnitOperations = defineOperations("rackUnits", {
  get: defineOperation({
    summary: "Count rack units",
    service: RACK_UNITS,
    access: "rack:list",
    http: { method: "GET", path: "/api/rack-units", status: 200 },
    output: record(RackUnits),
    run: async (units) => await units.get(),
  }),
});
