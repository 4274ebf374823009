/** Something that the projects of a run share. */
interface Shared {
  readonly begun: Promise<{ readonly value: unknown; readonly end: () => Promise<void> }>;
  users: number;
}

// Each project loads its set-up anew, all in one process.
const shared = ((globalThis as { [key: symbol]: unknown })[Symbol.for("cadastre.testing")] ??= new Map()) as Map<string, Shared>;

/**
 * Begins something once, however many projects of a run ask for it, and ends it when the last of them has done.
 * @returns it, and what its project calls at its end
 */
export async function once<T>(
  name: string,
  begin: () => Promise<{ readonly value: T; readonly end: () => Promise<void> }>,
): Promise<{ readonly value: T; readonly done: () => Promise<void> }> {
  let mine = shared.get(name);
  if (mine === undefined) shared.set(name, (mine = { begun: begin(), users: 0 }));
  mine.users += 1;
  const { value, end } = (await mine.begun) as { readonly value: T; readonly end: () => Promise<void> };
  return {
    value,
    done: async () => {
      mine.users -= 1;
      if (mine.users > 0) return;
      shared.delete(name);
      await end();
    },
  };
}
