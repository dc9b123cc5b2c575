import { isWellFormedJson, readSoundJson } from '#platform/sound-json.ts';

/** The body of a request; undefined for what is no sound JSON: the schema then refuses it. */
export async function readJson(request: Request): Promise<unknown> {
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? '')) return undefined;
  const text = await request.text();
  const value = readSoundJson(text);
  return value !== undefined && isWellFormedJson(text) ? value : undefined;
}
