import { newId } from "@cadastre/inventory-core";
import { expect, test } from "vitest";
import { z } from "zod";
import { deliveryId } from "../src/deliveries/delivery-id.ts";

test(
  "the id of a delivery is a UUID of version 7 with the time of its event, the same each time, and another for each event and " + "webhook",
  () => {
    const [event, other] = [newId(), newId()];
    const [webhook, second] = [newId(), newId()];
    const id = deliveryId(event, webhook);
    expect(id).toBe(deliveryId(event, webhook));
    expect(z.uuidv7().safeParse(id).error).toBeUndefined();
    expect(id.slice(0, 13)).toBe(event.slice(0, 13));
    expect(new Set([id, deliveryId(event, second), deliveryId(other, webhook), deliveryId(webhook, event)]).size).toBe(4);
  },
);
