import type { Quality } from '#extraction/contract.ts';
import type { Conversion } from '#media/contract.ts';
import { useHydrated } from '../../browser/use-hydrated.ts';
import { useTranslator } from '../../translator.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { DownloadMessage, DownloadProgressBar, SavedLabel } from './download-status.tsx';
import { usePostFilesContext } from './post-files.ts';
import { ShareFileButton } from './share-file-button.tsx';
import { usePreservedFocus } from './use-preserved-focus.ts';

export function OtherFormats({ quality, name }: { quality: Quality; name: string }) {
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
          <ConversionItem key={as} as={as} quality={quality} name={name} />
        ))}
      </ul>
    </details>
  );
}

function ConversionItem({ as, quality, name }: { as: Conversion; quality: Quality; name: string }) {
  const t = useTranslator();
  const { downloads, fileJob } = usePostFilesContext();
  const isHydrated = useHydrated();
  const job = fileJob(quality, as);
  const progress = downloads.getProgress(job);
  const item = usePreservedFocus(progress?.phase === 'running');
  return (
    <li ref={item} className={`flex flex-col items-start gap-1 ${progress ? 'basis-full' : ''}`}>
      {progress?.phase === 'running' ? (
        <div className="w-full">
          <DownloadProgressBar
            name={`${name} ${as.toUpperCase()}`}
            progress={progress}
            onCancel={() => downloads.cancel(job)}
          />
        </div>
      ) : progress?.phase === 'ready' ? (
        <ShareFileButton job={job} />
      ) : (
        <a
          href={job.url}
          className={buttonClass('quiet')}
          {...(isHydrated && {
            onClick: (event) => {
              event.preventDefault();
              downloads.start(job);
            },
          })}
        >
          {as === 'm4a' ? t('formats.audio') : as.toUpperCase()}
          <span className="sr-only"> {name}</span>
        </a>
      )}
      <SavedLabel progress={progress} />
      <DownloadMessage progress={progress} />
    </li>
  );
}
