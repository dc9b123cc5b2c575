import type { Sources } from './message-keys.ts';
import { child, quasiTexts, type SyntaxNode, textOf, walk } from './syntax-tree.ts';

/** Attributes whose text a visitor reads or hears; the last five are those of components of ours. */
const readAttributes =
  /^(aria-(label|description|roledescription|valuetext|placeholder)|title|placeholder|alt|label|heading|description|summary|text|message)$/;
/** Names that no language translates. */
const names = /\b(Unspool|Threads|Meta)\b/g;
/** Two words or more, the first with a capital: a sentence, wherever it stands. */
const sentence = /^\p{Lu}[\p{L}'’]*,? [\p{L}\d'’ ,.!?:-]*\p{L}/u;

/** Text that a component writes itself instead of asking for a message. */
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
  if (node.type === 'JSXText') return [textOf(node, 'value') ?? ''];
  if (node.type === 'JSXExpressionContainer' && node.parent?.type !== 'JSXAttribute') {
    return literalTexts(child(node, 'expression'));
  }
  if (node.type === 'JSXAttribute' && readAttributes.test(textOf(child(node, 'name'), 'name') ?? '')) {
    const value = child(node, 'value');
    return literalTexts(value?.type === 'JSXExpressionContainer' ? child(value, 'expression') : value);
  }
  if (node.type === 'Literal' && isPlainValue(node)) {
    const text = textOf(node, 'value') ?? '';
    return sentence.test(text) ? [text] : [];
  }
  return [];
}

/** The strings an expression may show. */
function literalTexts(node: SyntaxNode | null): string[] {
  switch (node?.type) {
    case 'Literal':
      return [textOf(node, 'value') ?? ''];
    case 'TemplateLiteral':
      return quasiTexts(node);
    case 'ConditionalExpression':
      return [...literalTexts(child(node, 'consequent')), ...literalTexts(child(node, 'alternate'))];
    case 'LogicalExpression':
    case 'BinaryExpression':
      return /^[=!<>]/.test(textOf(node, 'operator') ?? '')
        ? []
        : [...literalTexts(child(node, 'left')), ...literalTexts(child(node, 'right'))];
    default:
      return [];
  }
}

/** A string of a table or a variable: not one that is counted above, and not the message of a thrown error. */
function isPlainValue(node: SyntaxNode): boolean {
  if (node.parent?.type === 'JSXExpressionContainer' || node.parent?.type === 'JSXAttribute') return false;
  for (let { parent } = node; parent; { parent } = parent) {
    if (parent.type === 'NewExpression' && /Error$/.test(textOf(child(parent, 'callee'), 'name') ?? ''))
      return false;
    if (parent.type === 'JSXExpressionContainer') return false;
  }
  return true;
}
