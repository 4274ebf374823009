import type { NamedField, RecordKind } from "../../contract/record-kind.ts";
import type { EncryptedColumn, Secrets } from "../../contract/secrets.ts";

/** Whether a field is a secret. */
export const isSecret = ({ facts }: NamedField): boolean => facts.kind === "secret";

/** What a record shows a field as: a secret as `has_<name>`. */
export const shownName = (field: NamedField): string => (isSecret(field) ? `has_${field.name}` : field.name);

/** The columns of a kind whose texts are encrypted. */
export const secretColumns = ({ name, secrets }: Pick<RecordKind, "name" | "secrets">): readonly EncryptedColumn[] =>
  secrets.map((column) => ({ table: name, column }));

/** Secrets that are sent, by the names of their fields; null for those to be cleared. */
export type SentSecrets = Readonly<Record<string, string | null>>;

/** What a record without secrets shows. */
export const noSecrets = ({ secrets }: Pick<RecordKind, "secrets">): Readonly<Record<string, false>> =>
  Object.fromEntries(secrets.map((name) => [`has_${name}`, false as const]));

/** Takes the secrets out of values that are sent, so that nothing but the row holds them. `shown` says which there are. */
export function splitSecrets(
  { secrets }: Pick<RecordKind, "secrets">,
  values: Readonly<Record<string, unknown>>,
): { readonly shown: Readonly<Record<string, unknown>>; readonly secrets: SentSecrets } {
  if (secrets.length === 0) return { shown: values, secrets: {} };
  const shown = { ...values };
  const sent: Record<string, string | null> = {};
  for (const name of secrets) {
    const value = values[name] as string | null | undefined;
    delete shown[name];
    if (value === undefined) continue;
    sent[name] = value;
    shown[`has_${name}`] = value !== null;
  }
  return { shown, secrets: sent };
}

/** The secrets of which a record has no such value yet: all but those to be cleared that it does not have. */
export const newSecrets = (secrets: SentSecrets, before: Readonly<Record<string, unknown>>): SentSecrets =>
  Object.fromEntries(Object.entries(secrets).filter(([name, value]) => value !== null || before[`has_${name}`] === true));

/** Secrets as their columns hold them. @throws ENCRYPTION_KEY_MISSING */
export const sealedSecrets = (kind: Pick<RecordKind, "name">, vault: Secrets | undefined, id: string, secrets: SentSecrets): SentSecrets =>
  Object.fromEntries(
    Object.entries(secrets).map(([column, text]) => [
      column,
      text === null || vault === undefined ? null : vault.encrypt({ table: kind.name, column }, id, text),
    ]),
  );
