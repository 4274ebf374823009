export const SCAN_TYPES = [
  { value: "quick", text: "Quick: live hosts" },
  { value: "full", text: "Full: open ports and operating system" },
  { value: "deep", text: "Deep: services and versions" },
] as const;
