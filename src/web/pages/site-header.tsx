import { localizedPath } from '#i18n/localized-path.ts';
import { useTranslator } from '../translation.tsx';
import { BrandMark } from '../ui/brand-mark.tsx';
import { DownloadCounter } from './download-counter.tsx';

export function SiteHeader({ counterStart }: { counterStart: number }) {
  const t = useTranslator();
  return (
    <header className="relative flex items-end justify-between gap-4 pt-4 pb-4">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:z-10 focus:bg-paper focus:p-3"
      >
        {t('page.skip')}
      </a>
      <a href={localizedPath(t.locale, '/')} className="flex items-end gap-3 rounded-lg">
        <span className="relative">
          <BrandMark className="size-10 sm:size-11" />
          <ThreadTail />
        </span>
        <span className="leading-tight">
          <span className="block text-xl font-bold tracking-tight">{t('brand.name')}</span>
          <span className="block text-sm text-muted">{t('brand.tagline')}</span>
        </span>
      </a>
      <DownloadCounter start={counterStart} />
    </header>
  );
}

/** Leads the thread from the spool down to the line that runs through the page. */
function ThreadTail() {
  return (
    <svg
      viewBox="0 0 24 26"
      fill="none"
      aria-hidden="true"
      className="absolute start-[70%] top-[68%] h-[calc(32%+1rem-1px)] w-6 overflow-visible"
      preserveAspectRatio="none"
    >
      <path
        d="M0 0C12 0 14 4 12 12S14 26 24 26"
        className="stroke-thread"
        strokeWidth="2"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
