import { z } from 'zod';
import { postStatuses } from '#blog/contract.ts';
import { adminPostQuerySchema, savePostSchema } from '#blog/editing-contract.ts';
import { canContribute } from '#blog/permissions-contract.ts';
import type { AppContext, Services } from '../../context.ts';
import { savePostLimitBytes } from '../../contract.ts';
import { errorResponse } from '../../responses/error-response.ts';
import {
  type AdminHandlers,
  editorPostResponse,
  idempotencyKeyPattern,
  parseBody,
  parseIfMatch,
  parseQuery,
  resultResponse,
  type SaveLimit,
  uuidParam,
} from './admin-request.ts';

const querySchema = adminPostQuerySchema.strict();
const statusSchema = z.strictObject({ status: z.enum(postStatuses) });
const authorSchema = z.strictObject({ author: z.string().min(1).max(100) });

export function createPostHandlers(
  { editor, authors }: Pick<Services, 'editor' | 'authors'>,
  withSave: SaveLimit,
) {
  const savedPost = { schema: savePostSchema, maxBytes: savePostLimitBytes };
  return {
    'GET /posts': async (context) => {
      const query = parseQuery(context, querySchema);
      return query.ok ? context.json(await editor.listPosts(query.value)) : query.error;
    },
    'POST /posts': async (context) => {
      const key = context.req.header('idempotency-key');
      if (key !== undefined && !idempotencyKeyPattern.test(key))
        return errorResponse(context, 'fields.unfit', { fields: ['idempotency-key'] });
      return withSave(context, savedPost, async (save) =>
        editorPostResponse(context, await editor.createPost(save, context.var.actor, key), 201),
      );
    },
    'GET /posts/:id': async (context) => {
      const id = uuidParam(context);
      const document = id && (await editor.readPost(id));
      return document
        ? editorPostResponse(context, { ok: true, value: document })
        : errorResponse(context, 'post.missing');
    },
    'PUT /posts/:id': withVersion((context, id, version) =>
      withSave(context, savedPost, async (save) =>
        editorPostResponse(context, await editor.savePost(id, version, save, context.var.actor)),
      ),
    ),
    'DELETE /posts/:id': withVersion(async (context, id, version) =>
      resultResponse(context, await editor.deletePost(id, version)),
    ),
    'PUT /posts/:id/author': async (context) => {
      const id = uuidParam(context);
      if (id === null) return errorResponse(context, 'post.missing');
      const input = await parseBody(context, authorSchema);
      return input.ok
        ? resultResponse(context, await authors.changeAuthor(id, input.value.author))
        : input.error;
    },
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
