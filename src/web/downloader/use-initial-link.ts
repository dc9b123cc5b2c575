import { useEffect, useRef } from 'react';
import { whenVisible } from '../browser/page-visibility.ts';
import { sharedLinkParams } from '../contract.ts';
import { classifyLinkInput } from './link-input.ts';

/**
 * Extracts the link in the page's URL once the page is visible, so that a prerendered or background page
 * costs nothing. Removes the link from the URL at once, so that a reload or bookmark does not repeat it. If
 * the page comes from the offline cache, the server has not seen that link, and it only fills the field.
 */
export function useInitialLink(
  initialLink: string | null,
  start: (link: string) => void,
  type: (link: string) => void,
) {
  const latest = useRef({ start, type });
  useEffect(() => {
    latest.current = { start, type };
  });
  useEffect(() => {
    const { pathname, search, hash } = window.location;
    const query = new URLSearchParams(search);
    const queryText = sharedLinkParams
      .map((field) => query.get(field) ?? '')
      .join(' ')
      .trim();
    if (initialLink === null && queryText === '') return;
    window.history.replaceState(window.history.state, '', pathname + hash);
    if (initialLink === null) return latest.current.type(queryText);
    if (classifyLinkInput(initialLink) !== 'accepted') return;
    return whenVisible(document, () => latest.current.start(initialLink));
  }, [initialLink]);
}
