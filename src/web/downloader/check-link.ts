import { acceptedHosts } from '../contract.ts';

export type LinkCheck = 'empty' | 'refused' | 'accepted';

/** The page's own look at what was typed; the server reads the link itself. Text around a link is no fault. */
export function checkLink(typed: string): LinkCheck {
  const text = typed.trim().toLowerCase();
  if (text === '') return 'empty';
  return acceptedHosts.some((host) => text.includes(host)) ? 'accepted' : 'refused';
}
