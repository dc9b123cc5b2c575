import { onTestFinished } from 'vitest';

export interface Submission {
  /** In lower case, as `form.method` has it. */
  method: string;
  /** The path the form goes to. */
  path: string;
  fields: Record<string, string>;
}

/** Forms that the browser would send by itself, as a new document. They are recorded and go nowhere. */
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
