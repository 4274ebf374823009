/** Values of what Grafana puts into expressions. */
const VARIABLES: Readonly<Record<string, string>> = { $__rate_interval: "1m", $job: "cadastre", $instance: ".*" };

interface Panel {
  readonly targets?: readonly { readonly expr: string }[];
}

/** What the panels of a dashboard ask of Prometheus, with its variables filled in. */
export function expressionsOf({ panels }: { readonly panels: readonly Panel[] }): readonly string[] {
  return panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr.replaceAll(/\$\w+/g, (name) => VARIABLES[name] ?? name)));
}
