import { QueryClient } from "@tanstack/vue-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { allAnswered } from "../page/api/first-view.ts";

describe("the first view", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function opened() {
    const client = new QueryClient();
    const state = { isOver: false };
    void allAnswered(client).then(() => (state.isOver = true));
    return { client, state };
  }

  it("is over when the queries are answered, also the one that an answer starts", async () => {
    const { client, state } = opened();
    const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
    void client
      .query({ queryKey: ["first"], queryFn: async () => await first.promise })
      .then(async () => await client.query({ queryKey: ["second"], queryFn: async () => await second.promise }));
    await vi.advanceTimersByTimeAsync(100);
    expect(state.isOver).toBe(false);
    first.resolve("a network");
    await vi.advanceTimersByTimeAsync(100);
    expect(state.isOver).toBe(false);
    second.resolve("its devices");
    await vi.advanceTimersByTimeAsync(1);
    expect(state.isOver).toBe(true);
  });

  it("is over after a second without an answer", async () => {
    const { client, state } = opened();
    void client.query({ queryKey: ["slow"], queryFn: async () => await new Promise(() => {}) });
    await vi.advanceTimersByTimeAsync(999);
    expect(state.isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(state.isOver).toBe(true);
  });
});
