import { type ContactErrorCode, type ContactMessage, contactHttpStatus } from './contact-message.ts';

/** Any response other than our own success means that the message was not delivered. */
export async function submitContactMessage(
  path: string,
  message: ContactMessage,
): Promise<{ outcome: 'sent' } | { outcome: 'failed'; code: ContactErrorCode }> {
  try {
    const { status } = await fetch(path, {
      method: 'POST',
      body: new URLSearchParams(message),
      redirect: 'error',
    });
    if (status === contactHttpStatus.sent) return { outcome: 'sent' };
    return { outcome: 'failed', code: status === contactHttpStatus.busy ? 'busy' : 'undelivered' };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { outcome: 'failed', code: 'undelivered' };
  }
}
