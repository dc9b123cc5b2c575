import Download from 'lucide-react/icons/download';
import Images from 'lucide-react/icons/images';
import LockKeyhole from 'lucide-react/icons/lock-keyhole';
import Share from 'lucide-react/icons/share';
import type { ComponentProps, ReactNode } from 'react';
import { useHydrated } from '../../browser/use-hydrated.ts';
import { useTranslator } from '../../translator.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { useWebShareSupport } from '../media/web-share.ts';
import type { DownloadJob } from '../save/download-job.ts';
import { DownloadProgressBar } from './download-status.tsx';
import { usePostFilesContext } from './post-files.ts';

/** The progress of a running download, the share button of a fetched file, or else `children`. */
export function DownloadControl({
  job,
  label = `${job.name} ${job.format}`,
  children,
}: {
  job: DownloadJob;
  label?: string;
  children: ReactNode;
}) {
  const { downloads } = usePostFilesContext();
  const progress = downloads.getProgress(job);
  if (progress?.phase === 'running')
    return <DownloadProgressBar name={label} progress={progress} onCancel={() => downloads.cancel(job)} />;
  return progress?.phase === 'ready' ? <ShareFileButton job={job} /> : children;
}

/** Starts a download, or asks for the sum first. `href`: where it leads without JavaScript. */
export function StartButton({
  href,
  detail,
  lockedVariant = 'primary',
  className = '',
  children,
  ...button
}: ComponentProps<typeof Button> & {
  href?: string | undefined;
  detail: ReactNode;
  lockedVariant?: 'primary' | 'quiet';
}) {
  const t = useTranslator();
  const isHydrated = useHydrated();
  const { isUnlocked, requireVerification } = usePostFilesContext();
  if (!isUnlocked) {
    const iconSize = lockedVariant === 'primary' ? 'size-5' : 'size-4';
    return (
      <Button variant={lockedVariant} aria-disabled onClick={requireVerification} className={className}>
        <LockKeyhole aria-hidden="true" className={`${iconSize} shrink-0`} />
        <span>
          {t('verification.first')}
          {detail}
        </span>
      </Button>
    );
  }
  const content = (
    <>
      <Download aria-hidden="true" className="size-5 shrink-0" />
      <span>
        {children}
        {detail}
      </span>
    </>
  );
  if (href !== undefined && !isHydrated)
    return (
      <a href={href} className={buttonClass('primary', className)}>
        {content}
      </a>
    );
  return (
    <Button className={className} {...button}>
      {content}
    </Button>
  );
}

/** Opens the share menu for a fetched file; this requires a recent tap. */
function ShareFileButton({ job }: { job: DownloadJob }) {
  const t = useTranslator();
  const { downloads } = usePostFilesContext();
  const isPhoto = useWebShareSupport().hasPhotos && job.isPhoto;
  return (
    <ShareButton job={job} isPhoto={isPhoto} onClick={() => downloads.share(job)}>
      {t(isPhoto ? 'phone.photos' : 'phone.share')}
    </ShareButton>
  );
}

export function PrepareShareButton({ job }: { job: DownloadJob }) {
  const t = useTranslator();
  const { downloads } = usePostFilesContext();
  const { hasPhotos } = useWebShareSupport();
  return (
    <ShareButton job={job} isPhoto={hasPhotos} variant="quiet" onClick={() => downloads.prepare(job)}>
      {t(hasPhotos ? 'phone.prepare' : 'phone.prepare_share')}
    </ShareButton>
  );
}

function ShareButton({
  job,
  isPhoto,
  children,
  ...button
}: ComponentProps<typeof Button> & { job: DownloadJob; isPhoto: boolean }) {
  const Icon = isPhoto ? Images : Share;
  return (
    <Button {...button}>
      <Icon aria-hidden="true" className="size-5" />
      {children}
      <span className="sr-only"> {`${job.name} ${job.format}`}</span>
    </Button>
  );
}
