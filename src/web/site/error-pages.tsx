import { localizedPath } from '#i18n/localized-path.ts';
import { MessagePage } from '../layout/message-page.tsx';
import { useTranslator } from '../translator.tsx';
import { buttonClass } from '../ui/button.tsx';

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

export function NotFoundPage() {
  const t = useTranslator();
  return (
    <MessagePage title={t('missing.title')} heading={t('missing.heading')}>
      <p className="mt-4 max-w-prose text-lg text-pretty text-muted">{t('missing.text')}</p>
      <a href="/" className={buttonClass('primary', 'mt-8')}>
        {t('missing.home')}
      </a>
    </MessagePage>
  );
}
