import { useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import type { StoredStyleGuide, StyleGuide } from '#translation/contract.ts';
import type { PageHandle } from '../../root.tsx';
import { servicesContext } from '../../services.ts';
import { useTranslator } from '../../translator.tsx';
import { useToast } from '../../ui/toast/toast-provider.tsx';
import { adminApi, adminApiErrorMessage } from '../admin-api.ts';
import { AdminPage } from '../admin-page.tsx';
import { requireSession } from '../authorize.ts';
import { Card } from '../panel.tsx';
import { postLanguageNames } from '../post-labels.ts';
import { useSessionRenewal } from '../use-session-renewal.ts';
import { AiUsagePanel } from './ai-usage-panel.tsx';
import { StyleGuideCard } from './style-guide-card.tsx';
import { StyleGuideForm } from './style-guide-form.tsx';

export const handle: PageHandle = { bundle: 'admin' };

export async function loader({ context }: LoaderFunctionArgs) {
  const { glossaryStore, suggestions } = context.get(servicesContext);
  const [styles, spending] = await Promise.all([
    glossaryStore.listStyleGuides(),
    glossaryStore.readTokenUsage(),
  ]);
  const expiresAt = requireSession(context).session.expiresAt.getTime();
  return { styles, spending, hasModel: suggestions.models.text, expiresAt };
}

// The page updates its own list.
export const shouldRevalidate = () => false;

export default function GlossaryPage() {
  const t = useTranslator();
  const notify = useToast();
  const { styles: loaded, spending, hasModel, expiresAt } = useLoaderData<typeof loader>();
  useSessionRenewal(expiresAt);
  const [styles, setStyles] = useState<readonly StoredStyleGuide[]>(loaded);
  const [edited, setEdited] = useState<StoredStyleGuide | null>(null);

  async function save({ locale }: StoredStyleGuide, style: StyleGuide): Promise<string | null> {
    const result = await adminApi.saveStyleGuide(locale, style);
    if (!result.ok) return adminApiErrorMessage(t, result.error);
    setStyles((all) => all.map((styleGuide) => (styleGuide.locale === locale ? result.value : styleGuide)));
    setEdited(null);
    notify({ title: t('admin.taxonomy.saved'), description: postLanguageNames[locale], tone: 'good' });
    return null;
  }

  return (
    <AdminPage
      path="/admin/translation"
      title={t('admin.nav.translation')}
      subtitle={t('admin.glossary.intro')}
    >
      <AiUsagePanel spending={spending} hasModel={hasModel} />
      <Card heading={t('admin.glossary.title')}>
        <ul className="grid gap-3">
          {styles.map((style) => (
            <li key={style.locale}>
              <StyleGuideCard style={style} onEdit={() => setEdited(style)} />
            </li>
          ))}
        </ul>
      </Card>
      {edited && (
        <StyleGuideForm
          style={edited}
          onSave={(style) => save(edited, style)}
          onClose={() => setEdited(null)}
        />
      )}
    </AdminPage>
  );
}
