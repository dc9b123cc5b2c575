import { findBinding } from './bindings.ts';
import { keysOf, type Sources, tableStrings } from './message-keys.ts';
import { type Dictionary, slotsOf } from './messages.ts';
import { child, children, type SyntaxNode, textOf, walk } from './syntax-tree.ts';

const translatorMakers = ['useTranslator', 'serverTranslator', 'createTranslator'];

/** Messages that are asked for and missing, never asked for, asked for by a computed key, or given other slots than they have. */
export function findUseFaults(sources: Sources, english: Dictionary): string[] {
  const used = new Set<string>();
  const faults: string[] = [];
  for (const [path, source] of sources) {
    for (const value of tableStrings(source)) used.add(value);
    for (const call of walk(source)) {
      if (call.type !== 'CallExpression') continue;
      const callee = child(call, 'callee');
      if (isHiddenTranslator(callee))
        faults.push(`${path}: call the translator t, so that its keys are found`);
      if (!isTranslator(callee)) continue;
      const [key = null, values = null] = children(call, 'arguments');
      const keys = keysOf(sources, path, key);
      if (keys === null) {
        faults.push(
          `${path}: t() has a key that is neither written out nor from a table that satisfies MessageKey`,
        );
      }
      for (const name of keys ?? []) {
        used.add(name);
        const message = english[name];
        if (message === undefined) faults.push(`${path}: no message '${name}'`);
        else faults.push(...slotFaults(path, name, slotsOf(message), values));
      }
    }
  }
  for (const key of Object.keys(english)) if (!used.has(key)) faults.push(`en.json: nothing uses '${key}'`);
  return faults;
}

/** `t(…)`, or `serverTranslator(locale)(…)`. */
function isTranslator(callee: SyntaxNode | null): boolean {
  return textOf(callee, 'name') === 't' || makesTranslator(callee);
}

function makesTranslator(node: SyntaxNode | null): boolean {
  return (
    node?.type === 'CallExpression' && translatorMakers.includes(textOf(child(node, 'callee'), 'name') ?? '')
  );
}

/** A translator under another name than `t`. */
function isHiddenTranslator(callee: SyntaxNode | null): boolean {
  const name = textOf(callee, 'name');
  if (!callee || name === null || name === 't') return false;
  const binding = findBinding(name, callee);
  if (binding?.kind === 'const') return makesTranslator(child(binding.node, 'init'));
  const type = child(child(binding?.node ?? null, 'typeAnnotation'), 'typeAnnotation');
  return binding?.kind === 'parameter' && textOf(child(type, 'typeName'), 'name') === 'Translator';
}

function slotFaults(path: string, key: string, slots: string[], values: SyntaxNode | null): string[] {
  const properties = children(values, 'properties');
  const isWrittenOut =
    values === null ||
    (values.type === 'ObjectExpression' &&
      properties.every(({ type, fields }) => type === 'Property' && fields.computed !== true));
  if (!isWrittenOut) return [`${path}: the values of '${key}' are not written out`];
  const given = properties
    .map(
      (property) => textOf(child(property, 'key'), 'name') ?? textOf(child(property, 'key'), 'value') ?? '',
    )
    .sort();
  if (given.join() === slots.join()) return [];
  return [`${path}: '${key}' has the slots [${slots.join(', ')}] and is given [${given.join(', ')}]`];
}
