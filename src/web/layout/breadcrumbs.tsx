import { localizedPath } from '#i18n/localized-path.ts';
import type { PublicPage } from '../paths.ts';
import { useTranslator } from '../translator.tsx';

export function Breadcrumbs({
  between = [],
  current,
}: {
  between?: readonly { name: string; page: PublicPage }[];
  current: string;
}) {
  const t = useTranslator();
  return (
    <nav aria-label={t('nav.breadcrumbs')}>
      <ol className="flex flex-wrap gap-x-2 text-sm text-muted">
        {[{ name: t('nav.home'), page: '/' }, ...between].map(({ name, page }) => (
          <li key={page} className="flex gap-x-2">
            <a
              href={localizedPath(t.locale, page)}
              className="inline-block rounded py-1.5 underline underline-offset-4 hover:text-accent"
            >
              {name}
            </a>
            <span aria-hidden="true" className="py-1.5">
              /
            </span>
          </li>
        ))}
        <li aria-current="page" className="max-w-full min-w-0 truncate py-1.5 text-ink">
          {current}
        </li>
      </ol>
    </nav>
  );
}
