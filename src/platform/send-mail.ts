import { createTransport } from 'nodemailer';
import { fail, ok, type Result } from './result.ts';

export interface Mailbox {
  name: string;
  address: string;
}

export interface Mail {
  from: Mailbox;
  to: Mailbox;
  replyTo: Mailbox;
  subject: string;
  /** Plain text, with line breaks of any kind. */
  text: string;
}

/** Not taken by the server, for whatever reason; `cause` may quote addresses. */
export interface MailError {
  code: 'mail.undelivered';
  cause: unknown;
}

export interface Mailer {
  send(mail: Mail): Promise<Result<null, MailError>>;
  close(): void;
}

const connectTimeoutMs = 10_000;
const silenceTimeoutMs = 15_000;
const lineBreaks = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/**
 * Sends through the server of `smtpUrl` (`smtp:` or `smtps:`). A password goes to another machine only over TLS.
 * No header can be begun or ended by what a mail brings along.
 */
export function createMailer(smtpUrl: string): Mailer {
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
          from: oneLine(mail.from),
          to: oneLine(mail.to),
          replyTo: oneLine(mail.replyTo),
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

function oneLine({ name, address }: Mailbox): Mailbox {
  return { name: name.replace(lineBreaks, ' '), address: address.replace(lineBreaks, '') };
}
