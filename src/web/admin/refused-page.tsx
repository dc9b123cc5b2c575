import { useTranslator } from '../translation.tsx';
import { buttonClass } from '../ui/button.tsx';
import { PlainPage } from './plain-page.tsx';

/** A page or a form of the administration was refused: 401 for who is not signed in, 403 for a role, 503 where nothing can be kept. */
export function RefusedPage({ status }: { status: 401 | 403 | 503 }) {
  const t = useTranslator();
  if (status === 503)
    return <PlainPage title={t('error.server.unwritable_title')} intro={t('error.server.unwritable')} />;
  const isSignedOut = status === 401;
  return (
    <PlainPage
      title={isSignedOut ? t('admin.refused.signed_out.title') : t('admin.refused.role.title')}
      intro={isSignedOut ? t('admin.refused.signed_out.text') : t('admin.refused.role.text')}
    >
      <a href={isSignedOut ? '/admin/sign-in' : '/admin/blog'} className={buttonClass('primary', 'mt-8')}>
        {isSignedOut ? t('admin.sign_in.action') : t('admin.nav.blog')}
      </a>
    </PlainPage>
  );
}
