import type { DialectName } from "../../contract/storage/storage.ts";

/** Usable addresses of an IPv4 subnet. */
const V4 = "(1 << (32 - prefix_length)) - case when prefix_length < 31 then 2 else 0 end";

/**
 * How full a network is, as a number to order by: used addresses by usable ones, about. SQLite has an index of it (migration
 * core/0013), which serves only this very text. PostgreSQL has none: it would end the updates of `used_count` that write no
 * index, and it sorts in a process of its own.
 */
export const NETWORK_FULLNESS: Readonly<Record<DialectName, string>> = {
  sqlite: `used_count * 1.0 / case substr(first_key, 1, 1) when '4' then ${V4}
    else (1 << min(128 - prefix_length, 62)) * 1.0 * (1 << min(max(66 - prefix_length, 0), 62)) * (1 << max(4 - prefix_length, 0)) end`,
  postgresql: `used_count / case left(first_key, 1) when '4'
    then (power(2::float8, 32 - prefix_length) - case when prefix_length < 31 then 2 else 0 end)
    else power(2::float8, 128 - prefix_length) end`,
};
