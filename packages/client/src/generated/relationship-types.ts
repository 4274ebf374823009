// Generated from the operations by `npx --yes pnpm@12 docs:reference`. Change these, not this file.
/** Every type of relationships: whether it admits no cycle, what the one parent of a child is called (null where it may have several), what the parent does, what the child does (the same words where neither is above the other), and what is done to the child. */
export const RELATIONSHIP_TYPES = [
  {"name":"contains","acyclic":true,"oneParent":"container","words":"contains","inverse":"is in","passive":"is contained by"},
  {"name":"connected_to","acyclic":false,"oneParent":null,"words":"is connected to","inverse":"is connected to","passive":"is connected to"},
  {"name":"depends_on","acyclic":true,"oneParent":null,"words":"depends on","inverse":"is required by","passive":"is required by"},
] as const;
