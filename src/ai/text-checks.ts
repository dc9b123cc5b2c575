/** Folds width variants, invisible characters and escaped markup. Only for checks: never store the result. */
export function normalizeForComparison(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/&(?:(?:amp|#0*38|#x0*26);)+/gi, '&')
    .replace(/&(?:lt|#0*60|#x0*3c);?/gi, '<')
    .replace(/&(?:gt|#0*62|#x0*3e);?/gi, '>');
}

export const encodedBlobPattern = /[A-Za-z0-9+/=_]{40,}/g;

const schemeUrlPattern =
  /\b(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.|(?:javascript|vbscript):(?=\S)|data:(?=[a-z]+\/))[A-Za-z0-9\-._~:/?#@!$&'()*+,;=%[\]]+/gi;

const emailPattern = /(?<![A-Za-z0-9._%+-])[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+/g;
const domainPattern =
  /(?<![\p{Script=Latin}\p{N}@.-])(?:[a-z0-9-]+\.)+(?:com|net|org|io|app|dev|info|biz|example|test|invalid|site|online|shop|store|xyz|top|club|live|link|click|page|blog|news|tech|cloud|ru|cn)(?:\/[A-Za-z0-9\-._~/?#@=&%+]*)?(?![\p{Script=Latin}\p{N}])/giu;

const domainAndPathPattern =
  /(?<![\p{Script=Latin}\p{N}@.-])(?=[0-9-]*[a-z])(?:[a-z0-9-]+\.)+[a-z]{2,24}(?::\d+)?\/[A-Za-z0-9\-._~/?#@=&%+]*/giu;

/** Two lowercase letters after a period without a space may be a word. */
const countryDomainPattern =
  /(?<![\p{Script=Latin}\p{N}@.-])(?:[a-z0-9-]+\.)*[a-z0-9-]{3,}\.(?:co|me|tv|ai|gg|ly|cc|su|uk|us|eu|de|fr|es|it|nl|pl|br|in|id|th|vn|jp|kr)(?![\p{Script=Latin}\p{N}.])/gu;

const filePattern =
  /(?<![\p{Script=Latin}\p{N}/_-])[A-Za-z0-9_-]+\.(?:jpe?g|png|gif|webp|avif|heic|svg|mp4|mov|webm|mp3|m4a|txt|pdf|zip|html?|json|csv|tsx?|jsx?|css|md)(?![\p{Script=Latin}\p{N}])/giu;

const handlePattern = /(?<![\p{Script=Latin}\p{N}_@])@[A-Za-z0-9_](?:[A-Za-z0-9_.]*[A-Za-z0-9_])?/gu;
const hashtagPattern = /(?<![\p{Script=Latin}\p{N}_&#])#(?=[\p{N}_]*\p{L})[\p{L}\p{M}\p{N}_]+/gu;

/** Also finds domains and email addresses. */
export function findUrls(text: string): string[] {
  const schemeUrls = (text.match(schemeUrlPattern) ?? []).map(trimPunctuation);
  const remaining = text.replace(schemeUrlPattern, ' ');
  const bare = remaining.replace(emailPattern, ' ');
  const withPath = bare.match(domainAndPathPattern) ?? [];
  const hosts = bare.replace(domainAndPathPattern, ' ');
  return [
    ...new Set([
      ...schemeUrls,
      ...(remaining.match(emailPattern) ?? []),
      ...withPath.map(trimPunctuation),
      ...(hosts.match(domainPattern) ?? []),
      ...(hosts.match(countryDomainPattern) ?? []),
    ]),
  ];
}

export function findInvariantTokens(text: string): string[] {
  const urls = findUrls(text);
  const remaining = removeTokens(text, urls);
  return [
    ...new Set([
      ...urls,
      ...(remaining.match(filePattern) ?? []),
      ...(remaining.match(handlePattern) ?? []),
      ...(remaining.match(hashtagPattern) ?? []),
    ]),
  ];
}

export function removeTokens(text: string, tokens: readonly string[]): string {
  return [...tokens]
    .sort((a, b) => b.length - a.length)
    .reduce((remaining, token) => (token === '' ? remaining : remaining.replaceAll(token, ' ')), text);
}

/** Not a regular expression, which would be quadratic. */
function trimPunctuation(url: string): string {
  let end = url.length;
  while (end > 0 && `.,;:!?'")]`.includes(url.charAt(end - 1))) end -= 1;
  return url.slice(0, end);
}
