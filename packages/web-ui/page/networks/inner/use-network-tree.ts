import type { Network, NetworkChild, NetworksListInput } from "@cadastre/client";
import { useQueries, useQuery } from "@tanstack/vue-query";
import { computed, type Ref, shallowRef, watch } from "vue";
import { keys } from "../../api/keys.ts";
import { ask } from "../../api/service.ts";
import { can } from "../../api/session.ts";
import { useKept } from "../../parts/kept-place.ts";
import { usePages } from "../../queries/pages.ts";
import { useNetworks, useUtilizations } from "../../queries/network-queries.ts";
import type { SpaceId } from "../../queries/space-of.ts";
import { COMMON, useSpaceOf } from "../../queries/space-queries.ts";
import { isMatch, matching, networkTrees, type TreeNode } from "./network-tree.ts";
import { type NetworkNode, type TreeRow, treeRows } from "./tree-rows.ts";
import { useFreeBlocks } from "./use-free-blocks.ts";

/** A list of networks, as its filters are in the address of the page. */
export interface NetworkQuery {
  /** A text that is a part of a network. */
  readonly q: string;
  readonly space: string;
  readonly datacenter: string;
  readonly status: string;
  readonly vlan: string;
  readonly showFree: boolean;
}

/** Networks up to which all of them are unfolded until a person folds some. */
const UNFOLDED_UP_TO = 50;
/** Networks whose subnets or free blocks are read at most. */
const MAX_FILLED = 50;

/** The filter of the list on the server. */
export function networkFilterOf({ space, datacenter, status, vlan }: NetworkQuery): NetworksListInput {
  return {
    ...(space !== "" && { space_id: space }),
    ...(datacenter !== "" && { datacenter_id: datacenter }),
    ...(status !== "" && { status: status as NonNullable<NetworksListInput["status"]> }),
    ...(vlan !== "" && { vlan_id: Number(vlan) }),
  };
}

/**
 * The tree of networks. Without a filter, or with that of a space, the networks that lie in no other are read by page, and subnets when a
 * row is unfolded. With a filter by columns the matching networks are read by page. Only a text has all networks read: it is looked for in
 * all fields, and matches show below the networks that contain them.
 */
