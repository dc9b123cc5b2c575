import type { Config } from '#config.ts';
import type { CallGroup } from '#http/call-limits.ts';
import { createBreaker } from '#platform/circuit-breaker.ts';
import type { Logger } from '#platform/logger.ts';
import type { RateLimits } from '#platform/rate-limits.ts';
import { fail, type Result } from '#platform/result.ts';
import { createMailer, type Mail, type MailError } from '#platform/send-mail.ts';
import { createTurns } from '#platform/take-turns.ts';
import type { ContactMessage, SendErrorCode } from '#web/contact/contact-message.ts';
import { writeMail } from '#web/contact/write-mail.ts';

/** Letters on their way at the same time, and those that wait for them. */
const turns = { atOnce: 4, waitingMax: 50 };

export interface Letters {
  /** Delivers a checked message to the operator. Bounded in number; a failure is logged without the message. */
  sendMessage(message: ContactMessage): Promise<Result<null, SendErrorCode>>;
  /** null where there is no mail server. Never fails: a failure is logged. */
  sendMail: ((letter: Omit<Mail, 'from' | 'replyTo'>) => Promise<void>) | null;
  close(): void;
}

interface LettersOptions {
  limits: RateLimits<CallGroup>;
  now: () => number;
  log: Logger;
}

/** Everything that goes out by mail. Part of the composition root. */
export function createLetters(mail: Config['mail'], { limits, now, log }: LettersOptions): Letters {
  if (!mail) {
    return { sendMessage: async () => fail('undelivered'), sendMail: null, close: () => undefined };
  }
  const mailer = createMailer(mail.smtpUrl);
  const breaker = createBreaker(now);
  const { enter } = createTurns(turns);

  async function send(letter: Mail): Promise<Result<null, MailError>> {
    const tell = breaker.begin();
    if (!tell) return fail({ code: 'mail.undelivered', cause: new Error('the mail server does not answer') });
    const leave = await enter(AbortSignal.timeout(15_000));
    if (!leave) {
      tell('neither');
      return fail({ code: 'mail.undelivered', cause: new Error('too many letters wait') });
    }
    try {
      const sent = await mailer.send(letter);
      // A server that answers, and will not have the letter, is there.
      tell(sent.ok || hasAnswered(sent.error.cause) ? 'worked' : 'failed');
      return sent;
    } finally {
      leave();
    }
  }

  return {
    async sendMessage(message) {
      if (!(await limits.take('letters', '')).isAllowed) return fail('busy');
      const sent = await send(writeMail(message, mail.to));
      if (sent.ok) return sent;
      log.error({ error: sent.error.cause }, 'a message could not be delivered');
      return fail('undelivered');
    },
    async sendMail(letter) {
      const from = { name: 'Unspool', address: mail.to };
      const sent = await send({ ...letter, from, replyTo: from });
      if (!sent.ok) log.error({ error: sent.error.cause }, 'a link could not be mailed');
    },
    close: () => mailer.close(),
  };
}

function hasAnswered(cause: unknown): boolean {
  return cause instanceof Error && 'responseCode' in cause && typeof cause.responseCode === 'number';
}
