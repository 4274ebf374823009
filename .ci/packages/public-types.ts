import ts from "typescript";
import { join, resolve } from "node:path";
import { ROOT } from "./packed.ts";

/** What an editor cannot say of a public type: where, and what is missing. */
export interface TypeProblem {
  /** `Inventory.pools`, `PoolsOperations.allocate(input)`. */
  readonly place: string;
  readonly problem: "has no documentation" | "has no named type" | "does not take undefined";
}

/**
 * What the language service would show a program nothing of: exported names, and the members, parameters and results of their types, that
 * have no documentation, or whose type is written out where it is used in place of having a name; and optional members of options that do
 * not take `undefined`.
 *
 * @param entry file that has the exports; from the root of the repository unless it is absolute
 */
export function typeProblems(entry: string): readonly TypeProblem[] {
  const program = programOf(entry);
  return new Reader(program).of(moduleOf(program, entry));
}

/**
 * Types that a program cannot name where its compiler writes declarations (TS2742, TS2883): no export of the entry is the type itself. An
 * alias of it (`export type Device = …`) does not count.
 *
 * @param entry file that has the exports @param declaring file that declares the types; both from the root of the repository
 */
export function typesWithoutExport(entry: string, declaring: string): readonly string[] {
  const program = programOf(entry);
  const checker = program.getTypeChecker();
  const exportsOf = (file: string): readonly ts.Symbol[] => checker.getExportsOfModule(moduleOf(program, file));
  const named = new Set(exportsOf(entry).map((symbol) => targetOf(checker, symbol)));
  return exportsOf(declaring).flatMap((symbol) => (named.has(targetOf(checker, symbol)) ? [] : [symbol.name]));
}

const targetOf = (checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol =>
  symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;

function programOf(entry: string): ts.Program {
  const { config } = ts.readConfigFile(join(ROOT, "tsconfig.base.json"), (path) => ts.sys.readFile(path)) as {
    config: { compilerOptions: object };
  };
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, ROOT);
  return ts.createProgram([resolve(ROOT, entry)], options);
}

function moduleOf(program: ts.Program, file: string): ts.Symbol {
  const source = program.getSourceFile(resolve(ROOT, file));
  const module = source && program.getTypeChecker().getSymbolAtLocation(source);
  if (module === undefined) throw new Error(`${file} exports nothing`);
  return module;
}

class Reader {
  readonly #checker: ts.TypeChecker;
  readonly #program: ts.Program;
  readonly #problems = new Map<string, TypeProblem>();

  constructor(program: ts.Program) {
    this.#program = program;
    this.#checker = program.getTypeChecker();
  }

  of(module: ts.Symbol): readonly TypeProblem[] {
    for (const exported of this.#checker.getExportsOfModule(module)) {
      this.#exported(exported.name, targetOf(this.#checker, exported));
    }
    return [...this.#problems.values()];
  }

  #exported(name: string, symbol: ts.Symbol): void {
    this.#mustBeDocumented(name, symbol);
    const { flags } = symbol;
    if (flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.Class | ts.SymbolFlags.TypeAlias)) this.#members(name, symbol);
    if (flags & ts.SymbolFlags.Function) this.#calls(name, this.#checker.getTypeOfSymbol(symbol));
  }

  #members(name: string, symbol: ts.Symbol): void {
    const type = this.#checker.getDeclaredTypeOfSymbol(symbol);
    // A union has its members from elsewhere, and a mapped type makes them of another.
    if (type.isUnion() || !(type.flags & ts.TypeFlags.Object)) return;
    for (const member of type.getProperties()) {
      const declaration = member.declarations?.find((one) => this.#isOurs(one));
      if (declaration === undefined || isHidden(declaration)) continue;
      const place = `${name}.${member.name}`;
      if (name.endsWith("Options") && !this.#takesUndefined(declaration)) this.#add({ place, problem: "does not take undefined" });
      this.#mustBeDocumented(place, member);
      const memberType = this.#checker.getNonNullableType(this.#checker.getTypeOfSymbol(member));
      if (memberType.getCallSignatures().length > 0) this.#calls(place, memberType);
      else this.#mustBeNamed(place, declaration);
    }
  }

  /** With exactOptionalPropertyTypes, an option that is left out does not take `undefined` unless its type says so. */
  #takesUndefined(declaration: ts.Declaration): boolean {
    if (!ts.isPropertySignature(declaration) || declaration.questionToken === undefined || declaration.type === undefined) return true;
    const type = this.#checker.getTypeFromTypeNode(declaration.type);
    return [type, ...(type.isUnion() ? type.types : [])].some(({ flags }) => (flags & ts.TypeFlags.Undefined) !== 0);
  }

  #calls(place: string, type: ts.Type): void {
    for (const signature of type.getCallSignatures()) {
      const declaration = signature.getDeclaration();
      if (!this.#isOurs(declaration)) continue;
      for (const parameter of declaration.parameters) this.#mustBeNamed(`${place}(${parameter.name.getText()})`, parameter);
      this.#mustBeNamed(`${place}()`, declaration);
    }
  }

  #mustBeDocumented(place: string, symbol: ts.Symbol): void {
    if (ts.displayPartsToString(symbol.getDocumentationComment(this.#checker)).trim() !== "") return;
    if (symbol.getJsDocTags(this.#checker).length > 0) return;
    this.#add({ place, problem: "has no documentation" });
  }

  /** What is said of a type must have a name wherever it has fields; a table of values needs none. */
  #mustBeNamed(place: string, declaration: ts.Node): void {
    const type = (declaration as { readonly type?: ts.TypeNode }).type;
    if (type !== undefined && hasFields(type)) this.#add({ place, problem: "has no named type" });
  }

  #isOurs(declaration: ts.Node | undefined): boolean {
    return (
      declaration !== undefined &&
      !this.#program.isSourceFileFromExternalLibrary(declaration.getSourceFile()) &&
      !this.#program.isSourceFileDefaultLibrary(declaration.getSourceFile())
    );
  }

  #add(problem: TypeProblem): void {
    this.#problems.set(`${problem.place} ${problem.problem}`, problem);
  }
}

/** Whether fields are written out anywhere in a type. */
function hasFields(type: ts.Node): boolean {
  return ts.isTypeLiteralNode(type)
    ? type.members.some((member) => !ts.isIndexSignatureDeclaration(member))
    : (ts.forEachChild(type, hasFields) ?? false);
}

/** Private members, and fields of types that are inferred from a schema: what these are the schema itself says. */
function isHidden(declaration: ts.Declaration): boolean {
  if (ts.isPropertyAssignment(declaration) || ts.isShorthandPropertyAssignment(declaration)) return true;
  if (ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Private) return true;
  const name = ts.getNameOfDeclaration(declaration);
  // Tables are looked things up in by names of operations, codes and events, which are documented where they are declared.
  return name !== undefined && (ts.isPrivateIdentifier(name) || (ts.isStringLiteral(name) && name.text.includes(".")));
}
