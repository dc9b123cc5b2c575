export const contentEncodings = ['br', 'gzip'] as const;
export type ContentEncoding = (typeof contentEncodings)[number];

/** Matches a header element that names the encoding with a nonzero q value. */
const naming: Record<ContentEncoding, RegExp> = {
  br: /(?:^|,)\s*br\s*(?:,|$|;(?!\s*q=0(?:\.0*)?\s*(?:,|$)))/,
  gzip: /(?:^|,)\s*gzip\s*(?:,|$|;(?!\s*q=0(?:\.0*)?\s*(?:,|$)))/,
};

/** Picks the encoding for an Accept-Encoding header. A q value can rule one out but doesn't rank it. */
export function negotiateEncoding(
  header: string | undefined,
  isAvailable: (encoding: ContentEncoding) => boolean = () => true,
): ContentEncoding | undefined {
  if (!header) return undefined;
  return contentEncodings.find((encoding) => isAvailable(encoding) && naming[encoding].test(header));
}
