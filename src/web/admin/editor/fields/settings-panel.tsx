import type { PostStatus } from '#blog/editing-contract.ts';
import { formatZonedDateTime, toDateTimeInputValue } from '#i18n/format-date.ts';
import { useHydrated } from '../../../browser/use-hydrated.ts';
import { useTranslator } from '../../../translator.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { postStatusLabels } from '../../post-labels.ts';
import type { EditorContext } from '../editor-context.ts';
import { AuthorSelect } from './author-select.tsx';
import { SelectField, ValidatedField } from './form-field.tsx';
import { TagPicker } from './tag-picker.tsx';

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
        {data.kind === 'post' && (
          <>
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
            <AuthorSelect context={context} />
            <ValidatedField
              label={t('admin.editor.publication_date')}
              type="datetime-local"
              value={
                isHydrated && fields.publication_date !== null
                  ? toDateTimeInputValue(new Date(fields.publication_date))
                  : ''
              }
              parse={parsePublicationDate}
              onChange={(date) => change({ publication_date: date })}
              hint={t('admin.editor.publication_date_hint')}
              error={t('admin.editor.publication_date_future')}
            />
          </>
        )}
      </div>
    </Card>
  );
}

/** Undefined if the date is in the future. */
function parsePublicationDate(value: string): string | null | undefined {
  if (value === '') return null;
  const date = new Date(value);
  return date.getTime() <= Date.now() ? date.toISOString() : undefined;
}
