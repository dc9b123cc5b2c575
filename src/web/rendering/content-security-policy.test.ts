import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { contentSecurityPolicy } from './content-security-policy.ts';

const toSourceHash = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;

test('the policy allows exactly the given inline scripts', () => {
  const policy = contentSecurityPolicy(['a()', 'b("é")']);
  expect(policy).toContain(`script-src 'self' ${toSourceHash('a()')} ${toSourceHash('b("é")')};`);
});

test('the policy allows no third-party sources, no inline code and no framing', () => {
  const policy = contentSecurityPolicy([]);
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
  const directives = contentSecurityPolicy([], { canBeFramed: true }).split('; ');
  expect(directives).toContain("frame-ancestors 'self'");
});

test('a page with a video may also frame its player', () => {
  const directives = contentSecurityPolicy([], { frameOrigins: ['https://player.vimeo.com'] }).split('; ');
  expect(directives).toContain("frame-src 'self' https://player.vimeo.com");
});
