import { useState } from 'react';
import type { AdminPostSummary } from '#blog/editing-contract.ts';
import type { MessageKey } from '#i18n/translator.ts';
import type { RunRequest } from '#translation/contract.ts';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Options, SelectField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { RadioCards } from '../../ui/radio-cards.tsx';
import { useToast } from '../../ui/toast/toast-provider.tsx';
import { adminApi, adminApiErrorMessage, type BulkChange, type BulkResult } from '../admin-api.ts';
import { useDialogTask } from '../form-dialog.tsx';
import { languageNameInSentence } from '../post-labels.ts';
import type { FilterOptions } from './admin-post-filter-form.tsx';

type BulkAction = BulkChange['action'];

const actionTexts = {
  publish: {
    title: 'admin.blog.bulk.publish_title',
    text: 'admin.blog.bulk.publish_text',
    confirm: 'admin.editor.publish',
    done: 'admin.blog.bulk.published',
  },
  archive: {
    title: 'admin.blog.bulk.archive_title',
    text: 'admin.blog.bulk.archive_text',
    confirm: 'admin.blog.remove.archive',
    done: 'admin.blog.bulk.archived',
  },
  add_tag: {
    title: 'admin.blog.bulk.add_tag_title',
    confirm: 'admin.blog.bulk.add_tag',
    done: 'admin.blog.bulk.changed',
  },
  remove_tag: {
    title: 'admin.blog.bulk.remove_tag_title',
    confirm: 'admin.blog.bulk.remove_tag',
    done: 'admin.blog.bulk.changed',
  },
  translate: {
    title: 'admin.blog.bulk.translate_title',
    text: 'admin.blog.bulk.translate_text',
    confirm: 'admin.run.start',
    done: 'admin.blog.bulk.translating',
  },
  delete: {
    title: 'admin.blog.bulk.delete_title',
    confirm: 'admin.blog.remove.forever_yes',
    done: 'admin.blog.bulk.deleted',
  },
} as const satisfies Record<BulkAction, Record<string, MessageKey>>;

const choices = {
  drafts: { name: 'admin.run.choice.drafts', hint: 'admin.run.choice.drafts_hint' },
  passed: { name: 'admin.run.choice.passed', hint: 'admin.run.choice.passed_hint' },
} as const satisfies Partial<Record<RunRequest['choice'], { name: MessageKey; hint: MessageKey }>>;

type Choice = keyof typeof choices;

