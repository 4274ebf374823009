/** Devices with an address in each network, by name. */
export const DEVICES: Readonly<Record<string, readonly string[]>> = {
  "net-us-prod": "us-app-01 us-app-02 us-cache-01 us-db-01 us-db-02 us-fw-01 us-fw-02 us-lb-01 us-web-01 us-web-02".split(" "),
  "net-us-dmz": ["us-fw-01", "us-fw-02", "us-lb-01"],
  "net-us-mgmt": ["us-core-sw-01"],
  "net-eu-prod": ["eu-app-01", "eu-db-01", "eu-fw-01", "eu-lb-01", "eu-web-01", "eu-web-02"],
  "net-eu-dmz": ["eu-fw-01", "eu-lb-01"],
  "net-eu-mgmt": ["eu-core-sw-01"],
  "net-apac-prod": ["apac-app-01", "apac-db-01", "apac-fw-01", "apac-lb-01", "apac-web-01"],
  "net-apac-dmz": ["apac-fw-01", "apac-lb-01"],
  "net-apac-mgmt": ["apac-core-sw-01"],
};

/** Used, total, percent. A /16 counts the addresses of the /24 networks inside it. */
export const UTILIZATION: Readonly<Record<string, readonly [number, number, number]>> = {
  "net-us-prod": [14, 65_534, 0.02],
  "net-us-dmz": [3, 254, 1.18],
  "net-us-mgmt": [1, 254, 0.39],
  "net-eu-prod": [9, 65_534, 0.01],
  "net-eu-dmz": [2, 254, 0.79],
  "net-eu-mgmt": [1, 254, 0.39],
  "net-apac-prod": [8, 65_534, 0.01],
  "net-apac-dmz": [2, 254, 0.79],
  "net-apac-mgmt": [1, 254, 0.39],
};

/** The lowest free address of each pool. */
export const NEXT_IP: Readonly<Record<string, string>> = {
  "pool-us-web": "10.10.1.12",
  "pool-us-app": "10.10.2.12",
  "pool-us-db": "10.10.3.12",
  "pool-eu-web": "10.20.1.12",
  "pool-eu-app": "10.20.2.11",
  "pool-apac-web": "10.30.1.11",
};

/** Devices that a search finds: by name, tag, domain, address and CIDR. */
export const SEARCH: Readonly<Record<string, readonly string[]>> = {
  "us-web": ["us-web-01", "us-web-02"],
  postgresql: ["apac-db-01", "eu-db-01", "us-db-01", "us-db-02"],
  "api.example.com": ["us-web-01", "us-web-02"],
  "10.20.1.11": ["eu-web-02"],
  "10.30.100.0/24": ["apac-fw-01", "apac-lb-01"],
  "%": [],
};
