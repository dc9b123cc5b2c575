import { z } from 'zod';
import type { S3Config } from '#platform/storage/s3-file-store.ts';
import type { ConfigError } from '../config.ts';

/** Variables for several nodes, and for the nginx in front of them. */

const secretPart = z
  .string()
  .regex(/^[\x21-\x7e]+$/, 'Use it as the storage provider shows it, without spaces.')
  .optional();

export const clusterVariables = {
  S3_ENDPOINT: z
    .string()
    .refine(
      isOrigin,
      'Use the endpoint of the storage without the bucket, for example https://s3.example.org.',
    )
    .optional(),
  S3_BUCKET: z
    .string()
    .regex(
      /^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/,
      'Use a bucket name of lowercase letters, digits, dots and hyphens.',
    )
    .optional(),
  S3_REGION: z
    .string()
    .regex(/^[a-z\d-]{1,40}$/, 'Use the region as the storage provider names it, for example eu-central-1.')
    .default('us-east-1'),
  S3_ACCESS_KEY_ID: secretPart,
  S3_SECRET_ACCESS_KEY: secretPart,
  S3_ADDRESSING: z.enum(['path', 'virtual'], 'Use one of path, virtual.').default('path'),
  MEDIA_OFFLOAD: z.literal('nginx', 'Remove the variable, or use "nginx".').optional(),
};

type Settings = z.output<z.ZodObject<typeof clusterVariables>>;

export function parseS3Config(settings: Settings): S3Config | null {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = settings;
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return null;
  return {
    endpoint: new URL(S3_ENDPOINT).origin,
    bucket: S3_BUCKET,
    region: settings.S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    addressing: settings.S3_ADDRESSING,
  };
}

export function validateCluster(
  settings: Settings & {
    APP_SECRET?: string | undefined;
    DATABASE_URL?: string | undefined;
    TRUSTED_PROXIES: readonly string[];
  },
): ConfigError[] {
  const errors: ConfigError[] = [];
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = settings;
  const bucket = Object.entries({ S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY });
  if (bucket.some(([, value]) => value)) {
    for (const [name, value] of bucket) {
      if (!value)
        errors.push({ name, hint: 'Set this variable too: S3 storage needs all four S3_ variables.' });
    }
  }
  if (settings.DATABASE_URL && S3_BUCKET && !settings.APP_SECRET) {
    const hint =
      'Set at least 32 random characters, the same on every node: sessions must be valid on all nodes.';
    errors.push({ name: 'APP_SECRET', hint });
  }
  if (settings.MEDIA_OFFLOAD && settings.TRUSTED_PROXIES.length === 0) {
    const hint = 'Set the address of nginx: only a trusted proxy may receive the URL of a file.';
    errors.push({ name: 'TRUSTED_PROXIES', hint });
  }
  return errors;
}

/** An http or https URL without a path. */
export function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  if (!url || !['http:', 'https:'].includes(url.protocol)) return false;
  return text === url.origin || text === `${url.origin}/`;
}
