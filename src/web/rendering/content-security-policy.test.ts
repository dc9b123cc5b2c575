import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { contentSecurityPolicy } from './content-security-policy.ts';

const toSourceHash = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;

test('the policy allows exactly the inline scripts of the page', () => {
  const html =
    '<script>a()</script><script type="module" async="">b("é")</script><script src="/x.js"></script>';
  const policy = contentSecurityPolicy(html);
  expect(policy).toContain(`script-src 'self' ${toSourceHash('a()')} ${toSourceHash('b("é")')};`);
});

test('the policy allows no third-party sources, no inline code and no framing', () => {
  const policy = contentSecurityPolicy('<p>no scripts</p>');
  for (const directive of [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "media-src 'self' blob:",
    "connect-src 'self'",
    "frame-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ]) {
    expect(policy.split('; ')).toContain(directive);
  }
  expect(policy).not.toContain('unsafe');
});

test('a page that may be framed allows framing by its own origin only', () => {
  const directives = contentSecurityPolicy('', { canBeFramed: true }).split('; ');
  expect(directives).toContain("frame-ancestors 'self'");
});
