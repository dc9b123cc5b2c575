import { useTranslator } from '../translation.tsx';
import { AuthPage } from './plain-page.tsx';

/** Used, expired and unknown links look the same. */
export function ExpiredLinkPage() {
  const t = useTranslator();
  return <AuthPage title={t('admin.link_gone.title')} intro={t('admin.link_gone.text')} />;
}
