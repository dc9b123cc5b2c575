import { data } from 'react-router';

/** Throws 413 above `limitBytes`. */
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
