/** How the connection is encrypted: from the start, or after a greeting. */
export const mailSecurities = ['tls', 'starttls'] as const;
type MailSecurity = (typeof mailSecurities)[number];

export interface MailServerForm {
  host: string;
  port: string;
  security: MailSecurity;
  user: string;
}

export const emptyMailServer: MailServerForm = { host: '', port: '', security: 'tls', user: '' };

/** Never returns the password. */
export function parseSmtpUrl(url: string | undefined): MailServerForm & { hasPassword: boolean } {
  const parsed = url === undefined ? null : URL.parse(url);
  if (!parsed) return { ...emptyMailServer, hasPassword: false };
  return {
    host: parsed.hostname,
    port: parsed.port,
    security: parsed.protocol === 'smtps:' ? 'tls' : 'starttls',
    user: decodeURIComponent(parsed.username),
    hasPassword: parsed.password !== '',
  };
}

/** `missing`: the stored password belongs to another server or user. Null without a server. */
export function composeSmtpUrl(
  { host: enteredHost, port, security, user }: MailServerForm,
  password: string,
  stored: string | undefined,
): { url: string | null } | { error: 'invalid' | 'missing' } {
  const host = enteredHost.toLowerCase();
  if (host === '') return { url: null };
  const url = URL.parse(`${security === 'tls' ? 'smtps' : 'smtp'}://${host}${port === '' ? '' : `:${port}`}`);
  // A host such as `a/b` or `user@host` would end up in another part of the URL.
  if (!url || !/^[\w.:[\]-]+$/.test(host) || url.hostname !== host || url.pathname !== '')
    return { error: 'invalid' };
  url.username = encodeURIComponent(user);
  if (user === '') return { url: url.href };
  if (password !== '') url.password = encodeURIComponent(password);
  else {
    const before = stored === undefined ? null : URL.parse(stored);
    const isSame = before?.hostname === url.hostname && before.username === url.username;
    if (!isSame || before.password === '') return { error: 'missing' };
    url.password = before.password;
  }
  return { url: url.href };
}
