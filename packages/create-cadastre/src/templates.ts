/** What a project starts from: a folder of its name in templates/. */
export interface Template {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  /** Folder that is proposed to somebody who is asked for one. */
  readonly folder: string;
  /** What to run when it is installed. */
  readonly start: string;
}

export const TEMPLATES: readonly Template[] = [
  { name: "server", label: "Server", hint: "the server on SQLite, with a config file", folder: "my-register", start: "npm start" },
  { name: "embed", label: "Library", hint: "the library in a program of your own", folder: "my-inventory", start: "npm start" },
  {
    name: "plugin",
    label: "Plugin",
    hint: "a scanner of your own, with the suite that proves it",
    folder: "my-scanner",
    start: "npm test",
  },
];
