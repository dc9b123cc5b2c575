/** Decodes as much as any reader could, independently of the app's own parser. */
export function decodeFully(text: string): string {
  let decoded = text.normalize('NFKC').replace(/\p{Cf}/gu, '');
  for (let before = ''; before !== decoded; ) {
    before = decoded;
    decoded = decoded
      .replace(/&#x([\da-f]+);?/gi, (reference, code) => toCharacter(Number.parseInt(code, 16)) ?? reference)
      .replace(/&#(\d+);?/g, (reference, code) => toCharacter(Number(code)) ?? reference)
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&');
  }
  return decoded;
}

const toCharacter = (code: number) => (code <= 0x10ffff ? String.fromCodePoint(code) : null);