/** Confirms an action for the posts, runs it, and lists the posts that could not be changed. */
export default function BulkDialog({
  action,
  posts,
  tags,
  hasModel,
  onChanged,
  onDone,
  onClose,
}: {
  action: BulkAction;
  posts: readonly AdminPostSummary[];
  tags: FilterOptions['tags'];
  hasModel: boolean;
  /** The posts in the list are out of date. */
  onChanged: () => void;
  /** The dialog is closed after the action has run. */
  onDone: () => void;
  onClose: () => void;
}) {
  const t = useTranslator();
  const notify = useToast();
  const { isBusy, error, run } = useDialogTask();
  const [results, setResults] = useState<readonly BulkResult[] | null>(null);
  const [tagId, setTagId] = useState(tags[0]?.id ?? '');
  const [choice, setChoice] = useState<Choice>('drafts');
  const isBlocked = action === 'translate' && !hasModel;

  function toChange(): BulkChange {
    if (action === 'translate') return { action, choice };
    return action === 'add_tag' || action === 'remove_tag' ? { action, tag_id: tagId } : { action };
  }

  const start = () =>
    run(async () => {
      const response = await adminApi.changePosts(posts, toChange());
      // Without a response, some posts may have been changed.
      onChanged();
      if (!response.ok) return adminApiErrorMessage(t, response.error);
      const found = response.value.results;
      if (found.some(({ success }) => !success)) {
        setResults(found);
        return null;
      }
      const { changed, unchanged } = countResults(found);
      notify({
        title:
          changed > 0
            ? t(actionTexts[action].done, { count: changed })
            : t('admin.blog.bulk.unchanged', { count: unchanged }),
        description: [
          changed > 0 && unchanged > 0 && t('admin.blog.bulk.unchanged', { count: unchanged }),
          action === 'translate' && changed > 0 && t('admin.run.leave'),
        ]
          .filter((line) => line !== false)
          .join(' '),
        tone: 'good',
      });
      onDone();
      return null;
    });

  if (results)
    return <ResultsDialog key="results" action={action} posts={posts} results={results} onClose={onDone} />;
  return (
    <Dialog title={t(actionTexts[action].title, { count: posts.length })} isBusy={isBusy} onClose={onClose}>
      {error && (
        <Notice role="alert" className="mt-4">
          {error}
        </Notice>
      )}
      {action === 'delete' && (
        <p className="mt-3 text-pretty">
          {t('admin.blog.bulk.delete_text', {
            language: languageNameInSentence(posts[0]?.locale ?? t.locale, t.locale),
          })}
        </p>
      )}
      {(action === 'publish' || action === 'archive' || action === 'translate') && (
        <p className="mt-3 text-pretty">{t(actionTexts[action].text)}</p>
      )}
      {(action === 'add_tag' || action === 'remove_tag') && (
        <SelectField
          id="bulk-tag"
          label={t('admin.blog.tag')}
          value={tagId}
          onChange={(event) => setTagId(event.target.value)}
          className="mt-4"
        >
          <Options items={tags.map(({ id, name }) => [id, name])} />
        </SelectField>
      )}
      {action === 'translate' && <ChoiceFields choice={choice} onChoose={setChoice} />}
      {isBlocked && <p className="mt-4 font-semibold">{t('admin.run.estimate_no_model')}</p>}
      <div className="mt-6 flex flex-wrap gap-3">
        <Button aria-disabled={isBusy || isBlocked} onClick={() => !isBlocked && start()}>
          {t(actionTexts[action].confirm)}
        </Button>
        <Button
          variant="quiet"
          data-autofocus={action === 'delete' ? '' : undefined}
          onClick={() => !isBusy && onClose()}
        >
          {t('admin.action.cancel')}
        </Button>
      </div>
    </Dialog>
  );
}

function countResults(results: readonly BulkResult[]) {
  const succeeded = results.filter((result) => result.success);
  const changed = succeeded.filter((result) => result.changed).length;
  return { changed, unchanged: succeeded.length - changed, failed: results.length - succeeded.length };
}

function ChoiceFields({ choice, onChoose }: { choice: Choice; onChoose: (choice: Choice) => void }) {
  const t = useTranslator();
  const cards = (Object.keys(choices) as Choice[]).map((value) => ({
    value,
    name: t(choices[value].name),
    hint: t(choices[value].hint),
  }));
  return (
    <div className="mt-4">
      <RadioCards
        label={t('admin.run.choice.label')}
        name="choice"
        cards={cards}
        value={choice}
        onChange={onChoose}
      />
    </div>
  );
}

function ResultsDialog({
  action,
  posts,
  results,
  onClose,
}: {
  action: BulkAction;
  posts: readonly AdminPostSummary[];
  results: readonly BulkResult[];
  onClose: () => void;
}) {
  const t = useTranslator();
  const { changed, unchanged, failed } = countResults(results);
  const byId = new Map(posts.map((post) => [post.id, post]));
  return (
    <Dialog title={t(actionTexts[action].title, { count: posts.length })} onClose={onClose}>
      <div role="status" className="mt-3 grid gap-1">
        {changed > 0 && <p>{t(actionTexts[action].done, { count: changed })}</p>}
        {unchanged > 0 && <p>{t('admin.blog.bulk.unchanged', { count: unchanged })}</p>}
        <p className="font-semibold">{t('admin.blog.bulk.failed', { count: failed })}</p>
      </div>
      <ul className="mt-3 grid gap-3">
        {results.map((result) => {
          const post = byId.get(result.id);
          return (
            !result.success && (
              <li key={result.id} className="border-t border-line pt-3">
                <a
                  href={`/admin/blog/${result.id}`}
                  lang={post?.locale}
                  className="font-semibold hover:text-accent"
                >
                  {post?.title || t('admin.blog.untitled')}
                </a>
                <p className="text-sm text-pretty text-muted">{result.error}</p>
              </li>
            )
          );
        })}
      </ul>
      <Button data-autofocus="" className="mt-6" onClick={onClose}>
        {t('admin.run.close')}
      </Button>
    </Dialog>
  );
}
