import { z } from 'zod';
import type { ConfigFault } from '#config.ts';

export const verifications = ['page', 'proof'] as const;

/** What is asked of a visitor before a file is given. */
export const proofSettings = {
  VERIFICATION: z.enum(verifications, `Choose one of ${verifications.join(', ')}.`).default('page'),
};

export function proofFaults(settings: {
  VERIFICATION: (typeof verifications)[number];
  PUBLIC_ORIGIN?: string | undefined;
}): ConfigFault[] {
  if (settings.VERIFICATION === 'page' || isSecure(settings.PUBLIC_ORIGIN)) return [];
  const mend = 'Give PUBLIC_ORIGIN with https: browsers calculate proofs on secure pages only.';
  return [{ name: 'VERIFICATION', mend }];
}

/** As browsers see it: over TLS, or on this machine. */
function isSecure(origin = 'http://localhost'): boolean {
  const { protocol, hostname } = new URL(origin);
  return protocol === 'https:' || /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
}
