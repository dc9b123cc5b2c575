import { useId } from 'react';
import type { PostStatus } from '#blog/editing-contract.ts';
import { useHydrated } from '../../../browser/use-hydrated.ts';
import { formatZonedDateTime } from '../../../format-date.ts';
import { useTranslator } from '../../../translator.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { postStatusLabels } from '../../post-labels.ts';
import type { EditorContext } from '../editor-context.ts';
import { SelectField } from './form-field.tsx';

export function SettingsPanel({
  context,
  onCancelSchedule,
}: {
  context: EditorContext;
  onCancelSchedule: () => void;
}) {
  const t = useTranslator();
  // The server doesn't know the user's time zone.
  const isHydrated = useHydrated();
  const { data, draft } = context;
  const { fields, change, document } = draft;
  const statuses: PostStatus[] = data.mayPublish ? ['draft', 'published', 'archived'] : ['draft', 'archived'];
  const scheduledAt = document?.scheduled_at;
  return (
    <Card as="section" aria-labelledby="settings" className="p-5">
      <h2 id="settings" className="text-lg font-bold">
        {t('admin.editor.settings')}
      </h2>
      <div className="mt-4 grid gap-5">
        <SelectField
          label={t('admin.editor.status')}
          value={fields.status}
          onChange={(event) => change({ status: event.target.value as PostStatus })}
        >
          {!statuses.includes(fields.status) && (
            <option value={fields.status}>{t(postStatusLabels[fields.status])}</option>
          )}
          {statuses.map((status) => (
            <option key={status} value={status}>
              {t(postStatusLabels[status])}
            </option>
          ))}
        </SelectField>
        {scheduledAt && (
          <div className="rounded-2xl bg-tint p-4 text-sm">
            <p className="font-semibold">
              {t('admin.editor.scheduled', {
                moment: formatZonedDateTime(t.locale, new Date(scheduledAt), isHydrated ? undefined : 'UTC'),
              })}
            </p>
            {data.mayPublish && (
              <Button variant="quiet" className="mt-3 w-full text-sm" onClick={onCancelSchedule}>
                {t('admin.editor.cancel_schedule')}
              </Button>
            )}
          </div>
        )}
        <SelectField
          label={t('admin.editor.category')}
          value={fields.category_id ?? ''}
          onChange={(event) => change({ category_id: event.target.value || null })}
        >
          <option value="">{t('admin.editor.no_category')}</option>
          {data.categories.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <TagPicker context={context} />
      </div>
    </Card>
  );
}

function TagPicker({ context: { data, draft } }: { context: EditorContext }) {
  const t = useTranslator();
  const id = useId();
  const { tag_ids: selected } = draft.fields;
  const toggle = (tag: string) =>
    draft.change({
      tag_ids: selected.includes(tag) ? selected.filter((other) => other !== tag) : [...selected, tag],
    });
  return (
    <fieldset aria-labelledby={id} className="min-w-0">
      <h3 id={id} className="font-semibold">
        {t('admin.editor.tags')}
      </h3>
      {data.tags.length === 0 && <p className="mt-1.5 text-sm text-muted">{t('admin.editor.no_tags')}</p>}
      <div className="mt-2 flex flex-wrap gap-2">
        {data.tags.map((tag) => (
          <button
            key={tag.id}
            type="button"
            aria-pressed={selected.includes(tag.id)}
            onClick={() => toggle(tag.id)}
            className="min-h-8 cursor-pointer rounded-full border border-field px-3 py-1 text-sm font-semibold hover:border-accent aria-pressed:border-accent aria-pressed:bg-accent aria-pressed:text-on-accent disabled:cursor-not-allowed"
          >
            {tag.name}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
