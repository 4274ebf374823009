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
  { name: "server", label: "Server", hint: "server on SQLite with a config file", folder: "my-register", start: "npm start" },
  { name: "embed", label: "Library", hint: "a program that uses the library", folder: "my-inventory", start: "npm start" },
  {
    name: "plugin",
    label: "Plugin",
    hint: "records of your own in API, command, page and tools",
    folder: "my-plugin",
    start: "npm test",
  },
  { name: "scanner", label: "Scanner", hint: "a custom scanner with its test suite", folder: "my-scanner", start: "npm test" },
  { name: "storage", label: "Storage", hint: "a database driver of your own with its test suite", folder: "my-storage", start: "npm test" },
  {
    name: "authenticator",
    label: "Authenticator",
    hint: "the users of your application, by one function",
    folder: "my-authenticator",
    start: "npm test",
  },
];
