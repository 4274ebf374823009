import type { Workload } from "./workload.ts";
import { bulk } from "./workloads/bulk.ts";
import { bulkChange } from "./workloads/changes/bulk-change.ts";
import { churn } from "./workloads/churn.ts";
import { subscriptions } from "./workloads/changes/subscriptions.ts";
import { clients } from "./workloads/clients.ts";
import { create } from "./workloads/create.ts";
import { declaredKinds } from "./workloads/records/declared-kinds.ts";
import { fill } from "./workloads/fill.ts";
import { freePrefixes } from "./workloads/networks/free-prefixes.ts";
import { getBesideCreates, getBesideList } from "./workloads/get-beside.ts";
import { getOverHttp } from "./workloads/get-http.ts";
import { heatmap } from "./workloads/heatmap.ts";
import { history } from "./workloads/past/history.ts";
import { list } from "./workloads/list.ts";
import { login } from "./workloads/login.ts";
import { memory } from "./workloads/memory.ts";
import { networkAllocation } from "./workloads/networks/network-allocation.ts";
import { networkTree } from "./workloads/networks/network-tree.ts";
import { nextIp } from "./workloads/next-ip.ts";
import { pollingAgents } from "./workloads/agents/polling-agents.ts";
import { inMemory } from "./workloads/pools/in-memory.ts";
import { passedOver } from "./workloads/pools/passed-over.ts";
import { ownFields } from "./workloads/own-fields.ts";
import { reconciliation } from "./workloads/discovery/reconciliation.ts";
import { search } from "./workloads/search.ts";
import { severalServers } from "./workloads/servers/several-servers.ts";
import { snmpTables } from "./workloads/discovery/snmp-tables.ts";
import { tenures } from "./workloads/past/tenures.ts";
import { transaction } from "./workloads/changes/transaction.ts";
import { turns } from "./workloads/turns.ts";
import { utilization } from "./workloads/utilization.ts";
import { webUi } from "./workloads/web-ui.ts";
import { webhooks } from "./workloads/webhooks.ts";

/** All workloads by the name that chooses them. */
export const WORKLOADS: Readonly<Record<string, Workload>> = {
  "next-ip": nextIp,
  "passed-over": passedOver,
  utilization,
  "free-prefixes": freePrefixes,
  fill,
  "in-memory": inMemory,
  churn,
  clients,
  "network-allocation": networkAllocation,
  heatmap,
  list,
  "get-beside-list": getBesideList,
  "get-beside-creates": getBesideCreates,
  search,
  reconciliation,
  "own-fields": ownFields,
  "declared-kinds": declaredKinds,
  "network-tree": networkTree,
  history,
  tenures,
  create,
  transaction,
  bulk,
  "bulk-change": bulkChange,
  subscriptions,
  get: getOverHttp,
  login,
  memory,
  servers: severalServers,
  webhooks,
  "snmp-tables": snmpTables,
  agents: pollingAgents,
  "web-ui": webUi,
  turns,
};
