import type { ReactNode } from 'react';
import { isPlainClick } from '../../browser/is-plain-click.ts';

/** Maximum length, including gaps. */
const rowLength = 7;

export function pageNumbers(current: number, last: number): (number | 'gap')[] {
  if (last <= rowLength) return Array.from({ length: last }, (_, index) => index + 1);
  // The row has the same length at either end, so that its buttons don't move.
  const middle = Math.min(Math.max(current, 4), last - 3);
  const before = middle === 4 ? [2, 3] : (['gap', middle - 1] as const);
  const after = middle === last - 3 ? [last - 2, last - 1] : ([middle + 1, 'gap'] as const);
  return [1, ...before, middle, ...after, last];
}

const boxClass =
  'flex min-h-11 min-w-11 items-center justify-center rounded-xl border px-2 font-semibold tabular-nums';

/** The pages are real links, but a plain click only calls `onPage`, if given. */
export function Pagination({
  current,
  pages,
  messages,
  getHref,
  onPage,
}: {
  current: number;
  pages: number;
  messages: { label: string; previous: string; next: string; page: (page: number) => string };
  getHref: (page: number) => string;
  onPage?: (page: number) => void;
}) {
  if (pages <= 1) return null;

  const renderLink = (page: number, label: string, children: ReactNode) => (
    <a
      href={getHref(page)}
      aria-label={label}
      aria-current={page === current ? 'page' : undefined}
      onClick={(event) => {
        if (!onPage || !isPlainClick(event)) return;
        event.preventDefault();
        onPage(page);
      }}
      className={`${boxClass} border-line bg-surface hover:border-accent hover:text-accent aria-[current]:border-transparent aria-[current]:bg-accent aria-[current]:text-on-accent`}
    >
      {children}
    </a>
  );
  const renderStep = (page: number, label: string) =>
    page >= 1 && page <= pages ? (
      renderLink(page, label, label)
    ) : (
      // biome-ignore lint/a11y/useValidAnchor: a disabled link has no URL.
      <a role="link" aria-disabled="true" className={`${boxClass} border-transparent text-muted`}>
        {label}
      </a>
    );

  return (
    <nav aria-label={messages.label} className="mt-10">
      <ul className="flex flex-wrap items-center justify-center gap-1 sm:gap-2">
        <li>{renderStep(current - 1, messages.previous)}</li>
        {pageNumbers(current, pages).map((entry, index) =>
          entry === 'gap' ? (
            <li key={`gap-${index < 3 ? 'before' : 'after'}`} aria-hidden="true" className="px-1 text-muted">
              …
            </li>
          ) : (
            <li key={entry}>{renderLink(entry, messages.page(entry), entry)}</li>
          ),
        )}
        <li>{renderStep(current + 1, messages.next)}</li>
      </ul>
    </nav>
  );
}
