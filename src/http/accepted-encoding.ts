export const encodings = ['br', 'gzip'] as const;
export type Encoding = (typeof encodings)[number];

/** The first of `offered` that an Accept-Encoding header names and does not refuse. */
export function acceptedEncoding(
  header: string | undefined,
  offered: readonly Encoding[] = encodings,
): Encoding | undefined {
  const parts = (header ?? '').split(',');
  return offered.find((encoding) =>
    parts.some((part) => new RegExp(`^\\s*${encoding}\\s*(;(?!\\s*q=0(\\.0*)?\\s*$).*)?$`).test(part)),
  );
}
