import { posix } from 'node:path';
import { child, children, getString, type SyntaxNode, stringValue, walk } from './syntax-tree.ts';

/** By path below `src`. */
export type Sources = ReadonlyMap<string, SyntaxNode>;

/**
 * Returns every key that an expression can evaluate to, or null if it is neither a literal nor read from a
 * table whose type contains `MessageKey`. `property` restricts a table to one column.
 */
export function resolveKeys(
  sources: Sources,
  path: string,
  node: SyntaxNode | null,
  property: string | null = null,
): readonly string[] | null {
  const from = (next: SyntaxNode | null, column = property) => resolveKeys(sources, path, next, column);
  const literal = property === null ? stringValue(node) : null;
  if (literal !== null) return [literal];
  switch (node?.type) {
    case 'ConditionalExpression':
      return union(from(child(node, 'consequent')), from(child(node, 'alternate')));
    case 'LogicalExpression':
      return union(from(child(node, 'left')), from(child(node, 'right')));
    case 'TSSatisfiesExpression':
      return hasMessageKeyType(node) ? readColumn(node, property) : from(child(node, 'expression'));
    case 'TSAsExpression':
    case 'ParenthesizedExpression':
    case 'ChainExpression':
      return from(child(node, 'expression'));
    case 'MemberExpression':
      return from(child(node, 'object'), memberName(node) ?? property);
    case 'CallExpression':
      return child(node, 'callee')?.type === 'MemberExpression'
        ? from(child(child(node, 'callee'), 'object'))
        : null;
    case 'Identifier':
      return resolveNameKeys(sources, path, node, property);
    default:
      return null;
  }
}

function resolveNameKeys(sources: Sources, path: string, node: SyntaxNode, property: string | null) {
  const binding = findBinding(getString(node, 'name') ?? '', node);
  if (!binding) return null;
  const column = binding.property ?? property;
  switch (binding.kind) {
    case 'const': {
      const init = child(binding.node, 'init');
      if (hasMessageKeyType(child(binding.node, 'id')) && init) return readColumn(init, column);
      return resolveKeys(sources, path, init, column);
    }
    case 'item':
      return resolveKeys(sources, path, child(binding.node, 'right'), column);
    case 'parameter': {
      const callee = child(binding.node.parent?.parent ?? null, 'callee');
      return callee?.type === 'MemberExpression'
        ? resolveKeys(sources, path, child(callee, 'object'), column)
        : null;
    }
    case 'import': {
      const target = resolveImport(path, getString(child(binding.node, 'source'), 'value') ?? '');
      const body = sources.get(target);
      const first = children(body ?? null, 'body')[0];
      if (!first || binding.property === null) return null;
      const name: SyntaxNode = { type: 'Identifier', parent: first, name: binding.property };
      return resolveKeys(sources, target, name, property);
    }
  }
}

function resolveImport(path: string, target: string): string {
  return target.startsWith('#') ? target.slice(1) : posix.join(posix.dirname(path), target);
}

function memberName(node: SyntaxNode): string | null {
  return node.computed === true ? null : getString(child(node, 'property'), 'name');
}

function union(left: readonly string[] | null, right: readonly string[] | null): readonly string[] | null {
  return left && right && [...left, ...right];
}

/** The strings of a table, or of the column only if the table has it. */
function readColumn(table: SyntaxNode, column: string | null): string[] {
  const values = tableEntries(table);
  const named = column === null ? [] : values.filter((entry) => entry.name === column);
  return (named.length > 0 ? named : values).map((entry) => entry.value);
}

function tableEntries(table: SyntaxNode): { name: string | null; value: string }[] {
  return [...walk(table)].flatMap((node) => {
    const value = stringValue(node);
    const { parent } = node;
    if (value === null || parent?.type.startsWith('TS')) return [];
    if (parent?.type !== 'Property') return [{ name: null, value }];
    if (child(parent, 'value') !== node) return [];
    return [{ name: getString(child(parent, 'key'), 'name'), value }];
  });
}