export function useNetworkTree(wanted: Ref<NetworkQuery>, nameOf: (space: SpaceId) => string) {
  const spaceOf = useSpaceOf();
  const filter = computed(() => networkFilterOf(wanted.value));
  const isText = computed(() => wanted.value.q !== "");
  const isTree = computed(() => Object.keys(filter.value).every((name) => name === "space_id"));

  const total = useQuery({
    queryKey: keys.networkRows({}),
    queryFn: async () => (await ask((service) => service.networks.list({ limit: 1, count: true }).page())).count ?? 0,
    enabled: () => can("network:list"),
  });
  const paged = usePages<Network | NetworkChild>(
    computed(() => keys.networkRows({ ...filter.value, isTree: isTree.value })),
    async (paging, signal) => {
      const part = { ...paging, count: paging.after === undefined };
      const { space_id: space } = filter.value;
      return await ask(async (service) =>
        isTree.value
          ? await service.networks.roots({ ...(space && { space_id: space }), ...part }, { signal }).page()
          : await service.networks.list({ ...filter.value, sort: "subnet", ...part }, { signal }).page(),
      );
    },
    () => can("network:list") && !isText.value,
  );
  const every = useNetworks(() => isText.value);
  const utilizations = useUtilizations(() => isText.value || !isTree.value);
  const usedOf = ({ id }: Network): number | undefined => utilizations.byId.value.get(id)?.utilization;

  /** Rows that a person folded or unfolded. */
  const folds = useKept<ReadonlyMap<string, boolean>>("folded networks", () => new Map());
  const isAllUnfolded = computed(() => isText.value || (total.data.value ?? Infinity) <= UNFOLDED_UP_TO);
  const first = paged.rows;
  const rootIds = computed(() => new Set(first.value.slice(0, MAX_FILLED).map(({ id }) => id)));
  const isUnfolded = (id: string): boolean =>
    folds.value.get(id) ?? (isAllUnfolded.value || id.startsWith("space ") || (wanted.value.showFree && rootIds.value.has(id)));

  /** Subnets of unfolded networks. */
  const children = shallowRef<ReadonlyMap<string, readonly NetworkChild[]>>(new Map());
  const unfoldedBelow = (networks: readonly (Network | NetworkChild)[]): readonly string[] =>
    networks.flatMap((one) =>
      "child_count" in one && one.child_count > 0 && isUnfolded(one.id) ? [one.id, ...unfoldedBelow(children.value.get(one.id) ?? [])] : [],
    );
  const asked = computed(() => (isText.value ? "" : unfoldedBelow(first.value).join(" ")));
  const answers = useQueries({
    queries: computed(() =>
      asked.value
        .split(" ")
        .filter(Boolean)
        .map((id) => ({ queryKey: keys.children(id), queryFn: async () => await ask((service) => service.networks.children(id)) })),
    ),
  });
  watch(answers, (all) => {
    const lists = all.flatMap(({ data }) => (data === undefined ? [] : [data as readonly NetworkChild[]]));
    const known = new Set(children.value.values());
    // An answer that is there already changes nothing.
    if (lists.length === known.size && lists.every((list) => known.has(list))) return;
    children.value = new Map(lists.map((list) => [list[0]?.parent_id ?? "", list]));
  });

  const spaces = computed(() => (isText.value ? networkTrees(every.data.value ?? [], spaceOf.value) : []));
  const matches = (network: Network): boolean => {
    const { q, space, datacenter, status, vlan } = wanted.value;
    return (
      isMatch(network, q) &&
      (space === "" || space === (spaceOf.value(network) ?? COMMON.value)) &&
      (datacenter === "" || datacenter === network.datacenter_id) &&
      (status === "" || status === network.status) &&
      (vlan === "" || vlan === String(network.vlan_id))
    );
  };
  const found = computed(() => matching(spaces.value, matches));
  const nodeOf = (network: Network | NetworkChild): NetworkNode => {
    const isContainer = network.status === "container";
    if (!("child_count" in network)) return { network, used: usedOf(network), isDivided: isContainer, children: [] };
    const below = network.child_count === 0 ? [] : children.value.get(network.id);
    return {
      network,
      used: network.utilization.utilization,
      isDivided: isContainer || network.child_count > 0,
      children: below?.map(nodeOf),
    };
  };
  const foundNode = ({ network, children: all }: TreeNode): readonly NetworkNode[] => {
    if (!found.value.has(network.id)) return [];
    const isDivided = matches(network) && (all.length > 0 || network.status === "container");
    return [{ network, used: usedOf(network), isDivided, children: all.flatMap(foundNode) }];
  };
  const nodes = computed(() => (isText.value ? spaces.value.flatMap(({ roots }) => roots.flatMap(foundNode)) : first.value.map(nodeOf)));

  const filled = computed(() => {
    const divided = (all: readonly NetworkNode[]): readonly string[] =>
      all.flatMap((node) =>
        isUnfolded(node.network.id) ? [...(node.isDivided ? [node.network.id] : []), ...divided(node.children ?? [])] : [],
      );
    return wanted.value.showFree ? divided(nodes.value).slice(0, MAX_FILLED) : [];
  });
  const free = useFreeBlocks(() => filled.value);
  const rows = computed(() =>
    treeRows(nodes.value, { spaceOf: spaceOf.value, nameOf, showFree: wanted.value.showFree, free: free.byId.value }),
  );
  const unfolded = computed<ReadonlySet<string>>({
    get: () => {
      const idsOf = (all: readonly TreeRow[]): readonly string[] =>
        all.flatMap((row) => ("below" in row && isUnfolded(row.id) ? [row.id, ...idsOf(row.below ?? [])] : []));
      return new Set(idsOf(rows.value));
    },
    set: (next) => {
      const now = unfolded.value;
      const changed = [...next, ...now].filter((id) => next.has(id) !== now.has(id)).map((id) => [id, next.has(id)] as const);
      folds.value = new Map([...folds.value, ...changed]);
    },
  });

  return {
    rows,
    unfolded,
    /** Networks in each space, where all are known. */
    counts: computed(() => new Map(spaces.value.map(({ id, count }) => [id, count]))),
    total: computed(() => total.data.value),
    /** Number of networks that match; in the tree, number of root networks. */
    count: computed(() => (isText.value ? every.data.value?.filter(matches).length : paged.count.value)),
    filter,
    isText,
    isTree,
    isDone: computed(() => (isText.value ? every.data.value !== undefined : paged.isRead.value)),
    error: computed(() => total.error.value ?? paged.query.error.value ?? every.error.value ?? free.error.value ?? undefined),
    refetch: (): void => void Promise.all([total.refetch(), isText.value ? every.refetch() : paged.query.refetch()]),
    hasMore: computed(() => !isText.value && paged.hasMore.value),
    readMore: paged.readMore,
  };
}
