/** Folds width variants, invisible characters and escaped markup. For checks: never store the result. */
export function normalizeForComparison(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/&(?:(?:amp|#0*38|#x0*26);)+/gi, '&')
    .replace(/&(?:lt|#0*60|#x0*3c);?/gi, '<')
    .replace(/&(?:gt|#0*62|#x0*3e);?/gi, '>');
}

/** Too long to be a word: probably an encoded image, key or text. */
export const encodedBlobPattern = /[A-Za-z0-9+/=_]{40,}/g;

const schemeUrl =
  /\b(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.|(?:javascript|vbscript):(?=\S)|data:(?=[a-z]+\/))[A-Za-z0-9\-._~:/?#@!$&'()*+,;=%[\]]+/gi;

const mail = /(?<![A-Za-z0-9._%+-])[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+/g;
const domain =
  /(?<![\p{Script=Latin}\p{N}@.-])(?:[a-z0-9-]+\.)+(?:com|net|org|io|app|dev|info|biz|example|test|invalid|site|online|shop|store|xyz|top|club|live|link|click|page|blog|news|tech|cloud|ru|cn)(?:\/[A-Za-z0-9\-._~/?#@=&%+]*)?(?![\p{Script=Latin}\p{N}])/giu;

/** Any top-level domain, if a path follows. */
const domainAndPath =
  /(?<![\p{Script=Latin}\p{N}@.-])(?=[0-9-]*[a-z])(?:[a-z0-9-]+\.)+[a-z]{2,24}(?::\d+)?\/[A-Za-z0-9\-._~/?#@=&%+]*/giu;

/** Stricter for country domains: two lowercase letters after a period without a space may be a word. */
const countryDomain =
  /(?<![\p{Script=Latin}\p{N}@.-])(?:[a-z0-9-]+\.)*[a-z0-9-]{3,}\.(?:co|me|tv|ai|gg|ly|cc|su|uk|us|eu|de|fr|es|it|nl|pl|br|in|id|th|vn|jp|kr)(?![\p{Script=Latin}\p{N}.])/gu;

const file =
  /(?<![\p{Script=Latin}\p{N}/_-])[A-Za-z0-9_-]+\.(?:jpe?g|png|gif|webp|avif|heic|svg|mp4|mov|webm|mp3|m4a|txt|pdf|zip|html?|json|csv|tsx?|jsx?|css|md)(?![\p{Script=Latin}\p{N}])/giu;

const handle = /(?<![\p{Script=Latin}\p{N}_@])@[A-Za-z0-9_](?:[A-Za-z0-9_.]*[A-Za-z0-9_])?/gu;
const hashtag = /(?<![\p{Script=Latin}\p{N}_&#])#(?=[\p{N}_]*\p{L})[\p{L}\p{M}\p{N}_]+/gu;

/** Also finds domains and email addresses. */
export function findUrls(text: string): string[] {
  const whole = (text.match(schemeUrl) ?? []).map(trimPunctuation);
  const remaining = text.replace(schemeUrl, ' ');
  const bare = remaining.replace(mail, ' ');
  const withPath = bare.match(domainAndPath) ?? [];
  const hosts = bare.replace(domainAndPath, ' ');
  return [
    ...new Set([
      ...[...whole, ...(remaining.match(mail) ?? []), ...withPath.map(trimPunctuation)],
      ...[...(hosts.match(domain) ?? []), ...(hosts.match(countryDomain) ?? [])],
    ]),
  ];
}

export function findInvariantTokens(text: string): string[] {
  const urls = findUrls(text);
  const remaining = removeTokens(text, urls);
  return [
    ...new Set([
      ...urls,
      ...(remaining.match(file) ?? []),
      ...(remaining.match(handle) ?? []),
      ...(remaining.match(hashtag) ?? []),
    ]),
  ];
}

/** Removes the longest tokens first, since one may contain another. */
export function removeTokens(text: string, tokens: readonly string[]): string {
  return [...tokens]
    .sort((a, b) => b.length - a.length)
    .reduce((remaining, token) => (token === '' ? remaining : remaining.replaceAll(token, ' ')), text);
}

/** Trailing punctuation belongs to the sentence. Not a regular expression, which would be quadratic. */
function trimPunctuation(found: string): string {
  let end = found.length;
  while (end > 0 && `.,;:!?'")]`.includes(found.charAt(end - 1))) end -= 1;
  return found.slice(0, end);
}
