/** The variable of the environment that an option of a format is taken from when it is secret: `IMPORT_TOKEN`. */
export const variableOf = (option: string): string => `IMPORT_${option.replaceAll("-", "_").toUpperCase()}`;
