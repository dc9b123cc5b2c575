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

export function isMultipart(request: Request): boolean {
  return /^multipart\/form-data\b/i.test(request.headers.get('content-type') ?? '');
}

/** For the boundaries and headers around the file. */
const multipartOverheadBytes = 4096;

/** null above `limitBytes`. Throws 400 if the form has no such file. */
export async function readUploadedFile(
  request: Request,
  name: string,
  limitBytes: number,
): Promise<Uint8Array | null> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > limitBytes + multipartOverheadBytes) return null;
    chunks.push(chunk);
  }
  const type = request.headers.get('content-type') ?? '';
  const form = await new Response(new Blob(chunks), { headers: { 'content-type': type } })
    .formData()
    .catch((error: unknown) => {
      if (error instanceof TypeError) return null;
      throw error;
    });
  const file = form?.get(name);
  if (!(file instanceof File)) throw data(null, { status: 400 });
  return new Uint8Array(await file.arrayBuffer());
}
