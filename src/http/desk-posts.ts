import { z } from 'zod';
import { postStatuses } from '#blog/contract.ts';
import { type DeskSave, deskQuerySchema, deskSaveSchema } from '#desk/contract.ts';
import type { Result } from '#platform/result.ts';
import { deskSaveLimitBytes } from './contract.ts';
import { createOnce } from './create-once.ts';
import { readFields, readQuery } from './desk-body.ts';
import {
  answerDocument,
  type DeskCall,
  type DeskHandlers,
  type DeskServices,
  idOf,
  refuseDesk,
  versionOf,
} from './desk-call.ts';

const querySchema = deskQuerySchema.strict();
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

export function handlePosts({ desk }: DeskServices): DeskHandlers<PostCall> {
  const create = createOnce(desk);
  return {
    'GET /posts': async (call) => {
      const query = readQuery(call, querySchema);
      return query.ok ? call.context.json(await desk.listPosts(query.value)) : query.error;
    },
    'POST /posts': async (call) => {
      const key = call.context.req.header('idempotency-key') ?? null;
      if (key !== null && !keyPattern.test(key))
        return call.refuse('fields.unfit', { fields: ['idempotency-key'] });
      const save = await readSave(call);
      return save.ok ? answerDocument(call, await create(key, save.value, call.writer), 201) : save.error;
    },
    'GET /posts/:id': async (call) => {
      const id = idOf(call);
      const document = id && (await desk.openPost(id));
      return document ? answerDocument(call, { ok: true, value: document }) : call.refuse('post.missing');
    },
    'PUT /posts/:id': withVersion(async (call, id, version) => {
      const save = await readSave(call);
      if (!save.ok) return save.error;
      return answerDocument(call, await desk.savePost(id, version, save.value, call.writer));
    }),
    'DELETE /posts/:id': withVersion(async (call, id, version) => {
      const removed = await desk.removePost(id, version);
      return removed.ok ? call.context.json({ success: true }) : refuseDesk(call, removed.error);
    }),
    'POST /posts/:id/status': withVersion(async (call, id, version) => {
      const wanted = await readFields(call, statusSchema);
      if (!wanted.ok) return wanted.error;
      const { status } = wanted.value;
      if (status === 'published' && !call.writer.mayPublish) return call.refuse('role.forbids');
      return answerDocument(call, await desk.setStatus(id, version, status, call.writer));
    }),
    'DELETE /posts/:id/working-copy': withVersion(async (call, id, version) =>
      answerDocument(call, await desk.discardWorkingCopy(id, version, call.writer)),
    ),
  };
}

/** A change of a post says which one, and which version it is based on. */
export function withVersion(change: (call: DeskCall, id: string, version: number) => Promise<Response>) {
  return async (call: DeskCall): Promise<Response> => {
    const id = idOf(call);
    const version = versionOf(call);
    if (id === null) return call.refuse('post.missing');
    return version === null ? call.refuse('version.missing') : change(call, id, version);
  };
}

/** What would be published is refused here already to who may not; the desk judges the rest, for it knows the post. */
async function readSave(call: DeskCall): Promise<Result<DeskSave, Response>> {
  const save = await readFields(call, deskSaveSchema, deskSaveLimitBytes);
  if (!save.ok || call.writer.mayPublish) return save;
  const { mode, fields } = save.value;
  const publishes =
    mode === 'publish' || mode === 'schedule' || (mode === 'save' && fields.status === 'published');
  return publishes ? { ok: false, error: call.refuse('role.forbids') } : save;
}
