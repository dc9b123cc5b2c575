import { z } from 'zod';
import { momentSchema, pictureLimits } from '#blog/contract.ts';
import { readBytes, readFields, readQuery } from './desk-body.ts';
import type { DeskCall, DeskHandlers, DeskServices } from './desk-call.ts';

const listSchema = z.strictObject({ before: momentSchema.optional() });
const fetchSchema = z.strictObject({ url: z.url({ protocol: /^https?$/ }).max(8_192) });

/** What browsers call a file they were given, and what says nothing about itself. The bytes are judged by what they are. */
const uploadType = /^(image\/[\w.+-]+|application\/octet-stream)\s*(;|$)/i;

type PictureCall = 'GET /pictures' | 'POST /pictures' | 'POST /pictures/fetch';

export function handlePictures({ pictures }: DeskServices): DeskHandlers<PictureCall> {
  return {
    'GET /pictures': async (call) => {
      const query = readQuery(call, listSchema);
      if (!query.ok) return query.error;
      const before = query.value.before === undefined ? null : new Date(query.value.before);
      return call.context.json({ pictures: await pictures.list(before) });
    },
    'POST /pictures': async (call) => {
      const { raw } = call.context.req;
      if (!uploadType.test(raw.headers.get('content-type') ?? '')) return call.refuse('body.type');
      const bytes = await readBytes(raw, pictureLimits.bytes);
      if (!bytes) return tooLarge(call);
      if (!(await call.isStillSignedIn())) return call.refuse('request.anonymous');
      const stored = await pictures.store(bytes);
      return stored.ok ? call.context.json(stored.value, 201) : call.refuse(stored.error.code);
    },
    'POST /pictures/fetch': async (call) => {
      const wanted = await readFields(call, fetchSchema);
      if (!wanted.ok) return wanted.error;
      const fetched = await pictures.fetch(wanted.value.url, call.context.req.raw.signal);
      return fetched.ok ? call.context.json(fetched.value, 201) : call.refuse(fetched.error.code);
    },
  };
}

function tooLarge(call: DeskCall): Response {
  const { body } = call.context.req.raw;
  // Rejects where the sender has gone: then there is nothing left to end.
  void body?.cancel().catch(() => undefined);
  const refused = call.refuse('picture.too_large');
  return new Response(refused.body, { status: 413, headers: refused.headers });
}
