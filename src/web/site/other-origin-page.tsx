import { data } from 'react-router';
import { AuthPage } from '../layout/auth-page.tsx';
import { useTranslator } from '../translator.tsx';

interface OtherOrigin {
  /** The only origin whose forms are accepted. */
  publicOrigin: string;
  isAdmin: boolean;
}

export function otherOriginError(otherOrigin: OtherOrigin) {
  return data({ otherOrigin }, { status: 403 });
}

export function isOtherOrigin(error: unknown): error is { otherOrigin: OtherOrigin } {
  return typeof error === 'object' && error !== null && 'otherOrigin' in error;
}

/** Instead of the answer to a form that was sent under another origin than `PUBLIC_ORIGIN`. */
export function OtherOriginPage({ otherOrigin: { publicOrigin, isAdmin } }: { otherOrigin: OtherOrigin }) {
  const t = useTranslator();
  return (
    <AuthPage
      title={t('error.request.address_title')}
      intro={t('error.request.address', { origin: publicOrigin })}
    >
      {isAdmin && <p className="mt-4 text-pretty text-muted">{t('error.request.address_owner')}</p>}
    </AuthPage>
  );
}
