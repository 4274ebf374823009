import type { AnyOperation } from "@cadastre/inventory-core";
import { draftOf } from "@cadastre/inventory-core/protocol";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerOf, type Api, problemsOf, startApi } from "../auth/auth-api.ts";
import { STORAGES } from "../../../../testing/storages.ts";

/** Fields of bodies that hold names. */
const NAMES = ["name", "full_name", "username", "hostname", "email", "label_name"];

/** Bodies whose `name` names something that is there, and is not written. */
const LOOKED_UP = new Set(["auth.login"]);

const HIDING = [
  "\u0000",
  "\u0007",
  "\t",
  "\n",
  "\r",
  "\u001b[31m",
  "\u007f",
  "\u0085",
  "\u009b",
  "\u2028",
  "\u2029",
  "\u202a",
  "\u202b",
  "\u202c",
  "\u202d",
  "\u202e",
  "\u2066",
  "\u2067",
  "\u2068",
  "\u2069",
];

describe.each(STORAGES)("names on %s", (storage) => {
  let api: Api;
  beforeAll(async () => {
    api = await startApi(storage);
  });
  afterAll(async () => await api.stop());

  it("hold nothing that hides or turns around what is beside it, whatever record they are of", () => {
    const takesNames = api.inventory.host.operations.flatMap((operation: AnyOperation) =>
      LOOKED_UP.has(operation.id)
        ? []
        : NAMES.filter((field) => operation.body !== undefined && field in operation.body.shape).map((field) => ({ operation, field })),
    );
    expect(takesNames.map(({ operation, field }) => `${operation.id} ${field}`)).toEqual(
      expect.arrayContaining([
        "datacenters.create name",
        "networks.update name",
        "pools.create name",
        "devices.create name",
        "webhooks.create name",
        "roles.update name",
        "keys.create name",
        "users.update full_name",
      ]),
    );
    for (const { operation, field } of takesNames) {
      for (const hidden of HIDING) {
        const { problems } = draftOf(operation.body as NonNullable<typeof operation.body>, { [field]: `a${hidden}b` });
        expect([operation.id, field, hidden, problems.list.some((problem) => problem.field === field)]).toEqual([
          operation.id,
          field,
          hidden,
          true,
        ]);
      }
      const fine = draftOf(operation.body as NonNullable<typeof operation.body>, {
        // Names of fields are those of programs.
        [field]: operation.id.startsWith("fields.")
          ? "asset_tag"
          : field === "name" || field === "full_name"
            ? "Zürich – \u05d0\u05d1 \u{1F5A7}\u200d"
            : "host-1",
      });
      expect([
        operation.id,
        fine.problems.list.filter((problem) => problem.field === field && !problem.message.includes("e-mail")),
      ]).toEqual([operation.id, []]);
    }
  });

  it("that were written before are read, and their records change in other fields", async () => {
    const bad = "old\u202eeman\u0007";
    const { body: device } = await api.admin("POST /api/devices", { name: "d" });
    await api.write(
      'update device set name = ?, doc = replace(doc, \'"name":"d"\', ?) where id = ?',
      bad,
      `"name":${JSON.stringify(bad)}`,
      device.id,
    );
    expect((await api.admin(`GET /api/devices/${device.id}`)).body.name).toBe(bad);
    expect((await api.admin(`PUT /api/devices/${device.id}`, { description: "changed" })).body).toMatchObject({
      name: bad,
      description: "changed",
    });
    expect(problemsOf(await api.admin(`PUT /api/devices/${device.id}`, { name: `${bad}!` }))).toBe("name");
    const user = await api.user("ann");
    await api.write("update auth_user set full_name = ? where id = ?", bad, user.id);
    expect((await api.admin(`PUT /api/users/${user.id}`, { email: "ann@example.com" })).body).toMatchObject({
      full_name: bad,
      email: "ann@example.com",
    });
    expect(answerOf(await api.admin(`PUT /api/users/${user.id}`, { full_name: "Ann" }))).toBe("200");
  });
});
