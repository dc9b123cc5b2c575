import { useState } from 'react';
import {
  defaultScheduleTime,
  formatZonedDateTime,
  timeZoneName,
  toDateTimeInputValue,
} from '../../format-date.ts';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from './fields/form-field.tsx';

export function PublishDialog({
  status,
  onPublish,
  onSchedule,
  onSave,
  onClose,
}: {
  status: 'draft' | 'archived';
  onPublish: () => void;
  /** ISO 8601. */
  onSchedule: (scheduledAt: string) => void;
  onSave: () => void;
  onClose: () => void;
}) {
  const t = useTranslator();
  return (
    <Dialog title={t('admin.editor.confirm_publish')} onClose={onClose}>
      <p className="mt-2 text-muted">{t('admin.editor.confirm_publish_text')}</p>
      <div className="mt-6 grid gap-3">
        <Button onClick={onPublish}>{t('admin.editor.publish_now')}</Button>
        <Button variant="quiet" onClick={onSave}>
          {t(status === 'draft' ? 'admin.editor.save_as_draft' : 'admin.editor.save_archived')}
        </Button>
      </div>
      <ScheduleForm onSchedule={onSchedule} />
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
