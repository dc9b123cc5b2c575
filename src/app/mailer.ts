import type { ContactMessage } from '#inbox/contract.ts';
import type { Logger } from '#platform/logger.ts';
import {
  createSmtpTransport,
  type Email,
  type EmailAddress,
  type EmailError,
  type SmtpTransport,
} from '#platform/mail/smtp.ts';
import { fail, type Result } from '#platform/result.ts';
import type { SendMailError } from '#settings/contract.ts';

export interface Mailer {
  /** Sends a stored message to the contact address, if there is a mail server. Never rejects: errors are logged. */
  notify(message: ContactMessage): Promise<void>;
  /** From the contact address. */
  sendReply(email: Pick<Email, 'to' | 'subject' | 'text'>): Promise<Result<null, SendMailError>>;
  /** Returns null without a mail server. The function never rejects: errors are logged. */
  mail(): ((email: Omit<Email, 'from' | 'replyTo'>) => Promise<void>) | null;
  /** To the operator. */
  sendTest(email: Pick<Email, 'subject' | 'text'>): Promise<Result<null, SendMailError>>;
  close(): void;
}

interface MailServer {
  smtpUrl: string;
  to: string;
}

interface MailerDeps {
  /** The same object until a setting changes; null without a mail server. */
  server(): MailServer | null;
  siteName(): string;
  log: Logger;
}

/** Part of the composition root. */
export function createMailer({ server, siteName, log }: MailerDeps): Mailer {
  let connection: { mailServer: MailServer; transport: SmtpTransport } | null = null;

  /** A changed server gets a new connection. */
  function send(mailServer: MailServer, email: Email): Promise<Result<null, EmailError>> {
    if (connection?.mailServer !== mailServer) {
      connection?.transport.close();
      connection = { mailServer, transport: createSmtpTransport(mailServer.smtpUrl) };
    }
    return connection.transport.send(email);
  }

  /** Null without a mail server. */
  function getSender(): { mailServer: MailServer; from: EmailAddress } | null {
    const mailServer = server();
    return mailServer && { mailServer, from: { name: siteName(), address: mailServer.to } };
  }

  /** Not logged: the owner sees the reason. */
  async function sendFromContactAddress(
    email: Pick<Email, 'subject' | 'text'> & Partial<Email>,
  ): Promise<Result<null, SendMailError>> {
    const sender = getSender();
    if (!sender) return fail('missing');
    const { mailServer, from } = sender;
    const sent = await send(mailServer, { to: from, ...email, from, replyTo: from });
    return sent.ok ? sent : fail(toSendMailError(sent.error.cause));
  }

  return {
    async notify(message) {
      const mailServer = server();
      if (!mailServer) return;
      const sent = await send(mailServer, formatContactEmail(message, mailServer.to, siteName()));
      if (!sent.ok) log.error({ error: sent.error.cause }, 'contact message stored but not emailed');
    },
    sendReply: sendFromContactAddress,
    sendTest: sendFromContactAddress,
    mail() {
      const sender = getSender();
      if (!sender) return null;
      const { mailServer, from } = sender;
      return async (email) => {
        const sent = await send(mailServer, { ...email, from, replyTo: from });
        if (!sent.ok) log.error({ error: sent.error.cause }, 'email not sent');
      };
    },
    close: () => connection?.transport.close(),
  };
}

/** Sent from the operator's own address, because their mail server rejects other senders. */
function formatContactEmail(message: ContactMessage, operator: string, siteName: string): Email {
  return {
    from: { name: `${siteName} contact form`, address: operator },
    to: { name: '', address: operator },
    replyTo: { name: message.name, address: message.email },
    subject: `[${siteName}] ${message.subject}`,
    text: `From: ${message.name} <${message.email}>\n\n${message.message}\n`,
  };
}

function toSendMailError(cause: unknown): SendMailError {
  if (!(cause instanceof Error) || !('code' in cause)) return 'unreachable';
  if (cause.code === 'EAUTH') return 'sign_in';
  return 'responseCode' in cause && typeof cause.responseCode === 'number' ? 'rejected' : 'unreachable';
}
