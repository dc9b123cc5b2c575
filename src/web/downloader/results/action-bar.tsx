import type { ReactNode } from 'react';
import { useHydrated } from '../../browser/use-hydrated.ts';
import { useTranslator } from '../../translator.tsx';
import { useBottomBarHeight } from '../../ui/use-bottom-bar-height.ts';

/** Moves the focus to the sum or, once it is solved, to the download: the last button of the bar, if it has one. */
export function focusBar(): void {
  const bar = document.querySelector<HTMLElement>('.action-bar');
  if (!bar) return;
  const button = [...bar.querySelectorAll('button')].findLast((candidate) => candidate.checkVisibility());
  const target = document.getElementById('answer') ?? button ?? bar;
  target.focus({ preventScroll: true });
  // In a low window, the bar is not in view.
  target.scrollIntoView({ block: 'nearest' });
}

/** For the keyboard: an album has dozens of controls between its heading and the bar. */
export function SkipToBar() {
  const t = useTranslator();
  const isHydrated = useHydrated();
  return (
    <a
      href="#verification"
      className="sr-only focus:not-sr-only focus:absolute focus:z-20 focus:bg-paper focus:p-3"
      {...(isHydrated && {
        onClick: (event) => {
          event.preventDefault();
          focusBar();
        },
      })}
    >
      {t('verification.skip')}
    </a>
  );
}

/** Stays at the lower edge of the viewport: the sum and the download, beside the media. */
export function ActionBar({ children }: { children: ReactNode }) {
  const bar = useBottomBarHeight<HTMLDivElement>();
  return (
    <div
      ref={bar}
      tabIndex={-1}
      className="action-bar mt-6 flex items-center gap-2 rounded-t-2xl border border-line bg-surface px-2 py-1 tall:sticky tall:bottom-0 tall:z-10 tall:shadow-[0_-4px_16px_rgb(0_0_0/0.08)] sm:justify-between sm:gap-6 sm:px-3 sm:py-2.5"
    >
      {children}
    </div>
  );
}
