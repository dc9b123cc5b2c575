import { useEffect, useRef } from 'react';
import { givenLinkFields } from '../contract.ts';
import { whenSeen } from '../ui/when-seen.ts';
import { checkLink } from './check-link.ts';

/**
 * Begins with the link that the page's address brought along, once somebody looks at the page: a page that is rendered
 * ahead, or behind, costs nothing. The address is cleaned at once, so that a reload or a bookmark does not repeat it.
 * Where the page itself comes out of the offline store, the server never saw that link: it is put into the field only.
 */
export function useGivenLink(
  given: string | null,
  begin: (link: string) => void,
  type: (link: string) => void,
) {
  const latest = useRef({ begin, type });
  useEffect(() => {
    latest.current = { begin, type };
  });
  useEffect(() => {
    const { pathname, search, hash } = window.location;
    const query = new URLSearchParams(search);
    const unseen = givenLinkFields
      .map((field) => query.get(field) ?? '')
      .join(' ')
      .trim();
    if (given === null && unseen === '') return;
    window.history.replaceState(window.history.state, '', pathname + hash);
    if (given === null) return latest.current.type(unseen);
    if (checkLink(given) !== 'accepted') return;
    return whenSeen(document, () => latest.current.begin(given));
  }, [given]);
}
