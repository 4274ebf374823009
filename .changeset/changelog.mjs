// How a changelog says things: the sentences of the changesets, to users. Which commit a change came with is in git, and
// which of our packages have moved is plain, as they share one version.

export default {
  async getReleaseLine({ summary }) {
    const [first, ...rest] = summary.trim().split("\n").map((line) => line.trimEnd());
    return [`- ${first}`, ...rest.map((line) => (line === "" ? "" : `  ${line}`))].join("\n");
  },
  async getDependencyReleaseLine(_changesets, updated) {
    return updated.length === 0 ? "" : `- Goes with ${updated.map(({ name, newVersion }) => `${name} ${newVersion}`).join(", ")}.`;
  },
};
