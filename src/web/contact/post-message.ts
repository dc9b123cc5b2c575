import { type ContactMessage, contactStatus, type SendErrorCode } from './contact-message.ts';

/** Sends the form as it would send itself. Anything but our own success means that nobody has the message. */
export async function postMessage(
  path: string,
  message: ContactMessage,
): Promise<{ outcome: 'sent' } | { outcome: 'failed'; code: SendErrorCode }> {
  try {
    const { status } = await fetch(path, {
      method: 'POST',
      body: new URLSearchParams(message),
      redirect: 'error',
    });
    if (status === contactStatus.sent) return { outcome: 'sent' };
    return { outcome: 'failed', code: status === contactStatus.busy ? 'busy' : 'undelivered' };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { outcome: 'failed', code: 'undelivered' };
  }
}
