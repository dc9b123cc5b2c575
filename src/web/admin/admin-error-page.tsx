import { AuthPage } from '../layout/auth-page.tsx';
import { useTranslator } from '../translator.tsx';
import { buttonClass } from '../ui/button.tsx';

/** 401: not signed in. 403: the role lacks the permission. 503: storage is full or read-only. */
export function AdminErrorPage({ status }: { status: 401 | 403 | 503 }) {
  const t = useTranslator();
  if (status === 503)
    return <AuthPage title={t('error.server.unwritable_title')} intro={t('error.server.unwritable')} />;
  const isSignedOut = status === 401;
  return (
    <AuthPage
      title={isSignedOut ? t('admin.access_denied.signed_out.title') : t('admin.access_denied.role.title')}
      intro={isSignedOut ? t('admin.access_denied.signed_out.text') : t('admin.access_denied.role.text')}
    >
      <a href={isSignedOut ? '/admin/sign-in' : '/admin/blog'} className={buttonClass('primary', 'mt-8')}>
        {isSignedOut ? t('admin.sign_in.action') : t('admin.nav.blog')}
      </a>
    </AuthPage>
  );
}
