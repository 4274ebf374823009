// What an agent at another site needs: @cadastre/discovery-snmp/site. Named exports only.

export { snmpSiteScanner } from "./site-scanner.ts";
