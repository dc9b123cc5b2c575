import { useTranslator } from '../translation.tsx';
import { buttonClass } from '../ui/button.tsx';
import { MessagePage } from './message-page.tsx';

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
