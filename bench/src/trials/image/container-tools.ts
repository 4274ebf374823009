import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { npmCache } from "../machine/debian-root.ts";
import { finish } from "../machine/programs.ts";
import type { TrialContext } from "../trial.ts";

/** Lower than those of any machine that builds images, so that no right to raise them is needed. */
const LIMITS = ["--ulimit", "nofile=1024:4096", "--ulimit", "nproc=1024:4096"];

/**
 * buildah and podman with a storage of the trial's own. Each command runs in a mount namespace in which cgroups are version 2
 * alone, since crun takes no mixture, and containers are not put into cgroups: the trial is not about limits.
 */
export class ContainerTools {
  readonly #context: TrialContext;
  readonly #storage: readonly string[];
  readonly #podman: readonly string[];

  private constructor(context: TrialContext) {
    const at = (name: string): string => join(context.folder, "containers", name);
    this.#context = context;
    this.#storage = ["--storage-driver", "overlay", "--root", at("storage"), "--runroot", at("run")];
    this.#podman = [
      context.program("podman"),
      ...this.#storage,
      "--cgroup-manager",
      "cgroupfs",
      "--events-backend",
      "none",
      "--runtime",
      context.program("crun"),
      "--tmpdir",
      at("tmp"),
    ];
  }

  static async of(context: TrialContext): Promise<ContainerTools> {
    const tools = new ContainerTools(context);
    await mkdir(join(context.folder, "containers"));
    context.afterwards(async () => {
      await tools.#run([...tools.#podman, "rm", "--all", "--force", "--time", "0"]).catch(() => {});
      await tools.#buildah(["rm", "--all"]).catch(() => {});
      await tools.#run(["umount", "-R", join(context.folder, "containers/storage/overlay")]).catch(() => {});
    });
    return tools;
  }

  /** Makes an image of a folder. */
  async importBase(root: string, name: string): Promise<void> {
    const container = (await this.#buildah(["from", "scratch"])).trim();
    await this.#buildah(["add", container, root, "/"]);
    await this.#buildah(["commit", "--format", "docker", "--rm", container, name]);
  }

  async build(top: string, dockerfile: string, name: string, args: Readonly<Record<string, string>>): Promise<void> {
    const given = Object.entries(args).flatMap(([key, value]) => ["--build-arg", `${key}=${value}`]);
    await this.#buildah([
      "bud",
      "--isolation",
      "chroot",
      "--format",
      "docker",
      "--volume",
      `${await npmCache()}:/npm-cache`,
      ...given,
      "-f",
      join(top, dockerfile),
      "-t",
      name,
      top,
    ]);
  }

  /** In MiB. */
  async sizeOf(name: string): Promise<number> {
    return Number(await this.#run([...this.#podman, "image", "inspect", "--format", "{{.Size}}", name])) / 2 ** 20;
  }

  /** Starts a container as the compose file does, without a network. @returns its id */
  async start(name: string): Promise<string> {
    const held = [
      "--read-only",
      "--tmpfs",
      "/tmp",
      "--cap-drop",
      "ALL",
      "--security-opt",
      "no-new-privileges",
      "--network",
      "none",
      "--cgroups",
      "disabled",
      "--log-driver",
      "k8s-file",
    ];
    return (await this.#run([...this.#podman, "run", "--detach", "--init=false", ...held, ...LIMITS, name])).trim();
  }

  /** What the HEALTHCHECK of the image says. */
  async isHealthy(container: string): Promise<boolean> {
    return await this.#run([...this.#podman, "healthcheck", "run", container]).then(
      () => true,
      () => false,
    );
  }

  async exec(container: string, command: readonly string[]): Promise<string> {
    return await this.#run([...this.#podman, "exec", container, ...command]);
  }

  async logs(container: string): Promise<string> {
    return await this.#run(["sh", "-c", '"$@" 2>&1', "sh", ...this.#podman, "logs", container]);
  }

  /** @returns the exit code of the server */
  async stop(container: string): Promise<number> {
    await this.#run([...this.#podman, "stop", "--time", "15", container]);
    return Number(await this.#run([...this.#podman, "inspect", "--format", "{{.State.ExitCode}}", container]));
  }

  async #buildah(args: readonly string[]): Promise<string> {
    return await this.#run([this.#context.program("buildah"), ...this.#storage, ...args]);
  }

  async #run(command: readonly string[]): Promise<string> {
    const script = join(this.#context.folder, "containers/enter.sh");
    await writeFile(script, 'umount -R /sys/fs/cgroup 2>/dev/null || true\nmount -t cgroup2 none /sys/fs/cgroup\nexec "$@"\n');
    return (await finish(this.#context.program("unshare"), ["--mount", "--propagation", "slave", "sh", script, ...command])).out;
  }
}
