import { z } from 'zod';
import { parseJson } from '#platform/parse-json.ts';

const block = z.object({ id: z.union([z.string(), z.number().transform(String)]), text: z.string() });
const written = z.union([
  z.object({ blocks: z.array(z.unknown()) }).transform(({ blocks }) => blocks),
  z.array(z.unknown()),
]);
/** By their ids, as some models prefer it. */
const named = z.record(z.string(), z.string());

/** An object with an id and a text, whole, wherever it stands. */
const wholeBlock = /\{\s*"id"\s*:\s*("(?:[^"\\]|\\.)*"|\d+)\s*,\s*"text"\s*:\s*"(?:[^"\\]|\\.)*"\s*\}/g;

/**
 * The texts in a model's answer by their ids; null where there are none. `value` is its JSON, undefined where it is
 * none: then those blocks are read that came whole. An id that is there twice with different texts is left out.
 */
export function readBlocks(value: unknown, answer: string): Map<string, string> | null {
  const entries = value === undefined ? salvage(answer) : entriesOf(value);
  const texts = new Map<string, string>();
  const contradicted = new Set<string>();
  for (const [id, text] of entries) {
    if (texts.has(id) && texts.get(id) !== text) contradicted.add(id);
    texts.set(id, text);
  }
  for (const id of contradicted) texts.delete(id);
  return texts.size > 0 ? texts : null;
}

function entriesOf(value: unknown): [string, string][] {
  const list = written.safeParse(value);
  if (!list.success) {
    const byName = named.safeParse((value as { blocks?: unknown } | null)?.blocks ?? value);
    return byName.success ? Object.entries(byName.data) : [];
  }
  return list.data.flatMap((entry): [string, string][] => {
    const { success, data } = block.safeParse(entry);
    return success ? [[data.id, data.text]] : [];
  });
}

function salvage(answer: string): [string, string][] {
  return (answer.match(wholeBlock) ?? []).flatMap((found): [string, string][] => {
    const { success, data } = block.safeParse(parseJson(found));
    return success ? [[data.id, data.text]] : [];
  });
}
