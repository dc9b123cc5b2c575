import type { LimitGroup } from '#http/request-limits.ts';
import { createCircuitBreaker } from '#platform/limits/circuit-breaker.ts';
import type { RateLimits } from '#platform/limits/rate-limiter.ts';
import { createSemaphore } from '#platform/limits/semaphore.ts';
import type { Logger } from '#platform/logger.ts';
import { createSmtpTransport, type Email, type EmailError } from '#platform/mail/smtp.ts';
import { fail, type Result } from '#platform/result.ts';
import { type ContactErrorCode, type ContactMessage, formatContactEmail } from '#web/contact-message.ts';
import type { Config } from './config.ts';

const sendLimits = { concurrency: 4, maxQueued: 50 };

export interface Mailer {
  /** Delivers a validated message to the operator. Rate-limited. Errors are logged without the message. */
  sendMessage(message: ContactMessage): Promise<Result<null, ContactErrorCode>>;
  /** null without a mail server. Never rejects: errors are logged. */
  sendMail: ((email: Omit<Email, 'from' | 'replyTo'>) => Promise<void>) | null;
  close(): void;
}

interface MailerDeps {
  limits: RateLimits<LimitGroup>;
  now: () => number;
  log: Logger;
}

/** Part of the composition root. */
export function createMailer(mail: Config['mail'], { limits, now, log }: MailerDeps): Mailer {
  if (!mail) {
    return { sendMessage: async () => fail('undelivered'), sendMail: null, close: () => undefined };
  }
  const mailer = createSmtpTransport(mail.smtpUrl);
  const breaker = createCircuitBreaker(now);
  const { acquire } = createSemaphore(sendLimits);

  async function send(email: Email): Promise<Result<null, EmailError>> {
    const report = breaker.start();
    if (!report)
      return fail({ code: 'mail.undelivered', cause: new Error('the mail server is not responding') });
    const release = await acquire(AbortSignal.timeout(15_000));
    if (!release) {
      report('neither');
      return fail({ code: 'mail.undelivered', cause: new Error('too many emails are queued') });
    }
    try {
      const sent = await mailer.send(email);
      // A server that rejects the email is reachable.
      report(sent.ok || isServerResponse(sent.error.cause) ? 'worked' : 'failed');
      return sent;
    } finally {
      release();
    }
  }

  return {
    async sendMessage(message) {
      if (!(await limits.consume('letters', '')).isAllowed) return fail('busy');
      const sent = await send(formatContactEmail(message, mail.to));
      if (sent.ok) return sent;
      log.error({ error: sent.error.cause }, 'contact message not delivered');
      return fail('undelivered');
    },
    async sendMail(email) {
      const from = { name: 'Unspool', address: mail.to };
      const sent = await send({ ...email, from, replyTo: from });
      if (!sent.ok) log.error({ error: sent.error.cause }, 'email not sent');
    },
    close: () => mailer.close(),
  };
}

function isServerResponse(cause: unknown): boolean {
  return cause instanceof Error && 'responseCode' in cause && typeof cause.responseCode === 'number';
}
