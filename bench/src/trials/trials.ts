import { ansible } from "./ansible/ansible-trial.ts";
import { backupTrial } from "./backup/backup-trial.ts";
import { companyTrial } from "./company/company-trial.ts";
import { deb } from "./deb/deb.ts";
import { failoverTrial } from "./failover/failover-trial.ts";
import { generatedClientsTrial } from "./generated-clients/generated-clients-trial.ts";
import { hostsTrial } from "./hosts/hosts-trial.ts";
import { image } from "./image/image.ts";
import { install } from "./install/install.ts";
import { pgbouncerTrial } from "./pgbouncer/pgbouncer-trial.ts";
import { prometheus } from "./prometheus/prometheus-trial.ts";
import { PROXY_TRIALS } from "./proxies/proxy-trials.ts";
import { restoreTrial } from "./restore/restore-trial.ts";
import { declaredKinds } from "./rolling-upgrade/declared-kinds-trial.ts";
import { rollingUpgrade } from "./rolling-upgrade/rolling-upgrade-trial.ts";
import type { Trial } from "./trial.ts";
import { unit } from "./unit/unit.ts";

/** Every trial, in the order in which they run. */
export const TRIALS: readonly Trial[] = [
  failoverTrial,
  pgbouncerTrial,
  rollingUpgrade,
  declaredKinds,
  backupTrial,
  restoreTrial,
  prometheus,
  ansible,
  install,
  unit,
  deb,
  image,
  ...PROXY_TRIALS,
  generatedClientsTrial,
  hostsTrial,
  companyTrial,
];
