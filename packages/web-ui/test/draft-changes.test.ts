import { describe, expect, it } from "vitest";
import { DraftChanges } from "../page/parts/forms/draft-changes.ts";

interface Record {
  readonly name: string;
  readonly os: string;
  readonly tags: readonly string[];
}

function form(record: Record) {
  const draft = { name: "", os: "", tags: "" };
  const body = () => ({ name: draft.name, os: draft.os.trim(), tags: draft.tags.split(",").filter((tag) => tag !== "") });
  const fill = ({ name, os, tags }: Record): void => void Object.assign(draft, { name, os, tags: tags.join(",") });
  const changes = new DraftChanges(draft, body);
  fill(record);
  changes.begin();
  return { draft, changes, fill };
}

const WEB: Record = { name: "web", os: "debian 12", tags: ["a"] };

describe("what is sent of a form", () => {
  it("is what was touched, and nothing when that is as it was", () => {
    const { draft, changes } = form(WEB);
    expect(changes.changed()).toEqual({});
    draft.os = "debian 13";
    expect(changes.changed()).toEqual({ os: "debian 13" });
    draft.os = "debian 12 ";
    expect(changes.changed()).toEqual({});
  });

  it("leaves a legacy tag with a comma alone, unless tags were touched", () => {
    const { draft, changes } = form({ ...WEB, tags: ["a,b"] });
    draft.name = "www";
    expect(changes.changed()).toEqual({ name: "www" });
  });

  it("is what was typed over what somebody else saved meanwhile", () => {
    const { draft, changes, fill } = form(WEB);
    draft.os = "ubuntu";
    changes.rebase(() => fill({ name: "theirs", os: "debian 13", tags: ["b"] }));
    expect(draft).toEqual({ name: "theirs", os: "ubuntu", tags: "b" });
    expect(changes.changed()).toEqual({ os: "ubuntu" });
  });

  it("is nothing of a field that was given up", () => {
    const { draft, changes, fill } = form(WEB);
    Object.assign(draft, { os: "ubuntu", tags: "mine" });
    changes.rebase(() => fill({ name: "theirs", os: "debian 13", tags: ["b"] }));
    changes.discard("os");
    expect(draft).toEqual({ name: "theirs", os: "debian 13", tags: "mine" });
    expect(changes.changed()).toEqual({ tags: ["mine"] });
  });
});
