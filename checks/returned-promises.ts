import { readFileSync } from 'node:fs';
import {
  type Expression,
  isFunctionLikeDeclaration,
  isReturnStatement,
  isTryStatement,
  isVariableStatement,
  type Node,
  NodeFlags,
  type SourceFile,
} from 'typescript/unstable/ast';
import { API, type Checker, type Type } from 'typescript/unstable/sync';

/** Only files with one of these are checked. */
const CONCERNED = /\busing\s+\w|\bfinally\b/;

/** A faulty return statement: the number of its line from 1, and its text. */
interface EarlyReturn {
  path: string;
  line: number;
  text: string;
}

/**
 * The returns of a promise without await, out of a block with `using` or `finally`: those run at once, before the
 * promise settles. `return await` waits for it. TypeScript is asked, because a call does not show that it returns a
 * promise.
 */
export function findEarlyReturns(paths: string[]): EarlyReturn[] {
  const concerned = paths.filter((path) => CONCERNED.test(readFileSync(path, 'utf8')));
  const api = new API();
  try {
    const snapshot = api.updateSnapshot({ openFiles: concerned });
    return concerned.flatMap((path) => {
      const project = snapshot.getDefaultProjectForFile(path);
      const source = project?.program.getSourceFile(path);
      if (!project || !source) throw new Error(`TypeScript does not know ${path}.`);
      return returnsOf(source)
        .filter(({ expression }) => isPromise(expression, project.checker))
        .map(({ node }) => ({ path, ...placeOf(node, source) }));
    });
  } finally {
    api.close();
  }
}

interface Return {
  node: Node;
  expression: Expression;
}

/** The returns out of such blocks, of any type. */
function returnsOf(source: SourceFile): Return[] {
  const found: Return[] = [];
  const look = (node: Node) => {
    if (isReturnStatement(node) && node.expression && leavesSomethingToDo(node))
      found.push({ node, expression: node.expression });
    node.forEachChild(look);
  };
  look(source);
  return found;
}

function leavesSomethingToDo(node: Node): boolean {
  for (let inner = node, outer = node.parent; outer; inner = outer, outer = outer.parent) {
    if (isFunctionLikeDeclaration(outer)) return false;
    if (isTryStatement(outer) && outer.finallyBlock && inner !== outer.finallyBlock) return true;
    const { statements = [] } = outer as { statements?: readonly Node[] };
    if (statements.slice(0, statements.indexOf(inner)).some(isUsing)) return true;
    const { initializer } = outer as { initializer?: Node };
    if (initializer && initializer !== inner && hasUsingFlag(initializer)) return true;
  }
  return false;
}

function isUsing(statement: Node): boolean {
  return isVariableStatement(statement) && hasUsingFlag(statement.declarationList);
}

// A const has one of the two bits of 'await using': only 'using' has the other one.
function hasUsingFlag({ flags }: Node): boolean {
  return (flags & NodeFlags.Using) !== 0;
}

function isPromise(expression: Expression, checker: Checker): boolean {
  const type = checker.getTypeAtLocation(expression);
  return type !== undefined && hasThen(type, checker);
}

function hasThen(type: Type, checker: Checker): boolean {
  if (type.isUnionType()) return type.getTypes().some((one) => hasThen(one, checker));
  return checker.getPropertyOfType(type, 'then') !== undefined;
}

function placeOf(node: Node, source: SourceFile): { line: number; text: string } {
  const before = source.text.slice(0, node.getStart(source));
  const [text = ''] = source.text.slice(before.length).split('\n');
  return { line: before.split('\n').length, text };
}
