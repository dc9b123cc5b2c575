import { z } from 'zod';
import { postStatuses } from '#blog/contract.ts';
import { adminPostQuerySchema, savePostSchema } from '#blog/editing-contract.ts';
import type { AppContext, Services } from '../../context.ts';
import { savePostLimitBytes } from '../../contract.ts';
import { errorResponse } from '../../responses/error-response.ts';
import {
  type AdminHandlers,
  editErrorResponse,
  editorPostResponse,
  parseBody,
  parseIfMatch,
  parseQuery,
  uuidParam,
} from './admin-request.ts';
import { createIdempotentCreate } from './idempotency.ts';

const querySchema = adminPostQuerySchema.strict();
const statusSchema = z.strictObject({ status: z.enum(postStatuses) });

const keyPattern = /^[\w-]{8,100}$/;

type PostCall =
  | 'GET /posts'
  | 'POST /posts'
  | 'GET /posts/:id'
  | 'PUT /posts/:id'
  | 'DELETE /posts/:id'
  | 'POST /posts/:id/status'
  | 'DELETE /posts/:id/working-copy';

export function createPostHandlers({ editor }: Pick<Services, 'editor'>): AdminHandlers<PostCall> {
  const create = createIdempotentCreate(editor);
  return {
    'GET /posts': async (context) => {
      const query = parseQuery(context, querySchema);
      return query.ok ? context.json(await editor.listPosts(query.value)) : query.error;
    },
    'POST /posts': async (context) => {
      const key = context.req.header('idempotency-key') ?? null;
      if (key !== null && !keyPattern.test(key))
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
  };
}

export function withVersion(change: (context: AppContext, id: string, version: number) => Promise<Response>) {
  return async (context: AppContext): Promise<Response> => {
    const id = uuidParam(context);
    const version = parseIfMatch(context);
    if (id === null) return errorResponse(context, 'post.missing');
    return version === null ? errorResponse(context, 'version.missing') : change(context, id, version);
  };
}