/** Whether the type annotation contains MessageKey, directly or through a type of the same file. */
function hasMessageKeyType(node: SyntaxNode | null): boolean {
  return namesIn(child(node, 'typeAnnotation')).some(
    (name) => name === 'MessageKey' || namesIn(findType(name, node)).includes('MessageKey'),
  );
}

function namesIn(node: SyntaxNode | null): string[] {
  return node ? [...walk(node)].flatMap((part) => getString(part, 'name') ?? []) : [];
}

function findType(name: string, from: SyntaxNode | null): SyntaxNode | null {
  let file = from;
  while (file?.parent) file = file.parent;
  const declarations = children(file, 'body').map(
    (statement) => child(statement, 'declaration') ?? statement,
  );
  return (
    declarations.find(
      (node) =>
        /^TS(Interface|TypeAlias)Declaration$/.test(node.type) &&
        getString(child(node, 'id'), 'name') === name,
    ) ?? null
  );
}

/** The strings of all key tables in a source, including strings that are no keys, such as ids. */
export function tableStrings(source: SyntaxNode): string[] {
  return [...walk(source)].flatMap((node) => {
    if (node.type === 'TSSatisfiesExpression' && hasMessageKeyType(node)) return readColumn(node, null);
    if (node.type !== 'VariableDeclarator' || !hasMessageKeyType(child(node, 'id'))) return [];
    const init = child(node, 'init');
    return init ? readColumn(init, null) : [];
  });
}

/** Where a name is bound, and to which property if it is destructured. */
interface Binding {
  kind: 'const' | 'parameter' | 'item' | 'import';
  node: SyntaxNode;
  property: string | null;
}

export function findBinding(name: string, from: SyntaxNode): Binding | null {
  for (let node = from.parent; node; node = node.parent) {
    const found = bindingIn(node, name);
    if (found) return found;
  }
  return null;
}

function bindingIn(node: SyntaxNode, name: string): Binding | null {
  if (/Function/.test(node.type)) {
    for (const parameter of children(node, 'params')) {
      const property = matchPattern(parameter, name);
      if (property !== undefined) return { kind: 'parameter', node: parameter, property };
    }
  }
  if (node.type === 'ForOfStatement') {
    for (const declarator of children(child(node, 'left'), 'declarations')) {
      const property = matchPattern(child(declarator, 'id'), name);
      if (property !== undefined) return { kind: 'item', node, property };
    }
  }
  for (const statement of children(node, 'body')) {
    const found = declaredBy(statement, name);
    if (found) return found;
  }
  return null;
}

function declaredBy(statement: SyntaxNode, name: string): Binding | null {
  if (statement.type === 'ImportDeclaration') {
    for (const specifier of children(statement, 'specifiers')) {
      if (getString(child(specifier, 'local'), 'name') !== name) continue;
      return { kind: 'import', node: statement, property: getString(child(specifier, 'imported'), 'name') };
    }
    return null;
  }
  const declaration = statement.type.startsWith('Export') ? child(statement, 'declaration') : statement;
  for (const declarator of children(declaration, 'declarations')) {
    const property = matchPattern(child(declarator, 'id'), name);
    if (property !== undefined) return { kind: 'const', node: declarator, property };
  }
  return null;
}

/** null: the pattern is the name itself. A string: the destructured property. undefined: no match. */
function matchPattern(pattern: SyntaxNode | null, name: string): string | null | undefined {
  if (getString(pattern, 'name') === name) return null;
  if (pattern?.type === 'AssignmentPattern') return matchPattern(child(pattern, 'left'), name);
  if (pattern?.type === 'ArrayPattern') {
    return children(pattern, 'elements').some((element) => getString(element, 'name') === name)
      ? null
      : undefined;
  }
  for (const property of children(pattern, 'properties')) {
    const value = child(property, 'value');
    const target = value?.type === 'AssignmentPattern' ? child(value, 'left') : value;
    if (getString(target, 'name') === name) return getString(child(property, 'key'), 'name');
  }
  return undefined;
}
