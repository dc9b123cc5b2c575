import { useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import type { KeptStyle, LanguageStyle } from '#assistant/contract.ts';
import type { PageHandle } from '../../root.tsx';
import { servicesContext } from '../../services.ts';
import { useTranslator } from '../../translation.tsx';
import { useToast } from '../../ui/toast-provider.tsx';
import { AdminPage } from '../admin-page.tsx';
import { requireSignedIn } from '../admit.ts';
import { deskClient } from '../desk-client.ts';
import { deskRefusalText } from '../desk-refusal-text.ts';
import { Panel } from '../panel.tsx';
import { postLocaleNames } from '../post-locale-names.ts';
import { useKeptSession } from '../use-kept-session.ts';
import { SpendingPanel } from './spending-panel.tsx';
import { StyleCard } from './style-card.tsx';
import { StyleForm } from './style-form.tsx';

export const handle: PageHandle = { words: 'admin' };

export async function loader({ context }: LoaderFunctionArgs) {
  const { translationBooks, assistant } = context.get(servicesContext);
  const [styles, spending] = await Promise.all([translationBooks.listStyles(), translationBooks.spending()]);
  const expiresAt = requireSignedIn(context).session.expiresAt.getTime();
  return { styles, spending, hasModel: assistant.models.text, expiresAt };
}

/** The page keeps its list itself. */
export const shouldRevalidate = () => false;

/** `/admin/translation` */
export default function TranslationPage() {
  const t = useTranslator();
  const notify = useToast();
  const { styles: loaded, spending, hasModel, expiresAt } = useLoaderData<typeof loader>();
  useKeptSession(expiresAt);
  const [styles, setStyles] = useState<readonly KeptStyle[]>(loaded);
  const [edited, setEdited] = useState<KeptStyle | null>(null);

  async function save({ locale }: KeptStyle, style: LanguageStyle): Promise<string | null> {
    const answer = await deskClient.saveStyle(locale, style);
    if (!answer.ok) return deskRefusalText(t, answer.error);
    setStyles((all) => all.map((one) => (one.locale === locale ? answer.value : one)));
    setEdited(null);
    notify({ title: t('admin.shelves.saved'), description: postLocaleNames[locale], tone: 'good' });
    return null;
  }

  return (
    <AdminPage
      path="/admin/translation"
      title={t('admin.nav.translation')}
      subtitle={t('admin.styles.intro')}
    >
      <SpendingPanel spending={spending} hasModel={hasModel} />
      <Panel heading={t('admin.styles.title')}>
        <ul className="grid gap-3">
          {styles.map((style) => (
            <li key={style.locale}>
              <StyleCard style={style} onEdit={() => setEdited(style)} />
            </li>
          ))}
        </ul>
      </Panel>
      {edited && (
        <StyleForm style={edited} onSave={(style) => save(edited, style)} onClose={() => setEdited(null)} />
      )}
    </AdminPage>
  );
}
