import { localizedPath } from '#i18n/localized-path.ts';
import { useTranslator } from '../translation.tsx';

/** The way to a page below the start page, which is the last step and no link. */
export function Breadcrumbs({ current }: { current: string }) {
  const t = useTranslator();
  return (
    <nav aria-label={t('nav.breadcrumbs')}>
      <ol className="flex flex-wrap gap-x-2 text-sm text-muted">
        <li className="flex gap-x-2">
          <a
            href={localizedPath(t.locale, '/')}
            className="inline-block rounded py-1.5 underline underline-offset-4 hover:text-accent"
          >
            {t('nav.home')}
          </a>
          <span aria-hidden="true" className="py-1.5">
            /
          </span>
        </li>
        <li aria-current="page" className="py-1.5 text-ink">
          {current}
        </li>
      </ol>
    </nav>
  );
}
