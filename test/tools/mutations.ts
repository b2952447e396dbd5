import { spawnSync } from "node:child_process";
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import ts from "typescript";
import { seededRandom } from "../signals/random.js";

/**
 * Changes one place of the source at a time, and counts how many of these mutants the tests near it notice:
 * `npm run mutations -- --sample 100 --seed 1 src/services src/domain src/composition`.
 *
 * The tests near a file are those that import it, and those of the folder of `test/` that mirrors its own. A mutant that they do
 * not notice may be noticed by others: the score is a lower bound.
 */

/** The longest that the tests of a mutant may take: one that runs longer has noticed it. */
const LIMIT_MILLISECONDS = 120_000;

/** Operators, and what stands in their place. */
const OPERATORS = new Map<ts.SyntaxKind, string>([
  [ts.SyntaxKind.EqualsEqualsEqualsToken, "!=="],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, "==="],
  [ts.SyntaxKind.LessThanToken, "<="],
  [ts.SyntaxKind.LessThanEqualsToken, "<"],
  [ts.SyntaxKind.GreaterThanToken, ">="],
  [ts.SyntaxKind.GreaterThanEqualsToken, ">"],
  [ts.SyntaxKind.AmpersandAmpersandToken, "||"],
  [ts.SyntaxKind.BarBarToken, "&&"],
  [ts.SyntaxKind.PlusToken, "-"],
  [ts.SyntaxKind.MinusToken, "+"],
  [ts.SyntaxKind.AsteriskToken, "/"],
  [ts.SyntaxKind.SlashToken, "*"],
]);

/** A change of a file. */
interface Mutant {
  readonly path: string;
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly before: string;
  readonly after: string;
}

function filesBelow(folder: string, isWanted: (path: string) => boolean): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => join(folder, path))
    .filter(isWanted)
    .sort();
}

function mutantsOf(path: string): readonly Mutant[] {
  const text = readFileSync(path, "utf8");
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const mutants: Mutant[] = [];
  const add = (node: ts.Node, after: string): void => {
    const [start, end] = [node.getStart(file), node.getEnd()];
    const line = file.getLineAndCharacterOfPosition(start).line + 1;
    mutants.push({ path, line, start, end, before: text.slice(start, end), after });
  };
  const visit = (node: ts.Node): void => {
    // What no test can notice: types, and the words of messages and decorators.
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isDecorator(node)) return;
    if (ts.isBinaryExpression(node)) {
      const other = OPERATORS.get(node.operatorToken.kind);
      const isText = [node.left, node.right].some(ts.isStringLiteralLike);
      if (other !== undefined && !isText) add(node.operatorToken, other);
    }
    if (ts.isIfStatement(node) || ts.isWhileStatement(node)) {
      add(node.expression, `!(${node.expression.getText(file)})`);
    }
    if (ts.isConditionalExpression(node)) {
      add(node.condition, `!(${node.condition.getText(file)})`);
    }
    if (ts.isExpressionStatement(node) && isCall(node.expression)) add(node, ";");
    if (node.kind === ts.SyntaxKind.TrueKeyword) add(node, "false");
    if (node.kind === ts.SyntaxKind.FalseKeyword) add(node, "true");
    if (ts.isNumericLiteral(node)) add(node, `(${node.text} + 1)`);
    if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
      add(node, node.operand.getText(file));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return mutants;
}

/** Whether an expression is a call, also one that is waited for; that of a constructor above it is none. */
function isCall(expression: ts.Expression): boolean {
  const called = ts.isAwaitExpression(expression) ? expression.expression : expression;
  return ts.isCallExpression(called) && called.expression.kind !== ts.SyntaxKind.SuperKeyword;
}

/** Returns the tests near each file, by the paths that tests import. */
function testsByImport(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const test of filesBelow("test", (path) => path.endsWith(".test.ts"))) {
    if (/^test\/(?:tools|web|generated)\//.test(test)) continue;
    const text = readFileSync(test, "utf8");
    for (const [, specifier = ""] of text.matchAll(/from "(\.[^"]+)\.js"/g)) {
      const imported = `${relative(".", resolve(dirname(test), specifier))}.ts`;
      found.set(imported, [...(found.get(imported) ?? []), test]);
    }
  }
  return found;
}

function testsNear(
  path: string,
  byImport: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  const mirrored = dirname(path).replace(/^src\//, "test/");
  let beside: readonly string[] = [];
  try {
    beside = readdirSync(mirrored)
      .filter((name) => name.endsWith(".test.ts"))
      .map((name) => join(mirrored, name));
  } catch {
    // No folder mirrors this one.
  }
  return [...new Set([...(byImport.get(path) ?? []), ...beside])];
}

/** Returns whether tests notice a mutant: they fail, or run too long. */
function isNoticed({ path, start, end, after }: Mutant, tests: readonly string[]): boolean {
  const text = readFileSync(path, "utf8");
  writeFileSync(path, text.slice(0, start) + after + text.slice(end));
  try {
    const jest = ["--import", "./src/build/typescript.js", "node_modules/jest/bin/jest.js"];
    const { status } = spawnSync(
      process.execPath,
      [...jest, "--bail", "--silent", "--runTestsByPath", ...tests],
      { stdio: "ignore", timeout: LIMIT_MILLISECONDS, killSignal: "SIGKILL" },
    );
    return status !== 0;
  } finally {
    writeFileSync(path, text);
  }
}

/** Returns the interval in which a share lies with a probability of 95 %. Source: E. B. Wilson, JASA 22, 1927. */
function intervalOf(count: number, of: number): readonly [number, number] {
  const z = 1.96;
  const share = count / of;
  const middle = (share + (z * z) / (2 * of)) / (1 + (z * z) / of);
  const half =
    (z / (1 + (z * z) / of)) * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of));
  return [middle - half, middle + half];
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: "string", default: "50" },
    seed: { type: "string", default: "1" },
    /** Receives a line for each survivor. */
    survivors: { type: "string" },
  },
});
const changed = spawnSync("git", ["status", "--porcelain", "src"], { encoding: "utf8" }).stdout;
if (changed !== "")
  throw new Error("Commit the changes below src first: mutants are written there.");
const folders =
  positionals.length > 0 ? positionals : ["src/services", "src/domain", "src/composition"];
const files = folders.flatMap((folder) => filesBelow(folder, (path) => path.endsWith(".ts")));
const all = files.flatMap(mutantsOf);
const random = seededRandom(Number(values.seed));
const drawn = all
  .map((mutant) => ({ mutant, place: random() }))
  .sort((one, other) => one.place - other.place)
  .slice(0, Number(values.sample))
  .map(({ mutant }) => mutant);
const byImport = testsByImport();
let [noticed, tried] = [0, 0];
for (const mutant of drawn) {
  const tests = testsNear(mutant.path, byImport);
  const isKilled = tests.length > 0 && isNoticed(mutant, tests);
  tried += 1;
  if (isKilled) noticed += 1;
  const what = `${mutant.before.replaceAll(/\s+/g, " ")} -> ${mutant.after.replaceAll(/\s+/g, " ")}`;
  const line = `${mutant.path}:${mutant.line}: ${what} (${tests.length} test files)`;
  process.stdout.write(`${isKilled ? "noticed " : "SURVIVED"} ${line}\n`);
  if (!isKilled && values.survivors !== undefined) appendFileSync(values.survivors, `${line}\n`);
}
const [low, high] = intervalOf(noticed, tried).map((share) => (100 * share).toFixed(0));
process.stdout.write(
  `${noticed} of ${tried} noticed by the tests near them (${low} to ${high} %), of ${all.length} mutants in ${files.length} files\n`,
);
