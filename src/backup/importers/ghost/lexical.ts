import { escapeHtml, escapeHtmlAttribute } from '#platform/escape-html.ts';
import { parseJson } from '#platform/json.ts';
import type { Losses } from '../foreign-site.ts';
import { renderCard } from './cards.ts';

interface LexicalNode {
  type?: unknown;
  children?: unknown;
  text?: unknown;
  format?: unknown;
  tag?: unknown;
  listType?: unknown;
  url?: unknown;
  [key: string]: unknown;
}

const depthMax = 50;

const formats: readonly [number, string][] = [
  [1, 'strong'],
  [2, 'em'],
  [4, 's'],
  [8, 'u'],
  [16, 'code'],
  [32, 'sub'],
  [64, 'sup'],
  [128, 'mark'],
];

/** The documents of Ghost 5 and later. Null if it isn't one. */
export function lexicalToHtml(json: string, losses: Losses): string | null {
  const root = parseRoot(json);
  return root && renderChildren(root, losses, 0);
}

function parseRoot(json: string): LexicalNode | null {
  const { root } = (parseJson(json) ?? {}) as { root?: unknown };
  return typeof root === 'object' ? (root as LexicalNode | null) : null;
}

function renderChildren({ children }: LexicalNode, losses: Losses, depth: number): string {
  if (!Array.isArray(children) || depth > depthMax) return '';
  return children
    .filter((child) => typeof child === 'object' && child !== null)
    .map((child) => renderNode(child as LexicalNode, losses, depth + 1))
    .join('');
}

function renderNode(node: LexicalNode, losses: Losses, depth: number): string {
  const inner = () => renderChildren(node, losses, depth);
  switch (node.type) {
    case 'text':
    case 'extended-text':
    case 'tk':
      return renderText(node);
    case 'linebreak':
      return '<br>';
    case 'tab':
      return ' ';
    case 'zwnj':
    case 'paywall':
      return '';
    case 'paragraph':
      return `<p>${inner()}</p>`;
    case 'heading':
    case 'extended-heading': {
      const tag = /^h[1-6]$/.test(String(node.tag)) ? node.tag : 'h2';
      return `<${tag}>${inner()}</${tag}>`;
    }
    case 'quote':
    case 'extended-quote':
    case 'aside':
      return `<blockquote><p>${inner()}</p></blockquote>`;
    case 'list': {
      const tag = node.listType === 'number' ? 'ol' : 'ul';
      const start =
        tag === 'ol' && Number.isInteger(node.start) && node.start !== 1 ? ` start="${node.start}"` : '';
      return `<${tag}${start}>${inner()}</${tag}>`;
    }
    case 'listitem':
      return `<li>${inner()}</li>`;
    case 'link':
    case 'autolink':
    case 'at-link':
      return `<a href="${escapeHtmlAttribute(String(node.url ?? ''))}">${inner()}</a>`;
    default:
      return renderCard(String(node.type ?? ''), node, losses) + inner();
  }
}

function renderText({ text, format }: LexicalNode): string {
  const bits = typeof format === 'number' ? format : 0;
  return formats
    .filter(([bit]) => (bits & bit) !== 0)
    .reduce((html, [, tag]) => `<${tag}>${html}</${tag}>`, escapeHtml(String(text ?? '')));
}
