import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Actor, BlogEditor, EditError, EditorPost, SavePostRequest } from '#blog/editing-contract.ts';
import type { Result } from '#platform/result.ts';

const maxKeys = 1_000;
const ttlMs = 3_600_000;

interface CachedCreate {
  digest: string;
  outcome: Promise<Result<EditorPost, EditError>>;
}

/** A client that got no response retries. A changed body is then saved over the created post. */
export function createIdempotentCreate({
  createPost,
  savePost,
}: Pick<BlogEditor, 'createPost' | 'savePost'>) {
  const cache = new LRUCache<string, CachedCreate>({ max: maxKeys, ttl: ttlMs });

  return async (
    key: string | null,
    save: SavePostRequest,
    actor: Actor,
  ): ReturnType<BlogEditor['createPost']> => {
    if (key === null) return createPost(save, actor);
    const name = `${actor.id} ${key}`;
    const digest = createHash('sha256').update(JSON.stringify(save)).digest('base64url');
    const before = cache.get(name);
    const entry: CachedCreate = {
      digest,
      outcome: before ? retryCreate(before, digest) : createPost(save, actor, key),
    };
    cache.set(name, entry);
    try {
      const outcome = await entry.outcome;
      if (!outcome.ok && cache.get(name) === entry) discardFailedAttempt();
      return outcome;
    } catch (error) {
      if (cache.get(name) === entry) discardFailedAttempt();
      throw error;
    }

    function discardFailedAttempt(): void {
      if (before) cache.set(name, before);
      else cache.delete(name);
    }

    async function retryCreate(known: CachedCreate, now: string): ReturnType<BlogEditor['createPost']> {
      const first = await known.outcome.catch(() => null);
      if (!first?.ok) return createPost(save, actor, key ?? undefined);
      return known.digest === now ? first : savePost(first.value.id, first.value.version, save, actor);
    }
  };
}
