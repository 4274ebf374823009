import { queryClient } from "../api/query-client.ts";
import { tellDeleted } from "../history/undo-request.ts";
import { confirm } from "../parts/dialogs/confirm.ts";
import { tell } from "../parts/toasts.ts";
import { capitalized } from "../texts/words.ts";

/** A record that a person wants to delete. */
export interface Deletion {
  /** One of its kind in sentences: `lease source`. */
  readonly what: string;
  readonly id: string;
  readonly name: string;
  /** What follows from it. */
  readonly text: string;
  /** Its type, where the deletion can be taken back. */
  readonly type?: string | undefined;
  readonly work: (id: string) => Promise<unknown>;
  /** Beginnings of the names of answers that are read again. */
  readonly stale?: readonly (readonly string[])[];
  readonly after?: () => unknown;
}

/** Asks before a record is deleted, and says that it was. */
export const askDeletion = ({ what, id, name, text, type, work, stale = [], after }: Deletion): void =>
  confirm({
    title: `Delete ${what} ${name}?`,
    text,
    action: `Delete ${what}`,
    work: async () => {
      await work(id);
      for (const queryKey of stale) void queryClient.invalidateQueries({ queryKey });
      const done = `${capitalized(what)} ${name} deleted.`;
      if (type === undefined) tell({ kind: "done", text: done });
      else tellDeleted({ type, id, name }, done);
      await after?.();
    },
  });
