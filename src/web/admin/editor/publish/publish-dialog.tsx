import Check from 'lucide-react/icons/check';
import { useId, useState } from 'react';
import {
  defaultScheduleTime,
  formatZonedDateTime,
  timeZoneName,
  toDateTimeInputValue,
} from '#i18n/format-date.ts';
import { useTranslator } from '../../../translator.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import type { EditorContext } from '../editor-context.ts';
import { editorMessages } from '../editor-messages.ts';
import { TextField } from '../fields/form-field.tsx';
import type { PostActions } from '../use-post-actions.ts';
import { listPublishWarnings } from './publish-checks.ts';

/** A checklist, then one decision. Nothing on the list prevents publishing. */
export default function PublishDialog({
  context: { data, draft, locale },
  actions,
  onClose,
}: {
  context: EditorContext;
  actions: PostActions;
  onClose: () => void;
}) {
  const t = useTranslator();
  const headingId = useId();
  const { document, fields } = draft;
  const { kind } = data;
  const warnings = listPublishWarnings(t, fields, { kind, locale, languages: document?.languages ?? [] });
  const closeAndRun = (action: () => Promise<void>) => {
    onClose();
    void action();
  };
  return (
    <Dialog title={t(editorMessages[kind].confirmPublish)} onClose={onClose}>
      {warnings.length === 0 ? (
        <p className="mt-3 flex items-center gap-2 text-good">
          <Check aria-hidden="true" className="size-4.5 shrink-0" />
          {t('admin.editor.check.complete')}
        </p>
      ) : (
        <section aria-labelledby={headingId} className="mt-4 rounded-2xl bg-tint p-4">
          <h3 id={headingId} className="font-semibold">
            {t('admin.editor.check.heading')}
          </h3>
          <ul className="mt-2 list-disc space-y-1 ps-5 text-sm text-pretty">
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </section>
      )}
      <div className="mt-6 grid gap-3">
        <Button onClick={() => closeAndRun(actions.publish)}>{t('admin.editor.publish_now')}</Button>
        <Button variant="quiet" onClick={() => closeAndRun(actions.saveAndExit)}>
          {t(fields.status === 'draft' ? 'admin.editor.save_as_draft' : 'admin.editor.save_archived')}
        </Button>
      </div>
      <ScheduleForm onSchedule={(scheduledAt) => closeAndRun(() => actions.schedule(scheduledAt))} />
      <Button variant="quiet" className="mt-6 w-full" onClick={onClose}>
        {t('admin.editor.cancel')}
      </Button>
    </Dialog>
  );
}

function ScheduleForm({ onSchedule }: { onSchedule: (scheduledAt: string) => void }) {
  const t = useTranslator();
  const [value, setValue] = useState(() => toDateTimeInputValue(defaultScheduleTime(new Date())));
  const [isPast, setPast] = useState(false);
  const date = new Date(value);
  const isValidDate = !Number.isNaN(date.getTime());
  return (
    <form
      className="mt-6 border-t border-line pt-6"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isValidDate && date.getTime() > Date.now()) onSchedule(date.toISOString());
        else setPast(true);
      }}
    >
      <TextField
        label={t('admin.editor.when')}
        type="datetime-local"
        required
        value={value}
        aria-invalid={isPast || undefined}
        onChange={(event) => {
          setValue(event.target.value);
          setPast(false);
        }}
        hint={
          <>
            {isValidDate && <p>{t('admin.editor.zone', { zone: timeZoneName(t.locale, date) })}</p>}
            {isValidDate && !isPast && (
              <p className="mt-1 font-semibold text-ink">
                {t('admin.editor.scheduled', { moment: formatZonedDateTime(t.locale, date) })}
              </p>
            )}
            <p role="alert" className="font-semibold text-accent">
              {isPast ? t('admin.editor.past') : ''}
            </p>
          </>
        }
      />
      <Button type="submit" variant="quiet" className="mt-4 w-full">
        {t('admin.editor.schedule')}
      </Button>
    </form>
  );
}
