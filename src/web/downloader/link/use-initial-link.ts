import { useEffect, useEffectEvent } from 'react';
import { whenVisible } from '../../browser/page-visibility.ts';
import { sharedLinkParams } from '../../contract.ts';
import { classifyLinkInput } from './link-input.ts';
import { isResultHash } from './use-result-address.ts';

export function useInitialLink(
  initialLink: string | null,
  onStart: (link: string) => void,
  setLink: (link: string) => void,
) {
  const start = useEffectEvent(onStart);
  const fill = useEffectEvent(setLink);
  useEffect(() => {
    const { pathname, search, hash } = window.location;
    const query = new URLSearchParams(search);
    const queryText = sharedLinkParams
      .map((field) => query.get(field) ?? '')
      .join(' ')
      .trim();
    if (initialLink === null && queryText === '') return;
    // A reload or bookmark must not extract the link again.
    // Its post counts, not the one of a result's address.
    const keptHash = isResultHash(hash) ? '' : hash;
    window.history.replaceState(window.history.state, '', pathname + keptHash);
    // A page from the offline cache: the server has not seen the link, so it only fills the field.
    if (initialLink === null) return fill(queryText);
    if (classifyLinkInput(initialLink) !== 'accepted') return;
    // A prerendered or background page must not send requests.
    return whenVisible(document, () => start(initialLink));
  }, [initialLink]);
}
