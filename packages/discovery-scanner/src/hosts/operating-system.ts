/** What a guess is made of; what is not known is left out. */
export interface SystemEvidence {
  readonly openPorts: readonly number[];
  /** What the host says of itself (SNMP): it comes before what its programs say. */
  readonly description?: string | undefined;
  /** What services said: greetings, server headers. */
  readonly texts: readonly string[];
  readonly vendor?: string | undefined;
}

const DEBIAN = new Map([
  ["deb10", "Debian 10"],
  ["deb11", "Debian 11"],
  ["deb12", "Debian 12"],
  ["deb13", "Debian 13"],
]);

/** Words of services that name their system, from the most to the least telling. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/\bUbuntu\b/i, "Ubuntu Linux"],
  [/\bRaspbian\b/i, "Raspberry Pi OS"],
  [/\bDebian\b/i, "Debian Linux"],
  [/\bFreeBSD\b/i, "FreeBSD"],
  [/\bOpenBSD\b(?!.*OpenSSH)/i, "OpenBSD"],
  [/\b(?:Red ?Hat|RHEL)\b/i, "Red Hat Enterprise Linux"],
  [/\bAlmaLinux\b/i, "AlmaLinux"],
  [/\bRocky Linux\b/i, "Rocky Linux"],
  [/\bCentOS\b/i, "CentOS Linux"],
  [/\bFedora\b/i, "Fedora Linux"],
  [/\bAlpine\b/i, "Alpine Linux"],
  [/\bCisco[ -](?:IOS|NX-OS|Adaptive|1\.25)|^SSH-[\d.]+-Cisco|\bcisco-IOS\b/i, "Cisco IOS"],
  [/\bRouterOS\b|\bMikroTik\b|\bROSSSH\b/i, "MikroTik RouterOS"],
  [/\bJUNOS\b/i, "Juniper Junos"],
  [/\bArubaOS\b/i, "ArubaOS"],
  [/\bFortiSSH|FortiOS\b/i, "FortiOS"],
  [/\bVMware ESXi\b/i, "VMware ESXi"],
  [/\bSynology\b/i, "Synology DSM"],
  [/\bMicrosoft-(?:IIS|HTTPAPI|WinRM)|\bOpenSSH_for_Windows|\bWindows (?:Server|NT)\b|\bMicrosoft ESMTP\b/i, "Windows"],
  [/\bDarwin\b|\bmacOS\b/i, "macOS"],
  [/\bLinux\b/i, "Linux"],
];

const SYSTEM_PORTS: readonly (readonly [readonly number[], string])[] = [
  [[62_078], "iOS"],
  [[8291], "MikroTik RouterOS"],
  [[135, 445], "Windows"],
  [[445, 3389], "Windows"],
  [[135, 3389], "Windows"],
  [[515, 631], "Printer"],
];

/** The system of a host, from what it said; else from ports that one system alone has open; undefined when nothing tells. */
export function guessSystem({ openPorts, description, texts, vendor }: SystemEvidence): string | undefined {
  const said = systemIn(description === undefined ? [] : [description]) ?? systemIn(texts);
  if (said !== undefined) return said;
  const open = new Set(openPorts);
  for (const [ports, system] of SYSTEM_PORTS) if (ports.every((port) => open.has(port))) return system;
  if (vendor !== undefined && /^Raspberry Pi\b/i.test(vendor) && open.has(22)) return "Linux";
  return undefined;
}

function systemIn(texts: readonly string[]): string | undefined {
  for (const text of texts) {
    const debian = DEBIAN.get(/\bdeb1\d(?=u\d)/.exec(text)?.[0] ?? "");
    if (debian !== undefined) return debian;
  }
  return WORDS.find(([words]) => texts.some((text) => words.test(text)))?.[1];
}
