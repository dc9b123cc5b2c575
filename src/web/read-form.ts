import { data } from 'react-router';

/** The fields of a form sent as `application/x-www-form-urlencoded`. Throws 413 beyond `limitBytes`. */
export async function readForm(request: Request, limitBytes: number): Promise<URLSearchParams> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > limitBytes) throw data(null, { status: 413 });
    text += decoder.decode(chunk, { stream: true });
  }
  return new URLSearchParams(text + decoder.decode());
}
