import { type ReactNode, useId } from 'react';
import { useTranslator } from '../../../../translator.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Input } from '../../../../ui/field.tsx';

export function PromptDialog({
  title,
  error,
  children,
  extra,
  onSubmit,
  onClose,
}: {
  /** Also the label of the first field. */
  title: string;
  error: string | null;
  /** `errorId` describes the first field while there is an error. */
  children: (errorId: string | undefined) => ReactNode;
  extra?: ReactNode;
  onSubmit(): void;
  onClose(): void;
}) {
  const t = useTranslator();
  const id = useId();
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          onSubmit();
        }}
      >
        <div className="mt-4 grid gap-4">{children(error === null ? undefined : id)}</div>
        {error !== null && (
          <p id={id} role="alert" className="mt-3 font-semibold text-accent">
            {error}
          </p>
        )}
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          {extra}
          <Button variant="quiet" onClick={onClose}>
            {t('admin.text.cancel')}
          </Button>
          <Button type="submit">{t('admin.text.apply')}</Button>
        </div>
      </form>
    </Dialog>
  );
}

/** The first field of a dialog that asks for a link. `type="url"` would refuse a link without a scheme. */
export function UrlInput({
  label,
  value,
  isInvalid,
  describedBy,
  onChange,
}: {
  label: string;
  value: string;
  isInvalid: boolean;
  describedBy: string | undefined;
  onChange(value: string): void;
}) {
  return (
    <Input
      autoFocus
      type="text"
      inputMode="url"
      autoCapitalize="off"
      spellCheck={false}
      aria-label={label}
      aria-invalid={isInvalid}
      aria-describedby={describedBy}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
