/** `AsyncLocalStorage`, as far as the engine uses it. */
interface Storage<T> {
  run<R>(store: T, work: () => R): R;
  getStore(): T | undefined;
}

/** Ways to go on later, each with what it is called; each is asked for what is held when it goes on. */
function ways(held: () => unknown): Readonly<Record<string, () => Promise<unknown>>> {
  const later = async (): Promise<void> => await new Promise((resolve) => setTimeout(resolve, 1));
  const known = Promise.resolve();
  async function* pieces(): AsyncGenerator<unknown> {
    yield held();
    await later();
    yield held();
  }
  return {
    "after an await": async () => {
      await known;
      return held();
    },
    "after a wait": async () => {
      await later();
      return held();
    },
    "after others": async () => {
      await Promise.all([later(), known, later()]);
      return held();
    },
    "after the first": async () => {
      await Promise.race([later(), later()]);
      return held();
    },
    "after a failure": async () => {
      try {
        await later().then(() => Promise.reject(new Error("as expected")));
      } catch {
        return held();
      }
      return "no failure";
    },
    "in the end": async () => {
      let seen: unknown;
      await later().finally(() => (seen = held()));
      return seen;
    },
    "in a timer": async () => await new Promise((resolve) => setTimeout(() => resolve(held()), 1)),
    "in a microtask": async () => await new Promise((resolve) => queueMicrotask(() => resolve(held()))),
    "in a generator": async () => {
      const seen = [];
      for await (const piece of pieces()) seen.push(piece, held());
      return seen;
    },
  };
}

/** What is held in each course of work, one beside the other and one within the other. */
export async function courses(Store: new <T>() => Storage<T>): Promise<unknown> {
  const [store, other] = [new Store<string>(), new Store<string>()];
  const held = (): unknown => [store.getStore(), other.getStore()];
  const all = async (): Promise<unknown> =>
    await Promise.all(Object.entries(ways(held)).map(async ([name, way]) => [name, await way(), held()]));
  const both = await Promise.all([
    store.run("one", all),
    store.run("two", async () => [await other.run("inner", all), held(), await all()]),
    all(),
  ]);
  return [both, held()];
}
