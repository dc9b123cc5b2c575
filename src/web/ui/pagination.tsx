import type { MouseEvent, ReactNode } from 'react';
import { pageNumbers } from './page-numbers.ts';

const box =
  'flex min-h-11 min-w-11 items-center justify-center rounded-xl border px-2 font-semibold tabular-nums';

/** The pages of a list, where it has more than one. Real links; a plain click stays on the page. */
export function Pagination({
  current,
  pages,
  words,
  hrefOf,
  onPage,
}: {
  current: number;
  pages: number;
  words: { label: string; previous: string; next: string; page: (page: number) => string };
  hrefOf: (page: number) => string;
  onPage: (page: number) => void;
}) {
  if (pages <= 1) return null;

  const linkTo = (page: number, label: string, children: ReactNode) => (
    <a
      href={hrefOf(page)}
      aria-label={label}
      aria-current={page === current ? 'page' : undefined}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        onPage(page);
      }}
      className={`${box} border-line bg-surface hover:border-accent hover:text-accent aria-[current]:border-transparent aria-[current]:bg-accent aria-[current]:text-on-accent`}
    >
      {children}
    </a>
  );
  /** At an end there is nowhere to go: a link without an address, which says that it is off. */
  const step = (page: number, label: string) =>
    page >= 1 && page <= pages ? (
      linkTo(page, label, label)
    ) : (
      // biome-ignore lint/a11y/useValidAnchor: a link that is off has no address.
      <a role="link" aria-disabled="true" className={`${box} border-transparent text-muted`}>
        {label}
      </a>
    );

  return (
    <nav aria-label={words.label} className="mt-10">
      <ul className="flex flex-wrap items-center justify-center gap-1 sm:gap-2">
        <li>{step(current - 1, words.previous)}</li>
        {pageNumbers(current, pages).map((entry, index) =>
          entry === 'gap' ? (
            <li key={`gap-${index < 3 ? 'before' : 'after'}`} aria-hidden="true" className="px-1 text-muted">
              …
            </li>
          ) : (
            <li key={entry}>{linkTo(entry, words.page(entry), entry)}</li>
          ),
        )}
        <li>{step(current + 1, words.next)}</li>
      </ul>
    </nav>
  );
}

/** One that opens no other window and saves nothing. */
function isPlainClick({ button, altKey, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean {
  return button === 0 && !altKey && !ctrlKey && !metaKey && !shiftKey;
}
