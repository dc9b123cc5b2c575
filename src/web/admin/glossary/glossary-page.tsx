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
import { Panel } from '../panel.tsx';
import { postLanguageNames } from '../post-labels.ts';
import { useSessionRenewal } from '../use-session-renewal.ts';
import { AiUsagePanel } from './ai-usage-panel.tsx';
import { StyleGuideCard } from './style-guide-card.tsx';
import { StyleGuideForm } from './style-guide-form.tsx';

export const handle: PageHandle = { bundle: 'admin' };

export async function loader({ context }: LoaderFunctionArgs) {
  const { glossaryStore, suggestions } = context.get(servicesContext);
  const [styleGuides, tokenUsage] = await Promise.all([
    glossaryStore.listStyleGuides(),
    glossaryStore.readTokenUsage(),
  ]);
  const expiresAt = requireSession(context).session.expiresAt.getTime();
  return { styleGuides, tokenUsage, hasModel: suggestions.models.text, expiresAt };
}

// The page updates its own list.
export const shouldRevalidate = () => false;

export default function GlossaryPage() {
  const t = useTranslator();
  const notify = useToast();
  const { styleGuides: initialStyleGuides, tokenUsage, hasModel, expiresAt } = useLoaderData<typeof loader>();
  useSessionRenewal(expiresAt);
  const [styleGuides, setStyleGuides] = useState<readonly StoredStyleGuide[]>(initialStyleGuides);
  const [editedGuide, setEditedGuide] = useState<StoredStyleGuide | null>(null);

  async function save({ locale }: StoredStyleGuide, input: StyleGuide): Promise<string | null> {
    const result = await adminApi.saveStyleGuide(locale, input);
    if (!result.ok) return adminApiErrorMessage(t, result.error);
    setStyleGuides((all) =>
      all.map((styleGuide) => (styleGuide.locale === locale ? result.value : styleGuide)),
    );
    setEditedGuide(null);
    notify({ title: t('admin.taxonomy.saved'), description: postLanguageNames[locale], tone: 'good' });
    return null;
  }

  return (
    <AdminPage
      path="/admin/translation"
      title={t('admin.nav.translation')}
      subtitle={t('admin.glossary.intro')}
    >
      <AiUsagePanel usage={tokenUsage} hasModel={hasModel} />
      <Panel heading={t('admin.glossary.title')}>
        <ul className="grid gap-3">
          {styleGuides.map((styleGuide) => (
            <li key={styleGuide.locale}>
              <StyleGuideCard styleGuide={styleGuide} onEdit={() => setEditedGuide(styleGuide)} />
            </li>
          ))}
        </ul>
      </Panel>
      {editedGuide && (
        <StyleGuideForm
          styleGuide={editedGuide}
          onSave={(input) => save(editedGuide, input)}
          onClose={() => setEditedGuide(null)}
        />
      )}
    </AdminPage>
  );
}
