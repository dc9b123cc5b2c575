import { parseJson } from '#platform/parse-json.ts';
import { isSoundJson } from '#platform/sound-json.ts';

/** The body of a request; undefined for what is no sound JSON: the schema then refuses it. */
export async function readJson(request: Request): Promise<unknown> {
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? '')) return undefined;
  const text = await request.text();
  const value = parseJson(text);
  return value !== undefined && isSoundJson(text) && isWellFormed(text) ? value : undefined;
}

/** Whether no half of a character stands alone, written as an escape. */
function isWellFormed(json: string): boolean {
  if (!/\\u[dD][89a-fA-F]/.test(json)) return true;
  let isSound = true;
  JSON.parse(json, (name: string, value: unknown) => {
    isSound &&= name.isWellFormed() && (typeof value !== 'string' || value.isWellFormed());
    return value;
  });
  return isSound;
}
