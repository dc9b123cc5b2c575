const address = /\b(?:https?:\/\/|www\.)[A-Za-z0-9\-._~:/?#@!$&'()*+,;=%[\]]+/gi;
const mail = /(?<![A-Za-z0-9._%+-])[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+/g;
const domain =
  /(?<![\p{Script=Latin}\p{N}@.-])(?:[a-z0-9-]+\.)+(?:com|net|org|io|app|dev|info|example|site|online|shop|xyz|ru|cn)(?:\/[A-Za-z0-9\-._~/?#@=&%+]*)?(?![\p{Script=Latin}\p{N}])/giu;
const file =
  /(?<![\p{Script=Latin}\p{N}/_-])[A-Za-z0-9_-]+\.(?:jpe?g|png|gif|webp|avif|heic|svg|mp4|mov|webm|mp3|m4a|txt|pdf|zip|html?|json|csv|tsx?|jsx?|css|md)(?![\p{Script=Latin}\p{N}])/giu;
const handle = /(?<![\p{Script=Latin}\p{N}_@])@[A-Za-z0-9_](?:[A-Za-z0-9_.]*[A-Za-z0-9_])?/gu;
const hashtag = /(?<![\p{Script=Latin}\p{N}_&#])#(?=[\p{N}_]*\p{L})[\p{L}\p{M}\p{N}_]+/gu;

/** Addresses that are written out in a text. */
export function addressesIn(text: string): string[] {
  const whole = (text.match(address) ?? []).map(withoutEnd);
  const rest = text.replace(address, ' ');
  return [
    ...new Set([...whole, ...(rest.match(mail) ?? []), ...(rest.replace(mail, ' ').match(domain) ?? [])]),
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
