import type { ReactNode } from 'react';
import { localeTags } from '#i18n/locales.ts';
import { useTranslator } from '../../translator.tsx';

const linkClass =
  'flex min-h-11 items-center border border-field bg-surface font-semibold hover:border-accent hover:text-accent aria-[current]:border-accent aria-[current]:bg-tint';
const largeClass = 'rounded-xl px-4';
const countedClass = 'gap-2 rounded-lg px-3 text-sm aria-[current]:text-ink';

interface NavLink {
  href: string;
  label: ReactNode;
  isCurrent: boolean;
  /** Of the items behind the link. */
  count?: number;
}

/** Sections or filters of a page. */
export function LinkNav({ label, links }: { label: string; links: readonly NavLink[] }) {
  const { locale } = useTranslator();
  return (
    <nav aria-label={label} className="mt-6">
      <ul className="flex flex-wrap gap-2">
        {links.map((link) => (
          <li key={link.href}>
            <a
              href={link.href}
              aria-current={link.isCurrent ? 'page' : undefined}
              className={`${linkClass} ${link.count === undefined ? largeClass : countedClass}`}
            >
              {link.label}
              {link.count !== undefined && (
                <span className="text-muted tabular-nums">
                  {link.count.toLocaleString(localeTags[locale])}
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
