import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { postStatuses } from '#blog/contract.ts';
import {
  type Actor,
  adminPostQuerySchema,
  type BlogEditor,
  type EditError,
  type EditorPost,
  type SavePostRequest,
  savePostSchema,
} from '#blog/editing-contract.ts';
import { canContribute } from '#blog/permissions-contract.ts';
import type { Result } from '#platform/result.ts';
import type { AppContext, Services } from '../../context.ts';
import { savePostLimitBytes } from '../../contract.ts';
import { errorResponse } from '../../responses/error-response.ts';
import {
  type AdminHandlers,
  editErrorResponse,
  editorPostResponse,
  idempotencyKeyPattern,
  parseBody,
  parseIfMatch,
  parseQuery,
  uuidParam,
} from './admin-request.ts';

const querySchema = adminPostQuerySchema.strict();
const statusSchema = z.strictObject({ status: z.enum(postStatuses) });

export function createPostHandlers({ editor }: Pick<Services, 'editor'>) {
  const create = createIdempotentCreate(editor);
  return {
    'GET /posts': async (context) => {
      const query = parseQuery(context, querySchema);
      return query.ok ? context.json(await editor.listPosts(query.value)) : query.error;
    },
    'POST /posts': async (context) => {
      const key = context.req.header('idempotency-key') ?? null;
      if (key !== null && !idempotencyKeyPattern.test(key))
        return errorResponse(context, 'fields.unfit', { fields: ['idempotency-key'] });
      const save = await parseBody(context, savePostSchema, savePostLimitBytes);
      return save.ok
        ? editorPostResponse(context, await create(key, save.value, context.var.actor), 201)
        : save.error;
    },
    'GET /posts/:id': async (context) => {
      const id = uuidParam(context);
      const document = id && (await editor.readPost(id));
      return document
        ? editorPostResponse(context, { ok: true, value: document })
        : errorResponse(context, 'post.missing');
    },
    'PUT /posts/:id': withVersion(async (context, id, version) => {
      const save = await parseBody(context, savePostSchema, savePostLimitBytes);
      if (!save.ok) return save.error;
      return editorPostResponse(context, await editor.savePost(id, version, save.value, context.var.actor));
    }),
    'DELETE /posts/:id': withVersion(async (context, id, version) => {
      const removed = await editor.deletePost(id, version);
      return removed.ok ? context.json({ success: true }) : editErrorResponse(context, removed.error);
    }),
    'POST /posts/:id/status': withVersion(async (context, id, version) => {
      const input = await parseBody(context, statusSchema);
      if (!input.ok) return input.error;
      const { status } = input.value;
      return editorPostResponse(context, await editor.setStatus(id, version, status, context.var.actor));
    }),
    'DELETE /posts/:id/working-copy': withVersion(async (context, id, version) =>
      editorPostResponse(context, await editor.discardWorkingCopy(id, version, context.var.actor)),
    ),
  } satisfies AdminHandlers;
}

export function createRevisionHandlers({ editor, previews }: Pick<Services, 'editor' | 'previews'>) {
  return {
    'GET /posts/:id/revisions': async (context) => {
      const id = uuidParam(context);
      const revisions = id && (await editor.listRevisions(id));
      // Posts that were never opened in the editor have no revisions.
      if (!id || (revisions?.length === 0 && !(await editor.readPost(id))))
        return errorResponse(context, 'post.missing');
      return context.json({ revisions });
    },
    'GET /posts/:id/revisions/:revision': async (context) => {
      const [id, revision] = [uuidParam(context), uuidParam(context, 'revision')];
      const found = id && revision && (await editor.readRevision(id, revision));
      return found ? context.json(found) : errorResponse(context, 'revision.missing');
    },
    'POST /posts/:id/revisions/:revision/restore': withVersion(async (context, id, version) => {
      const revision = uuidParam(context, 'revision');
      if (!revision) return errorResponse(context, 'revision.missing');
      return editorPostResponse(
        context,
        await editor.restoreRevision(id, revision, version, context.var.actor),
      );
    }),
    'POST /posts/:id/preview-link': async (context) => {
      const id = uuidParam(context);
      const post = id && (await editor.previewPost(id));
      if (!post) return errorResponse(context, 'post.missing');
      const { actor, publicOrigin } = context.var;
      if (!canContribute(actor, post.author_id)) return errorResponse(context, 'role.forbids');
      const { path, expiresAt } = previews.create(post);
      return context.json({ url: publicOrigin + path, expiresAt: new Date(expiresAt).toISOString() });
    },
  } satisfies AdminHandlers;
}

function withVersion(change: (context: AppContext, id: string, version: number) => Promise<Response>) {
  return async (context: AppContext): Promise<Response> => {
    const id = uuidParam(context);
    const version = parseIfMatch(context);
    if (id === null) return errorResponse(context, 'post.missing');
    return version === null ? errorResponse(context, 'version.missing') : change(context, id, version);
  };
}

const maxKeys = 1_000;
const ttlMs = 3_600_000;

interface CachedCreate {
  digest: string;
  outcome: Promise<Result<EditorPost, EditError>>;
}

/** A client that got no response retries. A changed body is then saved over the created post. */
function createIdempotentCreate({ createPost, savePost }: Pick<BlogEditor, 'createPost' | 'savePost'>) {
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
