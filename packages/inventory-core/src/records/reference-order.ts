import type { RecordKind } from "../contract/record-kind.ts";

/**
 * Kinds in the order of their references: each after those that it refers to. References of a kind to itself do not count.
 * @param onCycle receives the names of kinds whose references form a circle
 */
export function inReferenceOrder(kinds: readonly RecordKind[], onCycle: (names: readonly string[]) => void = () => {}): RecordKind[] {
  const byName = new Map(kinds.map((kind) => [kind.name, kind]));
  const ordered = new Set<RecordKind>();
  const visit = (kind: RecordKind, path: readonly string[]): void => {
    if (ordered.has(kind)) return;
    if (path.includes(kind.name)) return onCycle([...path.slice(path.indexOf(kind.name)), kind.name]);
    for (const { facts } of kind.fields) {
      const other = facts.to === kind.name ? undefined : byName.get(facts.to ?? "");
      if (other !== undefined) visit(other, [...path, kind.name]);
    }
    ordered.add(kind);
  };
  for (const kind of kinds) visit(kind, []);
  return [...ordered];
}
