import type { Context } from "./context.ts";
import type { Row } from "./report.ts";

/** Measures one kind of work on one storage. */
export type Workload = (context: Context) => Promise<Row[]>;
