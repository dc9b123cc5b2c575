import { posix } from 'node:path';
import { findBinding } from './bindings.ts';
import { child, children, type SyntaxNode, stringValue, textOf, walk } from './syntax-tree.ts';

/** Parsed sources by their path below `src`. */
export type Sources = ReadonlyMap<string, SyntaxNode>;

/**
 * Every key an expression can give, or null where that can not be told from the source: it is neither a literal nor
 * taken from a table that satisfies a type with `MessageKey` in it. `property` narrows a table to one of its columns.
 */
export function keysOf(
  sources: Sources,
  path: string,
  node: SyntaxNode | null,
  property: string | null = null,
): readonly string[] | null {
  const from = (next: SyntaxNode | null, column = property) => keysOf(sources, path, next, column);
  const literal = property === null ? stringValue(node) : null;
  if (literal !== null) return [literal];
  switch (node?.type) {
    case 'ConditionalExpression':
      return union(from(child(node, 'consequent')), from(child(node, 'alternate')));
    case 'LogicalExpression':
      return union(from(child(node, 'left')), from(child(node, 'right')));
    case 'TSSatisfiesExpression':
      return saysMessageKey(node) ? columnOf(node, property) : from(child(node, 'expression'));
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
      return keysOfName(sources, path, node, property);
    default:
      return null;
  }
}

function keysOfName(sources: Sources, path: string, node: SyntaxNode, property: string | null) {
  const binding = findBinding(textOf(node, 'name') ?? '', node);
  if (!binding) return null;
  const column = binding.property ?? property;
  switch (binding.kind) {
    case 'const': {
      const init = child(binding.node, 'init');
      if (saysMessageKey(child(binding.node, 'id')) && init) return columnOf(init, column);
      return keysOf(sources, path, init, column);
    }
    case 'item':
      return keysOf(sources, path, child(binding.node, 'right'), column);
    case 'parameter': {
      const callee = child(binding.node.parent?.parent ?? null, 'callee');
      return callee?.type === 'MemberExpression'
        ? keysOf(sources, path, child(callee, 'object'), column)
        : null;
    }
    case 'import': {
      const target = resolveImport(path, textOf(child(binding.node, 'source'), 'value') ?? '');
      const body = sources.get(target);
      const first = children(body ?? null, 'body')[0];
      if (!first || binding.property === null) return null;
      const name: SyntaxNode = {
        type: 'Identifier',
        start: 0,
        parent: first,
        fields: { name: binding.property },
      };
      return keysOf(sources, target, name, property);
    }
  }
}

function resolveImport(path: string, target: string): string {
  return target.startsWith('#') ? target.slice(1) : posix.join(posix.dirname(path), target);
}

function memberName(node: SyntaxNode): string | null {
  return node.fields.computed === true ? null : textOf(child(node, 'property'), 'name');
}

function union(left: readonly string[] | null, right: readonly string[] | null): readonly string[] | null {
  return left && right && [...left, ...right];
}

/** The strings of a table; of those objects in it that have the column, only that column. */
function columnOf(table: SyntaxNode, column: string | null): string[] {
  const values = tableEntries(table);
  const named = values.filter((entry) => entry.name === column);
  return (named.length > 0 ? named : values).map((entry) => entry.value);
}

function tableEntries(table: SyntaxNode): { name: string | null; value: string }[] {
  return [...walk(table)].flatMap((node) => {
    const value = stringValue(node);
    const { parent } = node;
    if (value === null || parent?.type.startsWith('TS')) return [];
    if (parent?.type !== 'Property') return [{ name: null, value }];
    if (child(parent, 'value') !== node) return [];
    return [{ name: textOf(child(parent, 'key'), 'name'), value }];
  });
}

/** True where the type after `satisfies`, or after the name, has MessageKey in it, itself or in a type of the same file. */
function saysMessageKey(node: SyntaxNode | null): boolean {
  return namesIn(child(node, 'typeAnnotation')).some(
    (name) => name === 'MessageKey' || namesIn(findType(name, node)).includes('MessageKey'),
  );
}

function namesIn(node: SyntaxNode | null): string[] {
  return node ? [...walk(node)].flatMap((part) => textOf(part, 'name') ?? []) : [];
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
        /^TS(Interface|TypeAlias)Declaration$/.test(node.type) && textOf(child(node, 'id'), 'name') === name,
    ) ?? null
  );
}

/** The strings of every table of keys in a source. Those that are no keys, such as ids beside them, are among them. */
export function tableStrings(source: SyntaxNode): string[] {
  return [...walk(source)].flatMap((node) => {
    if (node.type === 'TSSatisfiesExpression' && saysMessageKey(node)) return columnOf(node, null);
    if (node.type !== 'VariableDeclarator' || !saysMessageKey(child(node, 'id'))) return [];
    const init = child(node, 'init');
    return init ? columnOf(init, null) : [];
  });
}
