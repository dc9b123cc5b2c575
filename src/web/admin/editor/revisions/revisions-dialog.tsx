import ChevronLeft from 'lucide-react/icons/chevron-left';
import { useState } from 'react';
import type { EditorPost, PostFields, Revision, RevisionSummary } from '#blog/editing-contract.ts';
import { formatZonedDateTime } from '#i18n/format-date.ts';
import type { MessageKey, Translator } from '#i18n/translator.ts';
import type { TranslationRule } from '#settings/contract.ts';
import { useTranslator } from '../../../translator.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useToast } from '../../../ui/toast/toast-provider.tsx';
import { type AdminApiError, adminApi, adminApiErrorMessage } from '../../admin-api.ts';
import { translationRuleLabels } from '../../translation-rules.ts';
import { useRequest } from '../../use-request.ts';
import { formatPostField, postFieldLabels, type TaxonNames } from '../conflict/field-labels.ts';
import { splitHtmlBlocks } from '../conflict/html-blocks.ts';
import { MergedSegment, WordDiff } from '../conflict/text-diff.tsx';
import { mergeThreeWay } from '../conflict/three-way-merge.ts';
import { postFieldNames } from '../draft/post-fields.ts';
import type { Draft } from '../draft/use-draft.ts';

/** The list has the newest version first; null while it loads. */
function useRevisions(draft: Draft) {
  const t = useTranslator();
  const [list, setList] = useState<RevisionSummary[] | null>(null);
  const [selected, setSelected] = useState<Revision | null>(null);
  const [errorMessage, setErrorMessage] = useState<string | null>(null);
  const [isRestoring, setRestoring] = useState(false);

  const showError = (error: AdminApiError) => setErrorMessage(adminApiErrorMessage(t, error));

  /** Pending changes become a version first. */
  async function saveChanges(): Promise<EditorPost | null> {
    const saved = await draft.flush();
    if (saved.ok) return saved.value;
    setErrorMessage(saved.error.error ?? t('admin.error.no_answer'));
    return null;
  }

  useRequest(
    async (signal) => {
      const post = await saveChanges();
      return post && adminApi.listRevisions(post.id, signal);
    },
    (result) => {
      if (result?.ok) setList(result.value.revisions);
      else if (result) showError(result.error);
    },
  );

  async function saveAndRestore({ id }: Revision): Promise<boolean> {
    const post = await saveChanges();
    if (!post) return false;
    const result = await adminApi.restoreRevision(post.id, id, post.version);
    if (result.ok) draft.replace(result.value);
    else showError(result.error);
    return result.ok;
  }

  return {
    list,
    selected,
    errorMessage,
    isRestoring,
    async show(revision: RevisionSummary): Promise<void> {
      if (!draft.document) return;
      setErrorMessage(null);
      const result = await adminApi.openRevision(draft.document.id, revision.id);
      if (result.ok) setSelected(result.value);
      else showError(result.error);
    },
    hide: () => setSelected(null),
    /** Returns whether the editor now has the revision's text. */
    async restore(revision: Revision): Promise<boolean> {
      if (isRestoring) return false;
      setRestoring(true);
      setErrorMessage(null);
      const isRestored = await saveAndRestore(revision);
      setRestoring(false);
      return isRestored;
    },
  };
}

const kindLabels = {
  autosaved: 'admin.draft.versions.autosaved',
  saved: 'admin.draft.versions.saved',
  published: 'admin.draft.versions.published',
  restored: 'admin.draft.versions.restored',
  translation_started: 'admin.draft.versions.translation_started',
} as const satisfies Record<RevisionSummary['kind'], MessageKey>;

/** What a rule has saved without publishing it. */
const unpublishedLabels = {
  draft: 'admin.draft.versions.saved_as_draft',
  published: 'admin.draft.versions.waits',
  archived: 'admin.draft.versions.waits',
} as const satisfies Record<RevisionSummary['status'], MessageKey>;

function describeOrigin(t: Translator, { kind, status, author_name: name, rule }: RevisionSummary): string {
  const label = t(rule !== null && kind === 'saved' ? unpublishedLabels[status] : kindLabels[kind]);
  return [label, name, rule && describeRule(t, rule)].filter(Boolean).join(' · ');
}

/** The server may be newer than the page, and send another rule. */
function describeRule(t: Translator, rule: TranslationRule): string {
  return Object.hasOwn(translationRuleLabels, rule)
    ? t('admin.draft.versions.by_rule', { rule: t(translationRuleLabels[rule]) })
    : t('admin.draft.versions.by_other_rule');
}

