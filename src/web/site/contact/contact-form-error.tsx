import { useTranslator } from '../../translator.tsx';
import { noticeClass } from '../../ui/notice.tsx';

/** In place of the form, after a crash. */
export function ContactFormError({ message }: { message: string | null }) {
  const t = useTranslator();
  return (
    <div role="alert" className={noticeClass('error', 'p-4')}>
      <p className="font-semibold">{t('crash.heading')}</p>
      {message && <p className="mt-2 font-mono text-sm">{message}</p>}
      <p className="mt-2 text-pretty">{t('crash.text')}</p>
    </div>
  );
}
