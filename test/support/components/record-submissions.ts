import { onTestFinished } from 'vitest';

export interface Submission {
  method: string;
  path: string;
  fields: Record<string, string>;
}

/** Records and prevents native form submissions. */
export function recordSubmissions(): Submission[] {
  const submissions: Submission[] = [];
  const record = (event: SubmitEvent) => {
    if (event.defaultPrevented || !(event.target instanceof HTMLFormElement)) return;
    event.preventDefault();
    const form = event.target;
    const fields = [...new FormData(form, event.submitter)].map(([name, value]) => [name, String(value)]);
    submissions.push({
      method: form.method,
      path: new URL(form.action).pathname,
      fields: Object.fromEntries(fields),
    });
  };
  window.addEventListener('submit', record);
  onTestFinished(() => window.removeEventListener('submit', record));
  return submissions;
}
