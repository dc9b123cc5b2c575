import Images from 'lucide-react/icons/images';
import Share from 'lucide-react/icons/share';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import { useWebShareSupport } from '../media/web-share.ts';
import type { DownloadJob } from '../save/download-job.ts';
import { usePostFilesContext } from './post-files.ts';

/** Opens the share menu for a fetched file; this requires a recent tap. */
export function ShareFileButton({ job }: { job: DownloadJob }) {
  const t = useTranslator();
  const { downloads } = usePostFilesContext();
  const isPhoto = useWebShareSupport().hasPhotos && job.isPhoto;
  const Icon = isPhoto ? Images : Share;
  return (
    <Button onClick={() => downloads.share(job)}>
      <Icon aria-hidden="true" className="size-5" />
      {t(isPhoto ? 'phone.photos' : 'phone.share')}
      <span className="sr-only"> {`${job.name} ${job.format}`}</span>
    </Button>
  );
}

export function PrepareShareButton({ job }: { job: DownloadJob }) {
  const t = useTranslator();
  const { downloads } = usePostFilesContext();
  const { hasPhotos } = useWebShareSupport();
  const Icon = hasPhotos ? Images : Share;
  return (
    <Button variant="quiet" onClick={() => downloads.prepare(job)}>
      <Icon aria-hidden="true" className="size-5" />
      {t(hasPhotos ? 'phone.prepare' : 'phone.prepare_share')}
      <span className="sr-only"> {`${job.name} ${job.format}`}</span>
    </Button>
  );
}
