import type { Outcome } from './outcome.ts';
import { isEmbedPage, readEmbed } from './read-embed.ts';
import { extractFromPage } from './read-post-page.ts';
import { type PageStrategy, postPath, requestPage } from './request-page.ts';
import { headersForEmbed } from './request-profiles.ts';
import { tellPrivate } from './tell-private.ts';

/** The embedded card: every item in order, without sizes, covers and descriptions. */
export const askEmbed: PageStrategy = async (visit, target, profile): Promise<Outcome> => {
  const answer = await requestPage(visit, `${postPath(target)}/embed`, headersForEmbed(profile), target);
  if (answer.kind === 'outcome') {
    // The card may be missing for reasons of its own; only the post's page says that a post is gone.
    return answer.outcome.kind === 'gone' ? { kind: 'inapplicable' } : answer.outcome;
  }
  if (!isEmbedPage(answer.text)) return extractFromPage(answer.text, target);
  const outcome = readEmbed(answer.text, target);
  return outcome.kind === 'gone' ? tellPrivate(visit, target.username, profile, outcome) : outcome;
};
