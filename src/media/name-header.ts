import { create } from 'content-disposition';
import { sanitizeFilename } from '#names/safe-file-name.ts';
import { filenamePrefix, type TicketPurpose } from './contract.ts';

/** Content-Disposition value: one ASCII line, with the full name in `filename*` if it needs one. */
export function contentDisposition(name: string, extension: string, purpose: TicketPurpose): string {
  const safe = sanitizeFilename(name, extension.length + 1);
  const ascii = safe.replace(/[^\x20-\x7e]+/g, '').trim();
  const fallback = /[a-z\d]/i.test(ascii) ? sanitizeFilename(ascii, extension.length + 1) : filenamePrefix;
  return create(`${safe}.${extension}`, { type: purpose, fallback: `${fallback}.${extension}` });
}
