export const encodings = ['br', 'gzip'] as const;
export type Encoding = (typeof encodings)[number];

/** A part of the header that names the encoding, and does not refuse it. */
const naming: Record<Encoding, RegExp> = {
  br: /(?:^|,)\s*br\s*(?:,|$|;(?!\s*q=0(?:\.0*)?\s*(?:,|$)))/,
  gzip: /(?:^|,)\s*gzip\s*(?:,|$|;(?!\s*q=0(?:\.0*)?\s*(?:,|$)))/,
};

/** The first of `encodings` that an Accept-Encoding header asks for, and that `isOffered`. */
export function acceptedEncoding(
  header: string | undefined,
  isOffered: (encoding: Encoding) => boolean = () => true,
): Encoding | undefined {
  if (!header) return undefined;
  return encodings.find((encoding) => isOffered(encoding) && naming[encoding].test(header));
}
