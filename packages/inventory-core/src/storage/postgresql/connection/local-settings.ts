/** A name as SQL has it. */
export const quotedName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** The search path of one schema: what is not in it is not ours. */
export const searchPathOf = (schema: string): string => `search_path = ${quotedName(schema)}`;

/** One statement has one process of the server: with parallel workers, one search takes all its processors. */
export const ONE_PROCESS = "max_parallel_workers_per_gather = 0";

/** What a transaction says behind its `begin`, for settings that end with it. */
export const localSettings = (...settings: readonly string[]): string => settings.map((setting) => `; set local ${setting}`).join("");
