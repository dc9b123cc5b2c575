import { z } from 'zod';
import { parseJson } from '#platform/json.ts';

const blockSchema = z.object({ id: z.union([z.string(), z.number().transform(String)]), text: z.string() });
const listSchema = z.union([
  z.object({ blocks: z.array(z.unknown()) }).transform(({ blocks }) => blocks),
  z.array(z.unknown()),
]);
/** Some models return texts keyed by id. */
const recordSchema = z.record(z.string(), z.string());

const wholeBlock = /\{\s*"id"\s*:\s*("(?:[^"\\]|\\.)*"|\d+)\s*,\s*"text"\s*:\s*"(?:[^"\\]|\\.)*"\s*\}/g;

/** `value` is undefined for malformed JSON: then complete blocks are salvaged from `output`. */
export function parseBlocks(value: unknown, output: string): Map<string, string> | null {
  const entries = value === undefined ? salvage(output) : toEntries(value);
  const texts = new Map<string, string>();
  const contradicted = new Set<string>();
  for (const [id, text] of entries) {
    if (texts.has(id) && texts.get(id) !== text) contradicted.add(id);
    texts.set(id, text);
  }
  for (const id of contradicted) texts.delete(id);
  return texts.size > 0 ? texts : null;
}

function toEntries(value: unknown): [string, string][] {
  const list = listSchema.safeParse(value);
  if (!list.success) {
    const byName = recordSchema.safeParse((value as { blocks?: unknown } | null)?.blocks ?? value);
    return byName.success ? Object.entries(byName.data) : [];
  }
  return list.data.flatMap((entry): [string, string][] => {
    const { success, data } = blockSchema.safeParse(entry);
    return success ? [[data.id, data.text]] : [];
  });
}

function salvage(output: string): [string, string][] {
  return (output.match(wholeBlock) ?? []).flatMap((found): [string, string][] => {
    const { success, data } = blockSchema.safeParse(parseJson(found));
    return success ? [[data.id, data.text]] : [];
  });
}
