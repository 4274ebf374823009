import { expect, it } from "vitest";
import { holdersThen } from "../../src/addresses/address-service.ts";

const COUNT = 2_000;

it("looks at each of the holders of an address a few times at most, however many there are", () => {
  let looks = 0;
  const held = Array.from({ length: COUNT }, (_, at) => ({
    get id(): string {
      looks += 1;
      return `d${at}`;
    },
    address_id: `a${at}`,
  }));
  const tenures = Array.from({ length: COUNT + 1 }, (_, at) => ({ device_id: `d${COUNT - at}`, device_name: `n${at}`, mac: null }));
  const [gone, last] = holdersThen(tenures as never, held);
  expect(gone).toEqual({ id: `d${COUNT}`, name: "n0", address_id: null, mac: null });
  expect(last).toEqual({ id: `d${COUNT - 1}`, name: "n1", address_id: `a${COUNT - 1}`, mac: null });
  expect(looks).toBeLessThanOrEqual(4 * COUNT);
});
