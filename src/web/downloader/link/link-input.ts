import { acceptedHosts } from '../../contract.ts';

export type LinkInputStatus = 'empty' | 'rejected' | 'accepted';

/** Only checks that the input mentions an accepted host; the server parses the link itself. */
export function classifyLinkInput(input: string): LinkInputStatus {
  const text = input.trim().toLowerCase();
  if (text === '') return 'empty';
  return acceptedHosts.some((host) => text.includes(host)) ? 'accepted' : 'rejected';
}

export function mayContainMultipleLinks(input: string): boolean {
  const text = input.toLowerCase();
  return acceptedHosts.reduce((count, host) => count + text.split(host).length - 1, 0) > 1;
}

const contextChars = 600;

/** Cuts a long pasted text to the part around the first accepted host: the server reads 4 KB at most. */
export function trimAroundLink(input: string): string {
  const text = input.trim();
  if (text.length <= 2 * contextChars) return text;
  const lower = text.toLowerCase();
  const hostIndexes = acceptedHosts.map((host) => lower.indexOf(host)).filter((index) => index >= 0);
  const hostIndex = Math.min(...hostIndexes, text.length);
  const before = text.slice(Math.max(0, hostIndex - contextChars), hostIndex);
  const after = text.slice(hostIndex, hostIndex + contextChars);
  // Drop partial words at the cuts: they could parse as a link, or be half of one.
  const isCut = { before: hostIndex > contextChars, after: text.length > hostIndex + contextChars };
  const trimmed = {
    before: isCut.before ? before.replace(/^\S*\s/, '') : before,
    after: isCut.after ? after.replace(/\s\S*$/, '') : after,
  };
  return trimmed.before + trimmed.after;
}
