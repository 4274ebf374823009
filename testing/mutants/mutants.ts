import ts from "typescript";

/** Where something begins and ends in a text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** One small change of a source, as somebody careless would make it. */
export interface Mutant extends Span {
  /** What was done, such as `< to <=`. */
  readonly operator: string;
  readonly replacement: string;
  /** An expression that is evaluated whenever what is changed is. */
  readonly evaluated: Span;
}

const { SyntaxKind } = ts;

/** What stands between two operands, and what is put there. */
const BINARY: Readonly<Partial<Record<ts.SyntaxKind, string>>> = {
  [SyntaxKind.LessThanToken]: "<=",
  [SyntaxKind.LessThanEqualsToken]: "<",
  [SyntaxKind.GreaterThanToken]: ">=",
  [SyntaxKind.GreaterThanEqualsToken]: ">",
  [SyntaxKind.EqualsEqualsEqualsToken]: "!==",
  [SyntaxKind.ExclamationEqualsEqualsToken]: "===",
  [SyntaxKind.AmpersandAmpersandToken]: "||",
  [SyntaxKind.BarBarToken]: "&&",
  [SyntaxKind.PlusToken]: "-",
  [SyntaxKind.MinusToken]: "+",
  [SyntaxKind.AsteriskToken]: "/",
  [SyntaxKind.SlashToken]: "*",
  [SyntaxKind.PlusEqualsToken]: "-=",
  [SyntaxKind.MinusEqualsToken]: "+=",
};

/** Every mutant of a source text, in the order of the text. Types, imports, texts and numbers of names are left alone. */
export function mutantsOf(text: string): readonly Mutant[] {
  const file = ts.createSourceFile("source.ts", text, ts.ScriptTarget.Latest, true);
  const found: Mutant[] = [];
  const spanOf = (node: ts.Node): Span => ({ start: node.getStart(file), end: node.end });
  const add = (operator: string, node: ts.Node, replacement: string, evaluated = node): void =>
    void found.push({ operator, ...spanOf(node), replacement, evaluated: spanOf(evaluated) });

  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node)) return;
    if (ts.isBinaryExpression(node)) {
      const { operatorToken } = node;
      const other = BINARY[operatorToken.kind];
      // A sum of texts has no difference.
      const joins = operatorToken.kind === SyntaxKind.PlusToken && isText(node);
      if (other !== undefined && !joins)
        add(`${operatorToken.getText(file)} to ${other}`, operatorToken, other, assigns(operatorToken) ? node.right : node.left);
    } else if (ts.isIfStatement(node)) {
      add("condition to true", node.expression, "true");
      add("condition to false", node.expression, "false");
    } else if (ts.isConditionalExpression(node)) {
      add("condition to true", node.condition, "true");
      add("condition to false", node.condition, "false");
    } else if (ts.isPrefixUnaryExpression(node) && node.operator === SyntaxKind.ExclamationToken) {
      add("! left out", node, node.operand.getText(file));
    } else if (node.kind === SyntaxKind.TrueKeyword) {
      add("true to false", node, "false");
    } else if (node.kind === SyntaxKind.FalseKeyword) {
      add("false to true", node, "true");
    } else if (ts.isExpressionStatement(node) && isCall(node.expression)) {
      add("call left out", node, ";", node.expression);
    } else if (ts.isNumericLiteral(node) && /^[0-2]$/.test(node.getText(file)) && !names(node)) {
      // Of larger ones many are sizes that nobody promised.
      add("number plus one", node, String(Number(node.getText(file)) + 1));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found.toSorted((one, other) => one.start - other.start);
}

/** A source with a mutant in it. */
export function mutated(text: string, { start, end, replacement }: Mutant): string {
  return text.slice(0, start) + replacement + text.slice(end);
}

/** The operators of `BINARY` whose left side is a place, not a value. */
function assigns({ kind }: ts.Node): boolean {
  return kind === SyntaxKind.PlusEqualsToken || kind === SyntaxKind.MinusEqualsToken;
}

/** A number that is the name of a property. */
function names(node: ts.Node): boolean {
  return (ts.isPropertyAssignment(node.parent) || ts.isEnumMember(node.parent)) && node.parent.name === node;
}

function isText(node: ts.Node): boolean {
  if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) return true;
  return ts.isBinaryExpression(node) && (isText(node.left) || isText(node.right));
}

/** A call whose value nobody takes. What is said to `super` is none: without it nothing would be made. */
function isCall(node: ts.Expression): boolean {
  const inner = ts.isAwaitExpression(node) || ts.isVoidExpression(node) ? node.expression : node;
  return ts.isCallExpression(inner) && inner.expression.kind !== SyntaxKind.SuperKeyword;
}
