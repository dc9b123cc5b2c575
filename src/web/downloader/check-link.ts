import { acceptedHosts } from '../contract.ts';

export type LinkCheck = 'empty' | 'refused' | 'accepted';

/** The page's own look at what was typed; the server reads the link itself. Text around a link is no fault. */
export function checkLink(typed: string): LinkCheck {
  const text = typed.trim().toLowerCase();
  if (text === '') return 'empty';
  return acceptedHosts.some((host) => text.includes(host)) ? 'accepted' : 'refused';
}

/** Whether a text may hold links to more than one post; what reads them all is only loaded then. */
export function mayHoldSeveral(typed: string): boolean {
  const text = typed.toLowerCase();
  return acceptedHosts.reduce((count, host) => count + text.split(host).length - 1, 0) > 1;
}

const linkReach = 600;

/** What of a pasted text is sent: the part around the first accepted host, since the server reads 4 KB at most. */
export function aroundLink(typed: string): string {
  const text = typed.trim();
  if (text.length <= 2 * linkReach) return text;
  const lower = text.toLowerCase();
  const places = acceptedHosts.map((host) => lower.indexOf(host)).filter((place) => place >= 0);
  const place = Math.min(...places, text.length);
  const before = text.slice(Math.max(0, place - linkReach), place);
  const after = text.slice(place, place + linkReach);
  // Half a word at either end could be read as a link, or be the half of one.
  const isCut = { before: place > linkReach, after: text.length > place + linkReach };
  const whole = {
    before: isCut.before ? before.replace(/^\S*\s/, '') : before,
    after: isCut.after ? after.replace(/\s\S*$/, '') : after,
  };
  return whole.before + whole.after;
}
