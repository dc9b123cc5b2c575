import { type FormEvent, type ReactNode, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import type { DataJobControls } from './use-data-job.ts';

export interface DataPanelProps {
  controls: DataJobControls;
  /** Something runs or waits for a decision. */
  isBusy: boolean;
}

export function ActionForm({
  action,
  isBusy,
  onSend,
  children,
}: {
  action: string;
  isBusy: boolean;
  onSend: (fields: FormData) => Promise<unknown>;
  children?: ReactNode;
}) {
  const isSent = useRef(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (isBusy || isSent.current) return;
    isSent.current = true;
    await onSend(new FormData(form)).finally(() => {
      isSent.current = false;
    });
    for (const input of form.querySelectorAll<HTMLInputElement>('[type=password]')) input.value = '';
  };
  return (
    <form method="post" onSubmit={(event) => void submit(event)} className="mt-5 grid max-w-md gap-5">
      {children}
      <Button type="submit" aria-disabled={isBusy} className="justify-self-start">
        {action}
      </Button>
    </form>
  );
}

export function readText(fields: FormData, name: string): string {
  return String(fields.get(name) ?? '');
}

export function readFile(fields: FormData): File {
  const file = fields.get('file');
  if (!(file instanceof File)) throw new Error('the form has no file');
  return file;
}
