import { parseJson } from '#platform/parse-json.ts';

/** The body of a request; undefined for what is not JSON: the schema then refuses it. */
export async function readJson(request: Request): Promise<unknown> {
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? '')) return undefined;
  return parseJson(await request.text());
}
