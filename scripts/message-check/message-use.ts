import { type Dictionary, listSlots } from './languages.ts';
import { findBinding, resolveKeys, type Sources, tableStrings } from './message-keys.ts';
import { child, children, getString, type SyntaxNode, walk } from './syntax-tree.ts';

const translatorFactories = ['useTranslator', 'serverTranslator', 'createTranslator'];

/** Finds missing messages, unused messages, computed keys and wrong slots. */
export function findUsageErrors(sources: Sources, english: Dictionary): string[] {
  const used = new Set<string>();
  const errors: string[] = [];
  for (const [path, source] of sources) {
    for (const value of tableStrings(source)) used.add(value);
    for (const call of walk(source)) {
      if (call.type !== 'CallExpression') continue;
      const callee = child(call, 'callee');
      if (isHiddenTranslator(callee))
        errors.push(`${path}: name the translator t, so that its keys are found`);
      if (!isTranslator(callee)) continue;
      const [key = null, values = null] = children(call, 'arguments');
      const keys = resolveKeys(sources, path, key);
      if (keys === null) {
        errors.push(
          `${path}: the key of t() must be a literal or come from a table that satisfies MessageKey`,
        );
      }
      for (const name of keys ?? []) {
        used.add(name);
        const message = english[name];
        if (message === undefined) errors.push(`${path}: no message '${name}'`);
        else errors.push(...findSlotErrors(path, name, listSlots(message), values));
      }
    }
  }
  for (const key of Object.keys(english)) if (!used.has(key)) errors.push(`en.json: nothing uses '${key}'`);
  return errors;
}

function isTranslator(callee: SyntaxNode | null): boolean {
  return getString(callee, 'name') === 't' || isTranslatorFactoryCall(callee);
}

function isTranslatorFactoryCall(node: SyntaxNode | null): boolean {
  return (
    node?.type === 'CallExpression' &&
    translatorFactories.includes(getString(child(node, 'callee'), 'name') ?? '')
  );
}

function isHiddenTranslator(callee: SyntaxNode | null): boolean {
  const name = getString(callee, 'name');
  if (!callee || name === null || name === 't') return false;
  const binding = findBinding(name, callee);
  if (binding?.kind === 'const') return isTranslatorFactoryCall(child(binding.node, 'init'));
  const type = child(child(binding?.node ?? null, 'typeAnnotation'), 'typeAnnotation');
  return binding?.kind === 'parameter' && getString(child(type, 'typeName'), 'name') === 'Translator';
}

function findSlotErrors(path: string, key: string, slots: string[], values: SyntaxNode | null): string[] {
  const properties = children(values, 'properties');
  const isLiteral =
    values === null ||
    (values.type === 'ObjectExpression' &&
      properties.every(({ type, computed }) => type === 'Property' && computed !== true));
  if (!isLiteral) return [`${path}: the values of '${key}' must be an object literal`];
  const provided = properties
    .map(
      (property) =>
        getString(child(property, 'key'), 'name') ?? getString(child(property, 'key'), 'value') ?? '',
    )
    .sort();
  if (provided.join() === slots.join()) return [];
  return [`${path}: '${key}' has the slots [${slots.join(', ')}] but gets [${provided.join(', ')}]`];
}
