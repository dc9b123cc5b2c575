import Pencil from 'lucide-react/icons/pencil';
import { useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { localeTags } from '#i18n/locales.ts';
import type { StoredStyleGuide, StyleGuide, TokenUsage } from '#translation/contract.ts';
import { useHydrated } from '../../browser/use-hydrated.ts';
import type { PageHandle } from '../../rendering/page-handle.ts';
import { servicesContext } from '../../services.ts';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/field.tsx';
import { useToast } from '../../ui/toast/toast-provider.tsx';
import { adminApi, adminApiErrorMessage } from '../admin-api.ts';
import { AdminPage, Panel } from '../admin-page.tsx';
import { requireSession } from '../authorize.ts';
import { formatMoney } from '../format-money.ts';
import { languageNameInSentence, postLanguageNames } from '../post-labels.ts';
import { useLocalDateTime } from '../use-local-date-time.ts';
import { useSessionRenewal } from '../use-session-renewal.ts';
import { formalityLabels, StyleGuideForm } from './style-guide-form.tsx';

export const handle: PageHandle = { bundle: 'lists' };

export async function loader({ context }: LoaderFunctionArgs) {
  const { accounts, glossaryStore, machineNote, suggestions } = context.get(servicesContext);
  const { user, session } = requireSession(context);
  const [styleGuides, tokenUsage, hasMachineNote] = await Promise.all([
    glossaryStore.listStyleGuides(),
    glossaryStore.readTokenUsage(),
    machineNote.isOn(),
  ]);
  return {
    styleGuides,
    tokenUsage,
    hasMachineNote,
    mayManage: accounts.can(user, 'settings.manage'),
    hasModel: suggestions.models.text,
    expiresAt: session.expiresAt.getTime(),
  };
}

// The page updates its own list.
export const shouldRevalidate = () => false;

export default function GlossaryPage() {
  const t = useTranslator();
  const notify = useToast();
  const data = useLoaderData<typeof loader>();
  const { styleGuides: initialStyleGuides, tokenUsage, hasModel, expiresAt } = data;
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
      {data.mayManage && <MachineNotePanel isOn={data.hasMachineNote} />}
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

function StyleGuideCard({ styleGuide, onEdit }: { styleGuide: StoredStyleGuide; onEdit: () => void }) {
  const t = useTranslator();
  const { locale, address, style: styleNote, terms } = styleGuide;
  const name = postLanguageNames[locale];
  const summary = [
    address !== 'free' && t(formalityLabels[address]),
    terms.length > 0 && t('admin.glossary.word_count', { count: terms.length }),
  ].filter(Boolean);
  const isEmpty = summary.length === 0 && styleNote === '';
  return (
    <article className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-2xl border border-line p-4">
      <div className="min-w-0 flex-1 basis-60">
        <h3 className="font-semibold" lang={localeTags[locale]}>
          {name}
        </h3>
        <p className="text-sm text-pretty text-muted">
          {isEmpty ? t('admin.glossary.empty') : summary.join(' · ')}
        </p>
        {styleNote !== '' && <p className="mt-1 text-sm wrap-anywhere">{styleNote}</p>}
      </div>
      <Button
        variant="quiet"
        className="text-sm noscript:hidden"
        aria-haspopup="dialog"
        aria-label={t('admin.glossary.edit', { language: languageNameInSentence(locale, t.locale) })}
        onClick={onEdit}
      >
        <Pencil aria-hidden="true" className="size-4" />
        {t('admin.action.edit')}
      </Button>
    </article>
  );
}

function MachineNotePanel({ isOn: initial }: { isOn: boolean }) {
  const t = useTranslator();
  const notify = useToast();
  const isHydrated = useHydrated();
  const [isOn, setOn] = useState(initial);
  const [isBusy, setBusy] = useState(false);

  async function change(next: boolean): Promise<void> {
    setBusy(true);
    const result = await adminApi.setMachineNote(next);
    setBusy(false);
    if (result.ok) {
      setOn(result.value.shown);
      notify({ title: t('admin.taxonomy.saved'), description: '', tone: 'good' });
    } else
      notify({
        title: t('admin.glossary.machine_note_failed'),
        description: adminApiErrorMessage(t, result.error),
        tone: 'destructive',
      });
  }

  return (
    <Panel heading={t('admin.glossary.machine_note_title')}>
      <Checkbox
        checked={isOn}
        disabled={!isHydrated || isBusy}
        onChange={(event) => void change(event.target.checked)}
        className="cursor-pointer font-semibold"
      >
        {t('admin.glossary.machine_note')}
      </Checkbox>
      <p className="mt-1 text-sm text-pretty text-muted">{t('admin.glossary.machine_note_hint')}</p>
    </Panel>
  );
}

function AiUsagePanel({ usage: { today, runs }, hasModel }: { usage: TokenUsage; hasModel: boolean }) {
  const t = useTranslator();
  const formatLocalDateTime = useLocalDateTime();
  const numberFormat = new Intl.NumberFormat(localeTags[t.locale]);
  return (
    <Panel heading={t('admin.spend.title')}>
      {hasModel ? (
        <>
          <p className="font-semibold">
            {t('admin.spend.today', {
              tokens: numberFormat.format(today.tokens),
              budget: numberFormat.format(today.budget),
            })}
          </p>
          <p className="mt-1 text-sm text-pretty text-muted">{t('admin.spend.today_hint')}</p>
          {today.cost && (
            <>
              <p className="mt-3 font-semibold">
                {t('admin.spend.today_cost', { cost: formatMoney(today.cost, t.locale) })}
              </p>
              <p className="mt-1 text-sm text-pretty text-muted">{t('admin.spend.cost_hint')}</p>
            </>
          )}
        </>
      ) : (
        <p className="text-muted">{t('admin.spend.no_model')}</p>
      )}
      <h3 className="mt-5 font-semibold">{t('admin.spend.runs')}</h3>
      {runs.length === 0 ? (
        <p className="mt-1 text-muted">{t('admin.spend.none')}</p>
      ) : (
        <table className="mt-2 w-full text-sm max-sm:block">
          <thead className="text-start text-muted max-sm:sr-only">
            <tr>
              <th className={cellClass}>{t('admin.spend.article')}</th>
              <th className={cellClass}>{t('admin.spend.when')}</th>
              <th className={cellClass}>{t('admin.spend.languages')}</th>
              <th className={`${cellClass} sm:text-end`}>{t('admin.spend.tokens')}</th>
            </tr>
          </thead>
          <tbody className="max-sm:block">
            {runs.map((run) => (
              <tr key={run.id} className="border-t border-line max-sm:block max-sm:py-3">
                <td className={`${cellClass} wrap-anywhere`}>
                  <a
                    href={`/admin/blog/${run.post_id}`}
                    lang={localeTags[run.source_locale]}
                    className="font-semibold hover:text-accent"
                  >
                    {run.title || t('admin.blog.untitled')}
                  </a>
                </td>
                <td className={cellClass}>
                  <time dateTime={run.created_at}>{formatLocalDateTime(run.created_at)}</time>
                </td>
                <td className={`${cellClass} uppercase`}>{run.locales.join(' ')}</td>
                <td className={`${cellClass} sm:text-end`}>
                  {numberFormat.format(run.tokens)}{' '}
                  <span className="sm:sr-only">{t('admin.spend.tokens')}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

const cellClass = 'py-2 pe-4 text-start align-top font-normal max-sm:block max-sm:py-0.5';
