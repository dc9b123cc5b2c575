import { parseEmbed } from '#threads/strategies/embed.ts';
import type { FuzzTarget } from '../target.ts';
import { checkOutcome, fuzzedPost } from './page.ts';

export const target: FuzzTarget = {
  sources: [
    ...['strategies/embed', 'strategies/embed-elements', 'strategies/meta-tags', 'parse/cdn-url'],
    'parse/media-items',
  ].map((name) => `threads/${name}.ts`),
  maxBytes: 65_536,
  check(input) {
    checkOutcome(parseEmbed(input.toString(), fuzzedPost));
  },
};
