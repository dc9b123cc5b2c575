import { z } from 'zod';
import type { ConfigError } from '../config.ts';

export const verificationModes = ['page', 'proof'] as const;

export const verificationVariables = {
  VERIFICATION: z.enum(verificationModes, `Choose one of ${verificationModes.join(', ')}.`).default('page'),
};

export function validateVerification(settings: {
  VERIFICATION: (typeof verificationModes)[number];
  PUBLIC_ORIGIN?: string | undefined;
}): ConfigError[] {
  if (settings.VERIFICATION === 'page' || isSecure(settings.PUBLIC_ORIGIN)) return [];
  const hint = 'Give PUBLIC_ORIGIN with https: browsers calculate proofs on secure pages only.';
  return [{ name: 'VERIFICATION', hint }];
}

/** A secure context as browsers define it: HTTPS or localhost. */
function isSecure(origin = 'http://localhost'): boolean {
  const { protocol, hostname } = new URL(origin);
  return protocol === 'https:' || /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
}
