/** Under this lock, and in one transaction, the head is looked at and rows are sealed: no two sealers ever append both. */
export const SEAL_LOCK = { on: "name", name: "audit-seal" } as const;
