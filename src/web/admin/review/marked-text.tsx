import type { TextSpan } from '#translation/assessment-contract.ts';

/** The spans are marked; those that overlap are one mark. */
export function MarkedText({ text, spans }: { text: string; spans: readonly TextSpan[] }) {
  const merged = mergeSpans(spans.filter(({ start, end }) => start < end && end <= text.length));
  return (
    <>
      {merged.map(({ start, end }, index) => (
        <span key={start}>
          {text.slice(merged[index - 1]?.end ?? 0, start)}
          <mark className="rounded bg-tint text-ink underline decoration-accent decoration-2 underline-offset-4">
            {text.slice(start, end)}
          </mark>
        </span>
      ))}
      {text.slice(merged.at(-1)?.end ?? 0)}
    </>
  );
}

export function mergeSpans(spans: readonly TextSpan[]): TextSpan[] {
  const merged: TextSpan[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last && span.start <= last.end) last.end = Math.max(last.end, span.end);
    else merged.push({ ...span });
  }
  return merged;
}
