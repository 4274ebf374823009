import { serviceToken } from "../service-token.ts";
import type { Principal } from "./principal.ts";

/** Who reads records: a user, or the program itself. */
export type RecordReader = Pick<Principal, "kind" | "userId">;

/** Says which records of users others may not see, for parts that know no kinds of record. */
export interface PrivateRecords {
  /** Names of the kinds that have private records. */
  kinds(): readonly string[];
  /**
   * Whether a reader may see images of a record: all of them, or there are none.
   * @param images of the record before and after a change; undefined and null where it does not exist
   */
  shows(reader: RecordReader, kind: string, images: readonly unknown[]): boolean;
}

export const PRIVATE_RECORDS = serviceToken<PrivateRecords>("private-records");
