import { AuthPage } from '../../layout/auth-page.tsx';
import { useTranslator } from '../../translator.tsx';
import { buttonClass } from '../../ui/button.tsx';

/** After a reload, the editor offers what was typed. */
export function EditorErrorPage({ message }: { message: string | null }) {
  const t = useTranslator();
  return (
    <AuthPage title={t('crash.heading')} intro={t('crash.text')}>
      {message && <p className="mt-4 font-mono text-sm text-muted">{message}</p>}
      <a href="/admin/blog" className={buttonClass('primary', 'mt-8')}>
        {t('admin.nav.blog')}
      </a>
    </AuthPage>
  );
}
