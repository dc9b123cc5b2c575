import type { Conversion, Quality } from '#media/contract.ts';
import { useTranslator } from '../translation.tsx';
import { buttonClass } from '../ui/button.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { DownloadOutcome, SavedMark } from './download-outcome.tsx';
import { RunningDownload } from './running-download.tsx';
import { ShareButton } from './share-button.tsx';
import type { Downloads } from './use-downloads.ts';
import { useKeptFocus } from './use-kept-focus.ts';
import { addressAs } from './wanted-file.ts';

/** What the server makes of a file on request. Closed until it is wanted; plain links without JavaScript. */
export function OtherFormats({
  quality,
  name,
  downloads,
}: {
  quality: Quality;
  name: string;
  downloads: Downloads;
}) {
  const t = useTranslator();
  if (!quality.conversions) return null;
  return (
    <details className="text-sm">
      <summary className="min-h-11 w-fit cursor-pointer content-center rounded-lg text-muted hover:text-accent">
        {t('formats.other')}
        <span className="sr-only"> {`${name} ${quality.format}`}</span>
      </summary>
      <ul className="mt-1 flex flex-wrap gap-3 pb-1">
        {quality.conversions.map((as) => (
          <OneFormat key={as} as={as} quality={quality} name={name} downloads={downloads} />
        ))}
      </ul>
    </details>
  );
}

function OneFormat({
  as,
  quality,
  name,
  downloads,
}: {
  as: Conversion;
  quality: Quality;
  name: string;
  downloads: Downloads;
}) {
  const t = useTranslator();
  const isHydrated = useHydrated();
  const wanted = { quality, as };
  const progress = downloads.progressOf(wanted);
  const item = useKeptFocus(progress?.phase === 'running');
  return (
    <li ref={item} className={`flex flex-col items-start gap-1 ${progress ? 'basis-full' : ''}`}>
      {progress?.phase === 'running' ? (
        <div className="w-full">
          <RunningDownload
            name={`${name} ${as.toUpperCase()}`}
            progress={progress}
            onCancel={() => downloads.cancel(wanted)}
          />
        </div>
      ) : progress?.phase === 'ready' ? (
        <ShareButton wanted={wanted} name={name} downloads={downloads} />
      ) : (
        <a
          href={addressAs(quality.url, as)}
          className={buttonClass('quiet')}
          {...(isHydrated && {
            onClick: (event) => {
              event.preventDefault();
              downloads.start(wanted);
            },
          })}
        >
          {as === 'm4a' ? t('formats.sound') : as.toUpperCase()}
          <span className="sr-only"> {name}</span>
        </a>
      )}
      <SavedMark progress={progress} />
      <DownloadOutcome progress={progress} />
    </li>
  );
}
