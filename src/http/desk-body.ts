import type { z } from 'zod';
import { fail, ok, type Result } from '#platform/result.ts';
import { readSoundJson } from '#platform/sound-json.ts';
import type { DeskCall } from './desk-call.ts';

/** Bytes of a body without pictures at most. */
const plainLimitBytes = 64_000;

/** The body by its schema, or the refusal with the names of what is wrong in it. */
export async function readFields<Schema extends z.ZodType>(
  call: DeskCall,
  schema: Schema,
  maxBytes = plainLimitBytes,
): Promise<Result<z.output<Schema>, Response>> {
  const { raw } = call.context.req;
  if (!/^application\/json\b/i.test(raw.headers.get('content-type') ?? ''))
    return fail(call.refuse('body.type'));
  const bytes = await readBytes(raw, maxBytes);
  if (!bytes) return fail(call.refuse('body.heavy'));
  if (!(await call.isStillSignedIn())) return fail(call.refuse('request.anonymous'));
  const parsed = schema.safeParse(readSoundJson(new TextDecoder().decode(bytes)));
  return parsed.success ? ok(parsed.data) : fail(refuseFields(call, parsed.error));
}

/** The query by its schema. */
export function readQuery<Schema extends z.ZodType>(
  call: DeskCall,
  schema: Schema,
): Result<z.output<Schema>, Response> {
  const parsed = schema.safeParse(call.context.req.query());
  return parsed.success ? ok(parsed.data) : fail(refuseFields(call, parsed.error));
}

/** The whole body; null where it is more. Ends reading as soon as that is known. */
export async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array | null> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) return null;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.length;
    if (length > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

/** By name only: what was sent is nobody else's. */
function refuseFields({ refuse }: DeskCall, { issues }: z.core.$ZodError): Response {
  const fields = issues.flatMap(({ path, ...issue }) => {
    const names = issue.code === 'unrecognized_keys' ? issue.keys : [''];
    return names.map((name) => [...path, name].filter((part) => part !== '').join('.'));
  });
  return refuse('fields.unfit', {
    fields: [...new Set(fields)].filter((field) => field !== '').slice(0, 20),
  });
}
