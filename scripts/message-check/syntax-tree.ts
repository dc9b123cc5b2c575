import { parseSync } from 'vite';

/** An ESTree node with its parent. */
export interface SyntaxNode {
  type: string;
  parent: SyntaxNode | null;
  [field: string]: unknown;
}

/** Parses TypeScript or TSX. Throws on syntax errors. */
export function parseSource(path: string, text: string): SyntaxNode {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors.map((error) => error.message).join('; ')}`);
  const root = { ...program, parent: null };
  for (const node of walk(root)) for (const inner of childNodes(node)) inner.parent = node;
  return root;
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function childNodes(node: SyntaxNode): SyntaxNode[] {
  const fields = Object.entries(node).filter(([name]) => name !== 'parent');
  return fields.flatMap(([, value]) => (Array.isArray(value) ? value : [value])).filter(isNode);
}

export function child(node: SyntaxNode | null, field: string): SyntaxNode | null {
  const value = node?.[field];
  return isNode(value) ? value : null;
}

export function children(node: SyntaxNode | null, field: string): SyntaxNode[] {
  const value = node?.[field];
  return Array.isArray(value) ? value.filter(isNode) : [];
}

export function getString(node: SyntaxNode | null, field: string): string | null {
  const value = node?.[field];
  return typeof value === 'string' ? value : null;
}

export function* walk(node: SyntaxNode): Generator<SyntaxNode> {
  yield node;
  for (const inner of childNodes(node)) yield* walk(inner);
}

/** The value of a string literal, or of a template without expressions. */
export function stringValue(node: SyntaxNode | null): string | null {
  if (node?.type === 'Literal') return getString(node, 'value');
  if (node?.type === 'TemplateLiteral' && children(node, 'expressions').length === 0)
    return quasiTexts(node)[0] ?? '';
  return null;
}

export function quasiTexts(template: SyntaxNode): string[] {
  return children(template, 'quasis').map(({ value }) => (value as { cooked: string | null }).cooked ?? '');
}
