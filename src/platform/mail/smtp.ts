import { createTransport } from 'nodemailer';
import { fail, ok, type Result } from '../result.ts';

export interface EmailAddress {
  name: string;
  address: string;
}

export interface Email {
  from: EmailAddress;
  to: EmailAddress;
  replyTo: EmailAddress;
  subject: string;
  text: string;
}

/** `cause` may contain email addresses. */
export interface EmailError {
  code: 'mail.undelivered';
  cause: unknown;
}

export interface SmtpTransport {
  send(mail: Email): Promise<Result<null, EmailError>>;
  close(): void;
}

const connectTimeoutMs = 10_000;
const silenceTimeoutMs = 15_000;
const lineBreaks = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** Sends a password to another machine only over TLS. Prevents header injection. */
export function createSmtpTransport(smtpUrl: string): SmtpTransport {
  const { username, hostname } = new URL(smtpUrl);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  const transport = createTransport({
    url: smtpUrl,
    requireTLS: username !== '' && !isLocal,
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    socketTimeout: silenceTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail) {
      try {
        await transport.sendMail({
          from: removeLineBreaks(mail.from),
          to: removeLineBreaks(mail.to),
          replyTo: removeLineBreaks(mail.replyTo),
          subject: mail.subject.replace(lineBreaks, ' '),
          text: mail.text,
        });
        return ok(null);
      } catch (cause) {
        return fail({ code: 'mail.undelivered', cause });
      }
    },
    close: () => transport.close(),
  };
}

function removeLineBreaks({ name, address }: EmailAddress): EmailAddress {
  return { name: name.replace(lineBreaks, ' '), address: address.replace(lineBreaks, '') };
}
