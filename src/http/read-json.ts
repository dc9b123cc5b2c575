import { isWellFormedJson, parseStrictJson } from '#platform/sound-json.ts';

/** Parses a JSON body. Undefined if it is not valid JSON, which the schemas then reject. */
export async function readJsonBody(request: Request): Promise<unknown> {
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? '')) return undefined;
  const text = await request.text();
  const value = parseStrictJson(text);
  return value !== undefined && isWellFormedJson(text) ? value : undefined;
}
