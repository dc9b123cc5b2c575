import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Desk, DeskDocument, DeskError, DeskSave, Writer } from '#desk/contract.ts';
import type { Result } from '#platform/result.ts';

const keysKept = 1_000;
const keptForMs = 3_600_000;

interface Made {
  digest: string;
  /** What the last try of this key came to. */
  outcome: Promise<Result<DeskDocument, DeskError>>;
}

/**
 * Creates a post once for each key: a browser that had no answer sends the same again, perhaps with more that was typed
 * meanwhile, which is then saved on top. After a restart the desk still knows the post by its key, and answers with it as
 * it is.
 */
export function createOnce({ createPost, savePost }: Pick<Desk, 'createPost' | 'savePost'>) {
  const made = new LRUCache<string, Made>({ max: keysKept, ttl: keptForMs });

  return async (key: string | null, save: DeskSave, by: Writer): ReturnType<Desk['createPost']> => {
    if (key === null) return createPost(save, by);
    const name = `${by.id} ${key}`;
    const digest = createHash('sha256').update(JSON.stringify(save)).digest('base64url');
    const before = made.get(name);
    const entry: Made = { digest, outcome: before ? again(before, digest) : createPost(save, by, key) };
    made.set(name, entry);
    try {
      const outcome = await entry.outcome;
      if (!outcome.ok && made.get(name) === entry) restore();
      return outcome;
    } catch (error) {
      if (made.get(name) === entry) restore();
      throw error;
    }

    /** What failed is tried anew by the next one. */
    function restore(): void {
      if (before) made.set(name, before);
      else made.delete(name);
    }

    async function again(known: Made, now: string): ReturnType<Desk['createPost']> {
      const first = await known.outcome.catch(() => null);
      if (!first?.ok) return createPost(save, by, key ?? undefined);
      return known.digest === now ? first : savePost(first.value.id, first.value.version, save, by);
    }
  };
}
