import { localizedPath } from '#i18n/localized-path.ts';
import { useTranslator } from '../translation.tsx';
import { UnwindingSpool } from '../ui/brand-mark.tsx';
import { DownloadCounter } from './download-counter.tsx';

export function SiteHeader({ counterStart }: { counterStart: number }) {
  const t = useTranslator();
  return (
    <header className="relative flex items-end justify-between gap-2 pt-4 sm:gap-4 pb-4">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:z-10 focus:bg-paper focus:p-3"
      >
        {t('page.skip')}
      </a>
      <a href={localizedPath(t.locale, '/')} className="flex min-w-0 items-end gap-2 rounded-lg sm:gap-3">
        <UnwindingSpool />
        <span className="leading-tight">
          <span className="block text-xl font-bold tracking-tight">{t('brand.name')}</span>
          <span className="block text-sm text-balance text-muted">{t('brand.tagline')}</span>
        </span>
      </a>
      <DownloadCounter start={counterStart} />
    </header>
  );
}
