import { localizedPath } from '#i18n/localized-path.ts';
import { useTranslator } from '../translation.tsx';
import { buttonClass } from '../ui/button.tsx';
import { MessagePage } from './message-page.tsx';

/** In production, the server has replaced `message` with a generic one. */
export function ApplicationErrorPage({ message }: { message: string | null }) {
  const t = useTranslator();
  return (
    <MessagePage title={t('crash.title')} heading={t('crash.heading')}>
      {message && <p className="mt-4 font-mono text-sm text-muted">{message}</p>}
      <p className="mt-4 max-w-prose text-lg text-pretty text-muted">{t('crash.text')}</p>
      <a href={localizedPath(t.locale, '/')} className={buttonClass('primary', 'mt-8')}>
        {t('nav.back_home')}
      </a>
    </MessagePage>
  );
}
