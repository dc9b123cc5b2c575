import type { Sources } from './message-keys.ts';
import { child, getString, quasiTexts, type SyntaxNode, walk } from './syntax-tree.ts';

/** Attributes whose text is shown or read aloud. The last five belong to our own components. */
const readAttributes =
  /^(aria-(label|description|roledescription|valuetext|placeholder)|title|placeholder|alt|label|heading|description|summary|text|message)$/;
const names = /\b(Unspool|Threads|Meta)\b/g;
/** Two words or more, the first one capitalized. */
const sentence = /^\p{Lu}[\p{L}'’]*,? [\p{L}\d'’ ,.!?:-]*\p{L}/u;

export function findTextInComponents(sources: Sources): string[] {
  return [...sources].flatMap(([path, source]) => {
    if (!/^web\/.*\.tsx$/.test(path)) return [];
    return [...walk(source)].flatMap((node) =>
      writtenTexts(node)
        .filter((text) => /\p{L}/u.test(text.replace(/&#?\w+;/g, '').replace(names, '')))
        .map((text) => `${path}: text in a component: ${JSON.stringify(text.trim().replace(/\s+/g, ' '))}`),
    );
  });
}

function writtenTexts(node: SyntaxNode): string[] {
  if (node.type === 'JSXText') return [getString(node, 'value') ?? ''];
  if (node.type === 'JSXExpressionContainer' && node.parent?.type !== 'JSXAttribute') {
    return literalTexts(child(node, 'expression'));
  }
  if (node.type === 'JSXAttribute' && readAttributes.test(getString(child(node, 'name'), 'name') ?? '')) {
    const value = child(node, 'value');
    return literalTexts(value?.type === 'JSXExpressionContainer' ? child(value, 'expression') : value);
  }
  if (node.type === 'Literal' && isPlainValue(node)) {
    const text = getString(node, 'value') ?? '';
    return sentence.test(text) ? [text] : [];
  }
  return [];
}

/** All strings that an expression can evaluate to. */
function literalTexts(node: SyntaxNode | null): string[] {
  switch (node?.type) {
    case 'Literal':
      return [getString(node, 'value') ?? ''];
    case 'TemplateLiteral':
      return quasiTexts(node);
    case 'ConditionalExpression':
      return [...literalTexts(child(node, 'consequent')), ...literalTexts(child(node, 'alternate'))];
    case 'LogicalExpression':
    case 'BinaryExpression':
      return /^[=!<>]/.test(getString(node, 'operator') ?? '')
        ? []
        : [...literalTexts(child(node, 'left')), ...literalTexts(child(node, 'right'))];
    default:
      return [];
  }
}

/** Excludes strings in JSX, which the caller handles, and messages of thrown errors. */
function isPlainValue(node: SyntaxNode): boolean {
  if (node.parent?.type === 'JSXExpressionContainer' || node.parent?.type === 'JSXAttribute') return false;
  for (let { parent } = node; parent; { parent } = parent) {
    if (parent.type === 'NewExpression' && /Error$/.test(getString(child(parent, 'callee'), 'name') ?? ''))
      return false;
    if (parent.type === 'JSXExpressionContainer') return false;
  }
  return true;
}
