import type { Page } from "@cadastre/client";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/vue-query";
import { computed, type Ref } from "vue";
import { type ListPage, PAGE_SIZE } from "../api/list-pages.ts";

/** What a page of a list is asked for by. */
export interface Paging {
  readonly limit: number;
  readonly after: string | undefined;
}

/**
 * A list that is read by page.
 * @param key its name; another name is another list, and the rows of the one before stay until it is read
 * @param when the query may run; by default immediately
 */
export function usePages<T>(
  key: Ref<readonly unknown[]>,
  read: (paging: Paging, signal: AbortSignal) => Promise<Page<T>>,
  when: () => boolean = () => true,
) {
  const query = useInfiniteQuery({
    queryKey: key,
    enabled: when,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }): Promise<ListPage<T>> => {
      const page = await read({ limit: PAGE_SIZE, after: pageParam }, signal);
      return { ...page, last: page.items.at(-1) };
    },
    getNextPageParam: ({ next }: ListPage<T>) => next,
    placeholderData: keepPreviousData,
  });
  const { error, fetchStatus, refetch } = query;
  const data = computed(() => query.data.value?.pages.flatMap(({ items }) => items));
  return {
    /** As `QueryAnswer` takes it. */
    query: { data, error, fetchStatus, refetch },
    rows: computed(() => data.value ?? []),
    /** Number of all rows, where `read` counts them. */
    count: computed(() => query.data.value?.pages[0]?.count),
    /** Whether the rows are of this list, not of the one before. */
    isRead: computed(() => query.data.value !== undefined && !query.isPlaceholderData.value),
    hasMore: query.hasNextPage,
    readMore: (): void => void (query.isFetching.value || query.fetchNextPage()),
  };
}
