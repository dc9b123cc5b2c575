/** Of any scheme: one that runs is an address too. */
const address =
  /\b(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.|(?:javascript|vbscript):(?=\S)|data:(?=[a-z]+\/))[A-Za-z0-9\-._~:/?#@!$&'()*+,;=%[\]]+/gi;
const mail = /(?<![A-Za-z0-9._%+-])[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+/g;
const domain =
  /(?<![\p{Script=Latin}\p{N}@.-])(?:[a-z0-9-]+\.)+(?:com|net|org|io|app|dev|info|biz|example|test|invalid|site|online|shop|store|xyz|top|club|live|link|click|page|blog|news|tech|cloud|ru|cn)(?:\/[A-Za-z0-9\-._~/?#@=&%+]*)?(?![\p{Script=Latin}\p{N}])/giu;
/** Whatever it ends in, with a path. */
const domainAndPath =
  /(?<![\p{Script=Latin}\p{N}@.-])(?=[0-9-]*[a-z])(?:[a-z0-9-]+\.)+[a-z]{2,24}(?::\d+)?\/[A-Za-z0-9\-._~/?#@=&%+]*/giu;
/** Of countries: two small letters may also be a word, behind a point that has no gap. */
const countryDomain =
  /(?<![\p{Script=Latin}\p{N}@.-])(?:[a-z0-9-]+\.)*[a-z0-9-]{3,}\.(?:co|me|tv|ai|gg|ly|cc|su|uk|us|eu|de|fr|es|it|nl|pl|br|in|id|th|vn|jp|kr)(?![\p{Script=Latin}\p{N}.])/gu;
const file =
  /(?<![\p{Script=Latin}\p{N}/_-])[A-Za-z0-9_-]+\.(?:jpe?g|png|gif|webp|avif|heic|svg|mp4|mov|webm|mp3|m4a|txt|pdf|zip|html?|json|csv|tsx?|jsx?|css|md)(?![\p{Script=Latin}\p{N}])/giu;
const handle = /(?<![\p{Script=Latin}\p{N}_@])@[A-Za-z0-9_](?:[A-Za-z0-9_.]*[A-Za-z0-9_])?/gu;
const hashtag = /(?<![\p{Script=Latin}\p{N}_&#])#(?=[\p{N}_]*\p{L})[\p{L}\p{M}\p{N}_]+/gu;

/** Addresses that are written out in a text. */
export function addressesIn(text: string): string[] {
  const whole = (text.match(address) ?? []).map(withoutEnd);
  const rest = text.replace(address, ' ');
  const bare = rest.replace(mail, ' ');
  const withPath = bare.match(domainAndPath) ?? [];
  const hosts = bare.replace(domainAndPath, ' ');
  return [
    ...new Set([
      ...[...whole, ...(rest.match(mail) ?? []), ...withPath.map(withoutEnd)],
      ...[...(hosts.match(domain) ?? []), ...(hosts.match(countryDomain) ?? [])],
    ]),
  ];
}

/** All in a text that is the same in every language: addresses, names of files, @names and #hashtags. */
export function keptTokens(text: string): string[] {
  const addresses = addressesIn(text);
  const rest = without(text, addresses);
  return [
    ...new Set([
      ...addresses,
      ...(rest.match(file) ?? []),
      ...(rest.match(handle) ?? []),
      ...(rest.match(hashtag) ?? []),
    ]),
  ];
}

/** A text with a gap where these stood; the longest first, since one may hold another. */
export function without(text: string, tokens: readonly string[]): string {
  return [...tokens]
    .sort((a, b) => b.length - a.length)
    .reduce((rest, token) => (token === '' ? rest : rest.replaceAll(token, ' ')), text);
}

/** Punctuation behind an address is the sentence's. Not by a pattern: one would look at a long run again and again. */
function withoutEnd(found: string): string {
  let end = found.length;
  while (end > 0 && `.,;:!?'")]`.includes(found.charAt(end - 1))) end -= 1;
  return found.slice(0, end);
}
