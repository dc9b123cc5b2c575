import { parseSync } from 'vite';

type Field = string | number | boolean | null | SyntaxNode | SyntaxNode[];

/** An ESTree node with its parent. */
export interface SyntaxNode {
  type: string;
  /** Offset into the source. */
  start: number;
  parent: SyntaxNode | null;
  fields: Record<string, Field>;
}

/** Parses TypeScript or TSX. Throws on syntax errors. */
export function parseSource(path: string, text: string): SyntaxNode {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors.map((error) => error.message).join('; ')}`);
  return convertNode(program, null);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function convertNode(raw: object, parent: SyntaxNode | null): SyntaxNode {
  const node: SyntaxNode = { type: '', start: 0, parent, fields: {} };
  for (const [name, value] of Object.entries(raw)) {
    if (name === 'type') node.type = String(value);
    else if (name === 'start') node.start = Number(value);
    else if (Array.isArray(value)) {
      node.fields[name] = value.filter(isRecord).map((item) => convertNode(item, node));
    } else if (isRecord(value) && typeof value.type === 'string')
      node.fields[name] = convertNode(value, node);
    // Template elements keep their text in an object without a type.
    else if (isRecord(value) && typeof value.cooked === 'string') node.fields.cooked = value.cooked;
    else if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
      node.fields[name] = value;
    }
  }
  return node;
}

export function child(node: SyntaxNode | null, field: string): SyntaxNode | null {
  const value = node?.fields[field];
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
}

export function children(node: SyntaxNode | null, field: string): SyntaxNode[] {
  const value = node?.fields[field];
  return Array.isArray(value) ? value : [];
}

export function getString(node: SyntaxNode | null, field: string): string | null {
  const value = node?.fields[field];
  return typeof value === 'string' ? value : null;
}

export function* walk(node: SyntaxNode): Generator<SyntaxNode> {
  yield node;
  for (const value of Object.values(node.fields)) {
    if (Array.isArray(value)) for (const item of value) yield* walk(item);
    else if (typeof value === 'object' && value !== null) yield* walk(value);
  }
}

/** The value of a string literal, or of a template without expressions. */
export function stringValue(node: SyntaxNode | null): string | null {
  if (node?.type === 'Literal') return getString(node, 'value');
  if (node?.type === 'TemplateLiteral' && children(node, 'expressions').length === 0)
    return quasiTexts(node)[0] ?? '';
  return null;
}

export function quasiTexts(template: SyntaxNode): string[] {
  return children(template, 'quasis').map((quasi) => getString(quasi, 'cooked') ?? '');
}
