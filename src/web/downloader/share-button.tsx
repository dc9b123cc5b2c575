import Images from 'lucide-react/icons/images';
import Share from 'lucide-react/icons/share';
import { useTranslator } from '../translation.tsx';
import { Button } from '../ui/button.tsx';
import { usePhoneSharing } from './phone-sharing.ts';
import type { Downloads } from './use-downloads.ts';
import { type WantedFile, wantedFormat } from './wanted-file.ts';

/** Opens the phone's own menu for a file that is here; the tap has to be a fresh one. */
export function ShareButton({
  wanted,
  name,
  downloads,
}: {
  wanted: WantedFile;
  name: string;
  downloads: Downloads;
}) {
  const t = useTranslator();
  const isPhoto = usePhoneSharing().hasPhotos && goesToPhotos(wanted);
  const Icon = isPhoto ? Images : Share;
  return (
    <Button onClick={() => downloads.share(wanted)}>
      <Icon aria-hidden="true" className="size-5" />
      {t(isPhoto ? 'phone.photos' : 'phone.share')}
      <span className="sr-only"> {`${name} ${wantedFormat(wanted)}`}</span>
    </Button>
  );
}

/** Fetches a file for it. */
export function PrepareButton({
  wanted,
  name,
  downloads,
}: {
  wanted: WantedFile;
  name: string;
  downloads: Downloads;
}) {
  const t = useTranslator();
  const { hasPhotos } = usePhoneSharing();
  const Icon = hasPhotos ? Images : Share;
  return (
    <Button variant="quiet" onClick={() => downloads.prepare(wanted)}>
      <Icon aria-hidden="true" className="size-5" />
      {t(hasPhotos ? 'phone.prepare' : 'phone.prepare_share')}
      <span className="sr-only"> {`${name} ${wantedFormat(wanted)}`}</span>
    </Button>
  );
}

/** A phone's photos take pictures and videos. */
export function goesToPhotos({ quality, as }: WantedFile): boolean {
  return quality.type !== 'audio' && as !== 'm4a';
}
