import { useEffect, useState } from 'react';
import { cacheByLocale } from '#i18n/formats.ts';
import { counterPauseMs, counterSeed, counterSeedExtra, counterStep } from '../contract.ts';
import { useTranslator } from '../translator.tsx';
import type { HeaderCounter } from './claims.ts';

type Random = () => number;

const getNumberFormat = cacheByLocale((tag) => new Intl.NumberFormat(tag));

/** Both bounds are inclusive. `random` returns numbers in [0, 1). */
function randomInteger(random: Random, { min, max }: { min: number; max: number }): number {
  return min + Math.floor(random() * (max - min + 1));
}

export function randomCounterStart(random: Random): number {
  return counterSeed + randomInteger(random, counterSeedExtra);
}

export function randomCounterTick(random: Random): { pauseMs: number; step: number } {
  return { pauseMs: randomInteger(random, counterPauseMs), step: randomInteger(random, counterStep) };
}

/** A display effect, on phones above the heading of the page. It is no live region, so screen readers do not announce the changes. */
export function DownloadCounter({ value, label }: HeaderCounter) {
  const t = useTranslator();
  const [count, setCount] = useState(value);
  useEffect(() => {
    if (typeof value === 'string') return;
    let timer: ReturnType<typeof setTimeout>;
    const schedule = () => {
      const { pauseMs, step } = randomCounterTick(Math.random);
      timer = setTimeout(() => {
        setCount((current) => Number(current) + step);
        schedule();
      }, pauseMs);
    };
    schedule();
    return () => clearTimeout(timer);
  }, [value]);
  return (
    <p className="absolute start-5 top-full mt-3 text-xs leading-4 text-muted sm:static sm:mt-0 sm:text-end sm:leading-tight">
      <span className="font-semibold whitespace-nowrap text-ink tabular-nums sm:block sm:text-base sm:leading-tight">
        {typeof count === 'number' ? `${getNumberFormat(t.locale).format(count)}+` : count}
      </span>{' '}
      {label ?? t('counter.label')}
    </p>
  );
}
