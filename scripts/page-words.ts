import type { PageWords } from '../src/web/page-words.ts';

/** Words only the server writes: the still parts of the start page and of a post, About, and what programs are told. */
const serverOnly =
  /^(howto|features|why|claims|faq|privacy|terms|about|tools\.(bookmark|address|share|shortcut|api)|blog\.still|machine|proof|admin\.mail|error\.(body|desk|key|method|function|request|server|proof|limit|conversion))\.|^tools\.(title|description|intro)$/;

/** Words that belong to one kind of page. All others are sent to each. */
const owned: Record<PageWords, RegExp> = {
  start: /^(home|hero|form|post|function|extraction|stage|problem|toast\.\w+)\./,
  // What stands here is not sent with the start page, whose words may match above.
  later:
    /^(media|verification|thread|download|zip|source|processing|several|stage|error|settings|formats|copy|phone|toast\.(required|starting|complete|failed))\.|^post\.(by|incomplete)$|^function\.(relay|http|answer)$|^extraction\.empty$|^action\.(download|downloading|saved|another)$/,
  contact: /^contact\./,
  blog: /^blog\./,
  admin: /^admin\./,
};

export const pageWords = Object.keys(owned) as PageWords[];

/** True for a message that the scripts of such pages may write. */
export function isSentWith(words: PageWords, key: string): boolean {
  if (serverOnly.test(key)) return false;
  if (words === 'later') return owned.later.test(key);
  return pageWords.every((other) => other === words || !owned[other].test(key));
}
