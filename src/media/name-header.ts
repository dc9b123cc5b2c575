import { create } from 'content-disposition';
import { safeFileName } from '#names/safe-file-name.ts';
import { savedNamePrefix, type TicketPurpose } from './contract.ts';

/** Value of Content-Disposition: one header line, ASCII, with the full name in `filename*` where it needs one. */
export function nameHeader(name: string, extension: string, purpose: TicketPurpose): string {
  const safe = safeFileName(name, extension.length + 1);
  const ascii = safe.replace(/[^\x20-\x7e]+/g, '').trim();
  const fallback = /[a-z\d]/i.test(ascii) ? safeFileName(ascii, extension.length + 1) : savedNamePrefix;
  return create(`${safe}.${extension}`, { type: purpose, fallback: `${fallback}.${extension}` });
}
