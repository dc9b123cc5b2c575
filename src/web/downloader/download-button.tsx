import Download from 'lucide-react/icons/download';
import LockKeyhole from 'lucide-react/icons/lock-keyhole';
import type { Quality } from '#media/contract.ts';
import { useTranslator } from '../translation.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';

export function DownloadButton({
  quality,
  name,
  isVerified,
  isSaved,
  onDownload,
}: {
  quality: Quality;
  name: string;
  isVerified: boolean;
  isSaved: boolean;
  onDownload: () => void;
}) {
  const t = useTranslator();
  const isHydrated = useHydrated();
  const file = <span className="sr-only"> {`${name} ${quality.format}`}</span>;
  if (!isVerified) {
    return (
      <Button aria-disabled onClick={onDownload}>
        <LockKeyhole aria-hidden="true" className="size-5" />
        {t('verification.first')}
        {file}
      </Button>
    );
  }
  const label = (
    <>
      <Download aria-hidden="true" className="size-5" />
      {t('action.download')}
      {file}
    </>
  );
  if (!isHydrated) {
    return (
      <a href={quality.url} className={buttonClass()}>
        {label}
      </a>
    );
  }
  return (
    <Button variant={isSaved ? 'quiet' : 'primary'} onClick={onDownload}>
      {label}
    </Button>
  );
}
