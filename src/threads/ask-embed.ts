import type { Outcome } from './outcome.ts';
import { isEmbedPage, parseEmbed } from './read-embed.ts';
import { parsePostFromHtml } from './read-post-page.ts';
import { type PageStrategy, requestPage, threadsPostPath } from './request-page.ts';
import { headersForEmbed } from './request-profiles.ts';
import { detectPrivateAccount } from './tell-private.ts';

export const fetchEmbed: PageStrategy = async (session, target, profile): Promise<Outcome> => {
  const result = await requestPage(
    session,
    `${threadsPostPath(target)}/embed`,
    headersForEmbed(profile),
    target,
  );
  if (result.kind === 'outcome') {
    // An embed can be missing for other reasons. Only the post page proves that a post is gone.
    return result.outcome.kind === 'gone' ? { kind: 'inapplicable' } : result.outcome;
  }
  if (!isEmbedPage(result.text)) return parsePostFromHtml(result.text, target);
  const outcome = parseEmbed(result.text, target);
  return outcome.kind === 'gone' ? detectPrivateAccount(session, target.username, profile, outcome) : outcome;
};
