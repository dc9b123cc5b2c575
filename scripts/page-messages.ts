import type { MessageBundle } from '../src/web/rendering/client-messages.ts';

const serverOnly =
  /^(howto|features|why|claims|faq|privacy|terms|about|tools\.(bookmarklet|url_prefix|share|shortcut|api)|blog\.still|machine|proof|admin\.mail|error\.(body|edit|key|method|function|request|server|proof|limit|conversion))\.|^tools\.(title|description|intro)$/;

/** Messages of one bundle only. All others are in every bundle except `later`. */
const bundlePatterns: Record<MessageBundle, RegExp> = {
  start: /^(home|hero|form|post|function|extraction|stage|problem|toast\.\w+)\./,
  // Takes precedence over `start`.
  later:
    /^(media|verification|thread|download|zip|source|processing|batch|stage|error|settings|formats|copy|phone|filter|viewer|toast\.(required|starting|complete|failed))\.|^post\.(by|incomplete|links_to)$|^function\.(relay|http|answer)$|^extraction\.empty$|^action\.(download|downloading|saved)$/,
  contact: /^contact\./,
  blog: /^blog\./,
  admin: /^admin\./,
};

export const messageBundles = Object.keys(bundlePatterns) as MessageBundle[];

export function isInBundle(bundle: MessageBundle, key: string): boolean {
  if (serverOnly.test(key)) return false;
  if (bundle === 'later') return bundlePatterns.later.test(key);
  return messageBundles.every((other) => other === bundle || !bundlePatterns[other].test(key));
}
