import { z } from 'zod';
import { postStatuses } from '#blog/contract.ts';
import { adminPostQuerySchema, type SavePostRequest, savePostSchema } from '#blog/editing-contract.ts';
import type { Result } from '#platform/result.ts';
import { savePostLimitBytes } from '../../contract.ts';
import {
  type AdminDeps,
  type AdminHandlers,
  type AdminRequest,
  editErrorResponse,
  editorPostResponse,
  parseIfMatch,
  uuidParam,
} from './admin-request.ts';
import { createIdempotentCreate } from './idempotency.ts';
import { parseBody, parseQuery } from './request-body.ts';

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

export function createPostHandlers({ editor }: AdminDeps): AdminHandlers<PostCall> {
  const create = createIdempotentCreate(editor);
  return {
    'GET /posts': async (call) => {
      const query = parseQuery(call, querySchema);
      return query.ok ? call.context.json(await editor.listPosts(query.value)) : query.error;
    },
    'POST /posts': async (call) => {
      const key = call.context.req.header('idempotency-key') ?? null;
      if (key !== null && !keyPattern.test(key))
        return call.respondError('fields.unfit', { fields: ['idempotency-key'] });
      const save = await parseSave(call);
      return save.ok ? editorPostResponse(call, await create(key, save.value, call.actor), 201) : save.error;
    },
    'GET /posts/:id': async (call) => {
      const id = uuidParam(call);
      const document = id && (await editor.readPost(id));
      return document
        ? editorPostResponse(call, { ok: true, value: document })
        : call.respondError('post.missing');
    },
    'PUT /posts/:id': withVersion(async (call, id, version) => {
      const save = await parseSave(call);
      if (!save.ok) return save.error;
      return editorPostResponse(call, await editor.savePost(id, version, save.value, call.actor));
    }),
    'DELETE /posts/:id': withVersion(async (call, id, version) => {
      const removed = await editor.deletePost(id, version);
      return removed.ok ? call.context.json({ success: true }) : editErrorResponse(call, removed.error);
    }),
    'POST /posts/:id/status': withVersion(async (call, id, version) => {
      const input = await parseBody(call, statusSchema);
      if (!input.ok) return input.error;
      const { status } = input.value;
      if (status === 'published' && !call.actor.mayPublish) return call.respondError('role.forbids');
      return editorPostResponse(call, await editor.setStatus(id, version, status, call.actor));
    }),
    'DELETE /posts/:id/working-copy': withVersion(async (call, id, version) =>
      editorPostResponse(call, await editor.discardWorkingCopy(id, version, call.actor)),
    ),
  };
}

export function withVersion(change: (call: AdminRequest, id: string, version: number) => Promise<Response>) {
  return async (call: AdminRequest): Promise<Response> => {
    const id = uuidParam(call);
    const version = parseIfMatch(call);
    if (id === null) return call.respondError('post.missing');
    return version === null ? call.respondError('version.missing') : change(call, id, version);
  };
}

/** Rejects early if the user may not publish. The editor checks the rest, because it knows the post. */
async function parseSave(call: AdminRequest): Promise<Result<SavePostRequest, Response>> {
  const save = await parseBody(call, savePostSchema, savePostLimitBytes);
  if (!save.ok || call.actor.mayPublish) return save;
  const { mode, fields } = save.value;
  const publishes =
    mode === 'publish' || mode === 'schedule' || (mode === 'save' && fields.status === 'published');
  return publishes ? { ok: false, error: call.respondError('role.forbids') } : save;
}
