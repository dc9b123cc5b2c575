import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSealer, deriveKey, maxSealedBytes, maxTokenLength } from './sealed-token.ts';

const sealer = createSealer('a secret of at least thirty-two bytes', 'test');

test('any JSON value survives sealing and opening', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
      const opened = sealer.open(sealer.seal(value));
      expect(opened.ok && JSON.stringify(opened.value)).toBe(JSON.stringify(value));
    }),
  );
});

test('a token fits a URL path and reveals nothing', () => {
  const token = sealer.seal({ url: 'https://cdn.example/file.mp4' });
  expect(token).toMatch(/^[\w-]+$/);
  expect(Buffer.from(token, 'base64url').toString('latin1')).not.toContain('cdn.example');
  expect(sealer.seal({ a: 1 })).not.toBe(sealer.seal({ a: 1 }));
});

test('a token with any flipped bit is rejected', () => {
  const token = Buffer.from(sealer.seal({ name: 'video', expiresAt: 1 }));
  for (let bit = 0; bit < token.length * 8; bit += 1) {
    const flipped = Buffer.from(token);
    flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    for (const spelling of [flipped.toString('latin1'), flipped.toString('utf8')]) {
      expect(sealer.open(spelling), `bit ${bit}`).toEqual({ ok: false, error: 'invalid' });
    }
  }
});

test('a token with another label or secret, or extra characters, is rejected', () => {
  const token = sealer.seal(1);
  expect(createSealer('a secret of at least thirty-two bytes', 'other').open(token).ok).toBe(false);
  expect(createSealer('another secret of thirty-two bytes!!', 'test').open(token).ok).toBe(false);
  for (const spelling of [
    `${token}=`,
    ` ${token}`,
    `${token}\n`,
    `${token}A`,
    token.slice(0, -1),
    `${token}?x=1`,
    '',
  ]) {
    expect(sealer.open(spelling).ok, JSON.stringify(spelling)).toBe(false);
  }
});

test('rejecting a random token takes well under a millisecond', () => {
  const before = process.cpuUsage();
  for (let i = 0; i < 10_000; i += 1)
    expect(sealer.open(randomBytes(20 + (i % 900)).toString('base64url')).ok).toBe(false);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 10_000).toBeLessThan(1_000);
});

test('oversized tokens are rejected and oversized values are not sealed', () => {
  expect(sealer.open('A'.repeat(maxTokenLength + 1)).ok).toBe(false);
  expect(() => sealer.seal(randomBytes(4_000).toString('hex'))).toThrow(RangeError);
  expect(() => sealer.seal('a'.repeat(maxSealedBytes + 1))).toThrow(RangeError);
});

test('a decompression bomb or invalid JSON under a valid seal throws', () => {
  const key = deriveKey('s', 'l');
  const head = Buffer.from([1, createHash('sha256').update(key).digest()[0] ?? 0]);
  const forge = (plain: Buffer) => {
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(head);
    const body = Buffer.concat([cipher.update(plain), cipher.final()]);
    return Buffer.concat([head, iv, body, cipher.getAuthTag()]).toString('base64url');
  };
  const testSealer = createSealer('s', 'l');
  expect(testSealer.open(forge(deflateRawSync('{"a":1}'))).ok).toBe(true);
  expect(() => testSealer.open(forge(deflateRawSync(JSON.stringify('a'.repeat(1_000_000)))))).toThrow(
    RangeError,
  );
  expect(() => testSealer.open(forge(deflateRawSync('{"a":')))).toThrow(SyntaxError);
  expect(() => testSealer.open(forge(Buffer.from('not deflated')))).toThrow();
});
