import { child, children, getString, type SyntaxNode } from './syntax-tree.ts';

/** Where a name is bound, and to which property if it is destructured. */
export interface Binding {
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
