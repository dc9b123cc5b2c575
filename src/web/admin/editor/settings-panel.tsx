import type { PostStatus } from '#desk/contract.ts';
import { useTranslator } from '../../translation.tsx';
import { Button } from '../../ui/button.tsx';
import { useHydrated } from '../../ui/use-hydrated.ts';
import { postStatusNames } from '../post-status.ts';
import type { EditorParts } from './editor-parts.ts';
import { SelectField } from './form-field.tsx';
import { localMoment } from './local-moment.ts';
import { TagToggles } from './tag-toggles.tsx';

export function SettingsPanel({
  parts,
  onCancelSchedule,
}: {
  parts: EditorParts;
  onCancelSchedule: () => void;
}) {
  const t = useTranslator();
  // The server does not know where its reader is.
  const isHydrated = useHydrated();
  const { data, draft } = parts;
  const { fields, change, document } = draft;
  const statuses: PostStatus[] = data.mayPublish ? ['draft', 'published', 'archived'] : ['draft', 'archived'];
  const scheduledAt = document?.scheduled_at;
  return (
    <section aria-labelledby="settings" className="rounded-3xl border border-line bg-surface p-5">
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
            <option value={fields.status}>{t(postStatusNames[fields.status])}</option>
          )}
          {statuses.map((status) => (
            <option key={status} value={status}>
              {t(postStatusNames[status])}
            </option>
          ))}
        </SelectField>
        {scheduledAt && (
          <div className="rounded-2xl bg-tint p-4 text-sm">
            <p className="font-semibold">
              {t('admin.editor.scheduled', {
                moment: localMoment(t.locale, new Date(scheduledAt), isHydrated ? undefined : 'UTC'),
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
        <TagToggles
          tags={data.tags}
          chosen={fields.tag_ids}
          onChange={(tagIds) => change({ tag_ids: tagIds })}
        />
      </div>
    </section>
  );
}
