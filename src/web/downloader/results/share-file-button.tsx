import Images from 'lucide-react/icons/images';
import Share from 'lucide-react/icons/share';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import { useWebShareSupport } from '../media/web-share.ts';
import { type RequestedFile, requestedFormat } from '../save/requested-file.ts';
import { usePostFilesContext } from './post-files.ts';

interface ShareButtonProps {
  requestedFile: RequestedFile;
  name: string;
}

/** Opens the share menu for a fetched file; this requires a recent tap. */
export function ShareFileButton({ requestedFile, name }: ShareButtonProps) {
  const t = useTranslator();
  const { downloads } = usePostFilesContext();
  const isPhoto = useWebShareSupport().hasPhotos && isPhotoLibraryFile(requestedFile);
  const Icon = isPhoto ? Images : Share;
  return (
    <Button onClick={() => downloads.share(requestedFile)}>
      <Icon aria-hidden="true" className="size-5" />
      {t(isPhoto ? 'phone.photos' : 'phone.share')}
      <span className="sr-only"> {`${name} ${requestedFormat(requestedFile)}`}</span>
    </Button>
  );
}

export function PrepareShareButton({ requestedFile, name }: ShareButtonProps) {
  const t = useTranslator();
  const { downloads } = usePostFilesContext();
  const { hasPhotos } = useWebShareSupport();
  const Icon = hasPhotos ? Images : Share;
  return (
    <Button variant="quiet" onClick={() => downloads.prepare(requestedFile)}>
      <Icon aria-hidden="true" className="size-5" />
      {t(hasPhotos ? 'phone.prepare' : 'phone.prepare_share')}
      <span className="sr-only"> {`${name} ${requestedFormat(requestedFile)}`}</span>
    </Button>
  );
}

export function isPhotoLibraryFile({ quality, as }: RequestedFile): boolean {
  return quality.type !== 'audio' && as !== 'm4a';
}
