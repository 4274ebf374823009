import { PRIVATE_RECORDS } from "../../contract/access/private-records.ts";
import { privateRecords } from "../../records/access/private-records.ts";
import { FOLLOWERS } from "../../cascades/removed-rows.ts";
import { CASCADES } from "../../contract/cascades.ts";
import { CLOCK, IDS, LOGGER, STORAGE, WRITES } from "../../contract/ports.ts";
import { provide, type ServiceProvider } from "../../contract/service-token.ts";
import { COMMITTED_EVENTS } from "../../contract/storage/event.ts";
import { DEVICES } from "../../devices/device-service.ts";
import { ImportApplier } from "../../import/apply/import-applier.ts";
import { FIELD_PURGE, FieldPurge } from "../../field-definitions/field-purge.ts";
import { IMPORTS, ImportService } from "../../import/import-service.ts";
import { StepWriter } from "../../import/apply/write-steps.ts";
import { NETWORKS } from "../../networks/network-service.ts";
import { PLANS } from "../../plans/plan-service.ts";
import { POOLS } from "../../pools/pool-service.ts";
import { RELATIONSHIPS } from "../../relationships/relationship-service.ts";
import { NAMES, NameService } from "../../names/name-service.ts";
import { SEARCH, SearchService } from "../../search/search-service.ts";
import { UNDO, UndoService } from "../../undo/undo-service.ts";
import { UNDO_WRITERS } from "../../undo/undo-step.ts";
import { VERIFICATION, VerificationService } from "../../verification/verification-service.ts";
import { RECORD_KINDS, RecordKinds } from "../../records/record-kinds.ts";

/** Services of the core that read the declared kinds of record, or write their records. */
export const recordServices: readonly ServiceProvider[] = [
  provide(RECORD_KINDS, [], () => new RecordKinds()),
  provide(
    FIELD_PURGE,
    [STORAGE, WRITES, CASCADES, COMMITTED_EVENTS, CLOCK, LOGGER],
    (storage, writes, cascades, events, clock, logger) => new FieldPurge({ storage, writes, cascades, events, clock, logger }),
  ),
  provide(
    IMPORTS,
    [STORAGE, WRITES, IDS, RECORD_KINDS, NETWORKS, POOLS, DEVICES, RELATIONSHIPS],
    (storage, writes, ids, kinds, networks, pools, devices, relationships) =>
      new ImportService(
        storage,
        ids,
        kinds,
        new ImportApplier(storage, writes, ids, kinds, new StepWriter({ kinds, networks, pools, devices, relationships })),
      ),
  ),
  provide(
    UNDO_WRITERS,
    [CASCADES, FOLLOWERS, NETWORKS, POOLS, DEVICES, RELATIONSHIPS, RECORD_KINDS],
    (follow, followers, networks, pools, devices, relationships, records) => ({
      cascades: follow,
      followers,
      networks,
      pools,
      devices,
      relationships,
      records,
    }),
  ),
  provide(PRIVATE_RECORDS, [RECORD_KINDS], privateRecords),
  provide(UNDO, [STORAGE, PLANS, RECORD_KINDS], (storage, plans, kinds) => new UndoService(storage, plans, kinds)),
  provide(NAMES, [STORAGE, RECORD_KINDS], (storage, kinds) => new NameService(storage, kinds)),
  provide(SEARCH, [STORAGE, RECORD_KINDS], (storage, kinds) => new SearchService(storage, kinds)),
  provide(
    VERIFICATION,
    [STORAGE, WRITES, CLOCK, RECORD_KINDS],
    (storage, writes, clock, kinds) => new VerificationService(storage, writes, clock, kinds),
  ),
];
