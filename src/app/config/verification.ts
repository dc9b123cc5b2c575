import { z } from 'zod';
import type { ConfigError } from '../config.ts';

export const verificationModes = ['page', 'proof'] as const;

export const verificationVariables = {
  VERIFICATION: z.enum(verificationModes, `Use one of ${verificationModes.join(', ')}.`).default('page'),
};

export function validateVerification(settings: {
  VERIFICATION: (typeof verificationModes)[number];
  PUBLIC_ORIGIN?: string | undefined;
}): ConfigError[] {
  if (settings.VERIFICATION === 'page' || isSecure(settings.PUBLIC_ORIGIN)) return [];
  const hint = 'Set PUBLIC_ORIGIN with https: browsers compute proofs of work only on secure pages.';
  return [{ name: 'VERIFICATION', hint }];
}

/** A secure context as browsers define it: HTTPS or localhost. */
function isSecure(origin = 'http://localhost'): boolean {
  const { protocol, hostname } = new URL(origin);
  return protocol === 'https:' || /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
}
