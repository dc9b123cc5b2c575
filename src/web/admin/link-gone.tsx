import { useTranslator } from '../translation.tsx';
import { PlainPage } from './plain-page.tsx';

/** A link that was used, is too old or never was: the same for all three. */
export function LinkGone() {
  const t = useTranslator();
  return <PlainPage title={t('admin.link_gone.title')} intro={t('admin.link_gone.text')} />;
}