export default function RevisionsDialog({
  draft,
  names,
  onClose,
}: {
  draft: Draft;
  names: TaxonNames;
  onClose: () => void;
}) {
  const t = useTranslator();
  const formatNumber = ({ version }: RevisionSummary) =>
    t('admin.draft.versions.number', { number: String(version) });
  const toast = useToast();
  const revisions = useRevisions(draft);
  const { list, selected, errorMessage, isRestoring } = revisions;
  const describe = (revision: RevisionSummary) => describeOrigin(t, revision);
  const formatDate = (revision: RevisionSummary) =>
    formatZonedDateTime(t.locale, new Date(revision.created_at));

  return (
    <Dialog title={t('admin.draft.versions.title')} isWide isBusy={isRestoring} onClose={onClose}>
      <p className="mt-2 text-pretty text-muted">{t('admin.draft.versions.text')}</p>
      {errorMessage !== null && (
        <Notice role="alert" className="mt-4">
          {errorMessage}
        </Notice>
      )}
      {errorMessage === null && list === null && (
        <p role="status" className="mt-6 text-muted">
          {t('admin.draft.versions.loading')}
        </p>
      )}
      {list?.length === 0 && <p className="mt-6 text-muted">{t('admin.draft.versions.empty')}</p>}
      {list && !selected && (
        <ul className="mt-6 grid gap-2">
          {list.map((revision) => (
            <li key={revision.id}>
              <button
                type="button"
                onClick={() => void revisions.show(revision)}
                className="w-full cursor-pointer rounded-2xl border border-line p-4 text-start hover:border-accent"
              >
                <span className="block font-semibold">
                  {revision.title
                    ? t('admin.draft.versions.titled', {
                        number: String(revision.version),
                        title: revision.title,
                      })
                    : formatNumber(revision)}
                </span>
                <span className="mt-0.5 block text-sm text-muted">{describe(revision)}</span>
                <span className="block text-sm text-muted">{formatDate(revision)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {selected && (
        <section className="mt-6" aria-label={formatNumber(selected)}>
          <button
            type="button"
            onClick={revisions.hide}
            className="-ms-1 inline-flex min-h-11 cursor-pointer items-center gap-1 text-sm font-semibold text-muted hover:text-accent"
          >
            <ChevronLeft aria-hidden="true" className="size-4" />
            {t('admin.draft.versions.back')}
          </button>
          <h3 className="mt-2 text-lg font-bold">{formatNumber(selected)}</h3>
          <p className="text-sm text-muted">{`${describe(selected)}, ${formatDate(selected)}`}</p>
          <RevisionDiff before={selected.fields} current={draft.fields} names={names} />
        </section>
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        {selected && (
          <Button
            aria-disabled={isRestoring}
            onClick={async () => {
              if (!(await revisions.restore(selected))) return;
              toast({ title: t('admin.draft.versions.done'), description: '', tone: 'good' });
              onClose();
            }}
          >
            {t(isRestoring ? 'admin.draft.versions.restoring' : 'admin.draft.versions.restore')}
          </Button>
        )}
        <Button variant="quiet" onClick={onClose}>
          {t('action.close')}
        </Button>
      </div>
    </Dialog>
  );
}

function RevisionDiff({
  before,
  current,
  names,
}: {
  before: PostFields;
  current: PostFields;
  names: TaxonNames;
}) {
  const t = useTranslator();
  const rows = postFieldNames
    .filter((name) => name !== 'content')
    .map((name) => ({
      name,
      oldValue: formatPostField(t, names, name, before),
      newValue: formatPostField(t, names, name, current),
    }))
    .filter(({ oldValue, newValue }) => oldValue.trim() !== newValue.trim());
  const base = splitHtmlBlocks(before.content);
  const segments = mergeThreeWay(base, splitHtmlBlocks(current.content), base);
  if (rows.length === 0 && segments.every(({ kind }) => kind === 'unchanged')) {
    return <p className="mt-4 text-muted">{t('admin.draft.versions.same')}</p>;
  }
  return (
    <>
      <p className="mt-4 text-sm text-pretty text-muted">{t('admin.draft.versions.legend')}</p>
      {rows.length > 0 && (
        <dl className="mt-4 grid gap-3">
          {rows.map(({ name, oldValue, newValue }) => (
            <div key={name}>
              <dt className="text-sm font-semibold">{t(postFieldLabels[name])}</dt>
              <dd>
                <WordDiff before={oldValue} after={newValue} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <div className="mt-4 grid gap-4">
        {segments.map((segment, index) =>
          segment.kind === 'conflict' ? null : (
            <MergedSegment key={`segment-${String(index)}`} segment={segment} label="" />
          ),
        )}
      </div>
    </>
  );
}
