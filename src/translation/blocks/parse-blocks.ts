import { z } from 'zod';
import { parseJson } from '#platform/json.ts';

const blockSchema = z.object({ id: z.union([z.string(), z.number().transform(String)]), text: z.string() });
const listSchema = z.union([
  z.object({ blocks: z.array(z.unknown()) }).transform(({ blocks }) => blocks),
  z.array(z.unknown()),
]);
/** Some models return texts keyed by id. */
const recordSchema = z.record(z.string(), z.string());

const completeBlockPattern =
  /\{\s*"id"\s*:\s*("(?:[^"\\]|\\.)*"|\d+)\s*,\s*"text"\s*:\s*"(?:[^"\\]|\\.)*"\s*\}/g;

/** `value` is undefined for malformed JSON. Complete blocks are then read from `output`. */
export function parseBlocks(value: unknown, output: string): Map<string, string> | null {
  const entries = value === undefined ? salvageEntries(output) : toEntries(value);
  const texts = new Map<string, string>();
  const conflictingIds = new Set<string>();
  for (const [id, text] of entries) {
    if (texts.has(id) && texts.get(id) !== text) conflictingIds.add(id);
    texts.set(id, text);
  }
  for (const id of conflictingIds) texts.delete(id);
  return texts.size > 0 ? texts : null;
}

function toEntries(value: unknown): [string, string][] {
  const list = listSchema.safeParse(value);
  if (!list.success) {
    const byId = recordSchema.safeParse((value as { blocks?: unknown } | null)?.blocks ?? value);
    return byId.success ? Object.entries(byId.data) : [];
  }
  return list.data.flatMap((entry): [string, string][] => {
    const { success, data } = blockSchema.safeParse(entry);
    return success ? [[data.id, data.text]] : [];
  });
}

function salvageEntries(output: string): [string, string][] {
  return (output.match(completeBlockPattern) ?? []).flatMap((found): [string, string][] => {
    const { success, data } = blockSchema.safeParse(parseJson(found));
    return success ? [[data.id, data.text]] : [];
  });
}
